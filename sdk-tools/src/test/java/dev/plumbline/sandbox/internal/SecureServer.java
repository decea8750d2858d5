package dev.plumbline.sandbox.internal;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An https server on loopback that goes by several names, with a certificate made for the test. */
final class SecureServer implements AutoCloseable {
    private static final char[] PASSWORD = "changeit".toCharArray();

    final List<String> seen = Collections.synchronizedList(new ArrayList<>());
    final SSLContext context;
    private final HttpsServer server;

    SecureServer(Path folder) throws Exception {
        context = context(folder);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.setExecutor(SecureServer::onItsOwn);
        server.createContext("/", this::remember);
        server.start();
    }

    private void remember(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(404, -1);
        exchange.close();
    }

    int port() {
        return server.getAddress().getPort();
    }

    void answers(String path, int status, Map<String, String> headers, byte[] body) {
        server.createContext(path, exchange -> {
            byte[] sent = exchange.getRequestBody().readAllBytes();
            seen.add(exchange.getRequestMethod() + " "
                    + exchange.getRequestHeaders().getFirst("Host").split(":")[0]
                    + exchange.getRequestURI() + " " + new String(sent, StandardCharsets.UTF_8)
                    + " key=" + exchange.getRequestHeaders().getFirst("X-Key")
                    + " proxy=" + exchange.getRequestHeaders().getFirst("Proxy-Authorization"));
            headers.forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
    }

    void says(String path, String text) {
        answers(path, 200, Map.of("Content-Type", "text/plain; charset=utf-8"), text.getBytes(StandardCharsets.UTF_8));
    }

    void leads(String path, int status, String location) {
        answers(path, status, Map.of("Location", location), new byte[0]);
    }

    /** Answers with its head and then nothing. */
    void stalls(String path, Runnable reached) {
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(200, 10);
            exchange.getResponseBody().flush();
            reached.run();
        });
    }

    private static SSLContext context(Path folder) throws Exception {
        Path store = folder.resolve("test.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "test",
                        "-keyalg",
                        "EC",
                        "-validity",
                        "30",
                        "-storetype",
                        "PKCS12",
                        "-dname",
                        "CN=files.test",
                        "-ext",
                        "san=dns:files.test,dns:other.test,dns:sub.files.test,ip:127.0.0.1",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "changeit")
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException(said);
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore anchors = KeyStore.getInstance("PKCS12");
        anchors.load(null, null);
        anchors.setCertificateEntry("test", keys.getCertificate("test"));
        trusted.init(anchors);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** A thread for each exchange, gone with it: a pool's would look as if the sandbox had left them. */
    private static void onItsOwn(Runnable exchange) {
        Thread thread = new Thread(exchange, "secure-server");
        thread.setDaemon(true);
        thread.start();
    }
}
