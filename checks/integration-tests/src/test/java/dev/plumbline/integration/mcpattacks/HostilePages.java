package dev.plumbline.integration.mcpattacks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.integration.BrowserProcesses;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The web server of an attacker, a browser that opens its page, and a name that leads to the attacker first and to the
 * attacked server from then on, which is DNS rebinding.
 */
final class HostilePages implements AutoCloseable {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CompletableFuture<Json> report = new CompletableFuture<>();
    private final HttpServer pages;
    private final ServerSocket relay;
    private final Path profile;
    private final Set<Socket> carried = ConcurrentHashMap.newKeySet();
    private volatile int target;

    HostilePages(Path profile) throws IOException {
        this.profile = profile;
        pages = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
        pages.setExecutor(threads);
        pages.createContext("/", this::page);
        pages.createContext("/report", this::report);
        pages.createContext("/rebind", this::rebind);
        pages.start();
        target = pages.getAddress().getPort();
        relay = new ServerSocket(0, 50, HERE);
        threads.execute(this::relay);
    }

    private void page(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream page = Objects.requireNonNull(getClass().getResourceAsStream("/mcpattacks/page.html"))) {
            byte[] bytes = page.readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Lets the name lead to that port from now on; connections to where it led before are closed. */
    private void rebind(HttpExchange exchange) throws IOException {
        try (exchange) {
            target = Integer.parseInt(exchange.getRequestURI().getQuery());
            for (Socket socket : carried) {
                socket.close();
            }
            exchange.sendResponseHeaders(204, -1);
        }
    }

    private void report(HttpExchange exchange) throws IOException {
        try (exchange) {
            report.complete(Json.parse(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(204, -1);
        }
    }

    /** Carries connections to where the name leads now. */
    private void relay() {
        try {
            while (true) {
                Socket from = relay.accept();
                Socket to = new Socket(HERE, target);
                carried.addAll(List.of(from, to));
                threads.execute(() -> copy(from, to));
                threads.execute(() -> copy(to, from));
            }
        } catch (IOException closed) {
            // the end
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException gone) {
            // one side has closed
        }
    }

    /**
     * Opens the page in a browser and returns what it could do, by attempt.
     *
     * @param rebound whether the page has an address whose name leads to the attacked server from then on
     */
    Json attack(int port, String token, boolean rebound) throws Exception {
        String report = "http://evil.test:" + pages.getAddress().getPort() + "/report";
        String start = rebound
                ? "http://rebind.test:" + port
                : "http://evil.test:" + pages.getAddress().getPort();
        String address =
                start + "/?port=" + port + "&token=" + token + (rebound ? "&rebound=1" : "") + "&report=" + report;
        Process chromium = BrowserProcesses.start(
                        profile,
                        "--disable-quic",
                        "--host-resolver-rules=MAP evil.test 127.0.0.1, MAP rebind.test 127.0.0.1:"
                                + (rebound ? relay.getLocalPort() : port),
                        address)
                .redirectErrorStream(true)
                .redirectOutput(profile.resolveSibling("browser.log").toFile())
                .start();
        try {
            return this.report.get(90, TimeUnit.SECONDS);
        } finally {
            BrowserProcesses.end(chromium, profile);
        }
    }

    @Override
    public void close() throws IOException {
        pages.stop(0);
        relay.close();
        threads.shutdownNow();
    }
}
