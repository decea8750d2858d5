package dev.plumbline.http;

import dev.plumbline.provider.Secret;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/**
 * The way to the network: proxies, trust, protocol, which hosts may be spoken to, and whose client does it. Immutable. What
 * {@code http://} is spoken with is always HTTP/1.1: the upgrade to HTTP/2 loses requests at local servers.
 *
 * @param proxy which way; the system's proxies when empty
 * @param login what a proxy is told that asks for a login
 * @param trust whose certificates count; those the JDK trusts when empty
 * @param http2 whether HTTP/2 is offered to {@code https://} servers; off unless set
 * @param hosts the only hosts that may be spoken to, in lower case; any when empty
 * @param client the client of the program around us; our own when empty
 */
public record Network(
        Optional<ProxySelector> proxy,
        Optional<Login> login,
        Optional<SSLContext> trust,
        boolean http2,
        Set<String> hosts,
        Optional<HttpClient> client) {

    public Network {
        hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        if (client.isPresent() && client.get().followRedirects() != HttpClient.Redirect.NEVER) {
            throw new IllegalArgumentException("the client follows redirects, which could carry keys and conversations"
                    + " to another host; build it with HttpClient.Redirect.NEVER");
        }
    }

    /** The system's proxies, the JDK's trust, HTTP/1.1, any host, a client of our own. */
    public static Network ofDefaults() {
        return new Network(Optional.empty(), Optional.empty(), Optional.empty(), false, Set.of(), Optional.empty());
    }

    /** A copy that goes that way. */
    public Network withProxy(ProxySelector way) {
        return new Network(Optional.of(way), login, trust, http2, hosts, client);
    }

    /**
     * A copy that logs in at a proxy that asks for it. To tunnel to {@code https://} by a name and a password in clear, the
     * JDK also wants {@code -Djdk.http.auth.tunneling.disabledSchemes=}.
     */
    public Network withProxyLogin(String user, Secret password) {
        return new Network(proxy, Optional.of(new Login(user, password)), trust, http2, hosts, client);
    }

    /** A copy with that trust. */
    public Network withTrust(SSLContext tls) {
        return new Network(proxy, login, Optional.of(tls), http2, hosts, client);
    }

    /**
     * A copy that trusts the certificates in a PEM file besides those the JDK trusts, e.g. those of a company.
     *
     * @throws dev.plumbline.event.AiException CONFIGURATION when the file cannot be read or holds no certificate
     */
    public Network withTrustFile(Path pem) {
        return withTrust(TrustFile.read(pem));
    }

    /** A copy that offers HTTP/2 to {@code https://} servers, or does not. */
    public Network withHttp2(boolean offered) {
        return new Network(proxy, login, trust, offered, hosts, client);
    }

    /** A copy that speaks to these hosts only; anything else is EGRESS_DENIED before a name is looked up. */
    public Network withHosts(Set<String> allowed) {
        return new Network(proxy, login, trust, http2, allowed, client);
    }

    /**
     * A copy that uses the client of the program around us, with its own proxies, trust and threads; it is never closed here.
     *
     * @throws IllegalArgumentException when it follows redirects
     */
    public Network withClient(HttpClient theirs) {
        return new Network(proxy, login, trust, http2, hosts, Optional.of(theirs));
    }

    boolean allows(String host) {
        return hosts.isEmpty() || hosts.contains(host.toLowerCase(Locale.ROOT));
    }

    /**
     * What a proxy is told that asks for a login.
     *
     * @param user the name
     * @param password read at each use; never printed
     */
    public record Login(String user, Secret password) {}
}
