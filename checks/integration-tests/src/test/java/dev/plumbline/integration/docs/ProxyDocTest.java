package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program of a company's network, run against a proxy that asks for a login and then refuses the service. */
@Timeout(60)
class ProxyDocTest {
    private final List<String> heads = new CopyOnWriteArrayList<>();

    @Test
    @DisplayName("S17 the program of the page logs in at the proxy, and its error names the proxy")
    void s17_throughTheProxy_logsIn(@TempDir Path folder) throws Exception {
        Path certificates = Files.writeString(folder.resolve("company.pem"), pem());
        try (ServerSocket proxy = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
            Thread thread = new Thread(() -> serve(proxy), "proxy");
            thread.setDaemon(true);
            thread.start();
            InetSocketAddress place = InetSocketAddress.createUnresolved("127.0.0.1", proxy.getLocalPort());
            OpenAiResponses openAi = ProvidersExamples.throughTheProxy(
                    place, Secret.of("key".toCharArray()), Secret.of("canary".toCharArray()), certificates);
            try (AiRuntime ai = AiRuntime.of(openAi)) {
                AiReturn ret = ai.send("Hello?");
                AiError error = ret.error().orElseThrow();
                assertThat(error.category()).isEqualTo(Category.PROXY);
                assertThat(error.code()).isEqualTo("tunnel");
                assertThat(error.userMessage()).contains("127.0.0.1:" + proxy.getLocalPort(), "403");
            }
        }
        String login = Base64.getEncoder().encodeToString("anna:canary".getBytes(StandardCharsets.UTF_8));
        assertThat(heads).hasSize(2).allMatch(head -> head.startsWith("CONNECT api.openai.com:443 "));
        assertThat(heads.get(0)).doesNotContain("Proxy-Authorization");
        assertThat(heads.get(1)).contains("Proxy-Authorization: Basic " + login);
    }

    /** Asks for a login, and then refuses. */
    private void serve(ServerSocket proxy) {
        try {
            for (String answer : List.of("407 Login", "403 No")) {
                try (Socket socket = proxy.accept()) {
                    heads.add(head(socket));
                    socket.getOutputStream()
                            .write(("HTTP/1.1 " + answer + "\r\nContent-Length: 0\r\n\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private static String head(Socket socket) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        StringBuilder head = new StringBuilder();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            head.append(line).append('\n');
        }
        return head.toString();
    }

    /** Returns one of the certificates of this JDK, as a stand-in for a company's. */
    private static String pem() throws Exception {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        X509Certificate first = ((X509TrustManager) factory.getTrustManagers()[0]).getAcceptedIssuers()[0];
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(first.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }
}
