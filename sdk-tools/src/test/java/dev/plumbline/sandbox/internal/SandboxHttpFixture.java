package dev.plumbline.sandbox.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.tool.ToolContext.SandboxedHttp;
import dev.plumbline.tool.internal.SandboxAccess;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * HTTP access to a real https server on loopback, by names that only this resolver knows. One server serves all tests; each
 * has a sandbox of its own.
 */
final class SandboxHttpFixture implements BeforeEachCallback, AfterEachCallback {
    final SandboxCallFixture visitor = new SandboxCallFixture();
    final Map<String, List<String>> names = new ConcurrentHashMap<>();
    final AtomicInteger lookups = new AtomicInteger();
    SecureServer server;
    ToolSandbox sandbox;
    SandboxAccess reach;

    @Override
    public void beforeEach(ExtensionContext context) {
        server = context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(SecureServer.class, first -> served(), SecureServer.class);
        server.seen.clear();
        for (String name : List.of("files.test", "sub.files.test", "other.test")) {
            names.put(name, List.of("127.0.0.1"));
        }
        sandbox = sandbox(EgressRules.none().withPrivateHost(host("files.test"), "GET", "POST", "HEAD"));
        reach = visitor.reach(sandbox);
    }

    private static SecureServer served() {
        try {
            SecureServer server = new SecureServer(Files.createTempDirectory("served"));
            server.says("/fine", "fine");
            return server;
        } catch (Exception e) {
            throw new IllegalStateException("no server could be made", e);
        }
    }

    private ToolSandbox sandbox(EgressRules rules) {
        return visitor.sandbox(rules.withTrust(server.context))
                .resolver(this::resolve)
                .build();
    }

    /** From here on by those rules. */
    void use(EgressRules rules) {
        use(sandbox(rules));
    }

    void use(ToolSandbox other) {
        sandbox.close();
        sandbox = other;
        reach = visitor.reach(other);
    }

    List<InetAddress> resolve(String host) throws UnknownHostException {
        lookups.incrementAndGet();
        List<String> literals = names.get(host);
        if (literals == null) {
            throw new UnknownHostException(host);
        }
        InetAddress[] all = new InetAddress[literals.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = InetAddress.getByName(literals.get(i));
        }
        return List.of(all);
    }

    String host(String name) {
        return name + ":" + server.port();
    }

    URI at(String hostAndPath) {
        int slash = hostAndPath.indexOf('/');
        return URI.create("https://" + host(hostAndPath.substring(0, slash)) + hostAndPath.substring(slash));
    }

    SandboxedHttp http() {
        return reach.http();
    }

    SandboxedHttp.Response get(String hostAndPath) {
        return http().get(at(hostAndPath));
    }

    static void refused(Code code, ThrowingCallable call) {
        SandboxCallFixture.refused(code, call, "files.test", "other.test", "127.0");
    }

    /** It is refused by that decision, and the server heard nothing. */
    void denied(String decision, ThrowingCallable call) {
        refused(Code.EGRESS_DENIED, call);
        assertThat(visitor.lastDecision()).isEqualTo(decision + " REFUSED");
        assertThat(server.seen).isEmpty();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        sandbox.close();
    }
}
