package dev.plumbline.integration.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.internal.SkillFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server over HTTP whose answers are set by each attack; it is an authorization server, too. */
final class HostileHttp implements AutoCloseable {
    static final String TOKEN = "secret-token-7Hx2";

    final List<String> requests = new CopyOnWriteArrayList<>();
    final List<String> bodies = new CopyOnWriteArrayList<>();
    final List<String> keys = new CopyOnWriteArrayList<>();
    private final Map<String, Page> pages = new ConcurrentHashMap<>();
    private final Map<HttpExchange, String> sent = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "hostile");
        thread.setDaemon(true);
        return thread;
    });
    private volatile Optional<Page> raw = Optional.empty();
    private volatile Json capabilities = Json.object().with("tools", Json.object());
    private final HttpServer http;

    HostileHttp() {
        try {
            http = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 16);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.setExecutor(threads);
        http.createContext("/", this::handle);
        http.start();
        page("/mcp", exchange -> mcp(exchange, request -> text("read")));
        metadata("/.well-known/oauth-protected-resource/mcp", resource());
        metadata("/.well-known/oauth-authorization-server", server());
        page("/register", exchange -> json(exchange, 201, Json.object().with("client_id", "c1")));
        page("/authorize", exchange -> authorize(exchange, "iss=" + base()));
        page("/token", exchange -> json(exchange, 200, tokens()));
    }

    String base() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    String url() {
        return base() + "/mcp";
    }

    Json resource() {
        return Json.object().with("resource", url()).with("authorization_servers", List.of(base()));
    }

    Json server() {
        return Json.object()
                .with("issuer", base())
                .with("authorization_endpoint", base() + "/authorize")
                .with("token_endpoint", base() + "/token")
                .with("registration_endpoint", base() + "/register")
                .with("authorization_response_iss_parameter_supported", true)
                .with("code_challenge_methods_supported", List.of("S256"));
    }

    static Json tokens() {
        return Json.object()
                .with("access_token", TOKEN)
                .with("token_type", "Bearer")
                .with("refresh_token", TOKEN + "-refresh");
    }

    HostileHttp page(String path, Page page) {
        pages.put(path, page);
        return this;
    }

    HostileHttp metadata(String path, Json json) {
        return page(path, exchange -> json(exchange, 200, json));
    }

    /** Wants a token at the address of the server; its challenge has these parameters. */
    HostileHttp locked(String parameters) {
        Page open = pages.get("/mcp");
        return page("/mcp", exchange -> {
            String sent = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                    .orElse("");
            if (sent.equals("Bearer " + TOKEN)) {
                open.answer(exchange);
            } else {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer " + parameters);
                exchange.sendResponseHeaders(401, -1);
            }
        });
    }

    /** Sends the browser back with a code, the state that it brought, and more parameters. */
    void authorize(HttpExchange exchange, String more) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        String redirect = parameter(query, "redirect_uri");
        exchange.getResponseHeaders()
                .set("Location", redirect + "?code=good&state=" + parameter(query, "state") + "&" + more);
        exchange.sendResponseHeaders(302, -1);
    }

    static String parameter(String query, String name) {
        for (String pair : query.split("&")) {
            if (pair.startsWith(name + "=")) {
                return pair.substring(name.length() + 1);
            }
        }
        return "";
    }

    /** Answers as a server of revision 2025-11-25; the answer to calls is given. */
    void mcp(HttpExchange exchange, Calls calls) throws IOException {
        Json request = Json.parse(sent.get(exchange));
        String method = request.get("method").exists() ? request.get("method").asText() : "";
        switch (method) {
            case "initialize" -> {
                exchange.getResponseHeaders().set("Mcp-Session-Id", "s1");
                Json result = Json.object()
                        .with("protocolVersion", "2025-11-25")
                        .with("capabilities", capabilities)
                        .with(
                                "serverInfo",
                                Json.object().with("name", "hostile").with("version", "1"));
                json(exchange, 200, answer(request, result));
            }
            case "tools/list" -> {
                Json tool = Json.object()
                        .with("name", "read")
                        .with("inputSchema", Json.object().with("type", "object"));
                json(exchange, 200, answer(request, Json.object().with("tools", List.of(tool))));
            }
            case "tools/call" -> json(exchange, 200, answer(request, calls.result(request)));
            case "server/discover" -> json(exchange, 400, Json.object());
            default -> exchange.sendResponseHeaders(202, -1);
        }
    }

    /** Answers as {@link #mcp}, but for calls, which the page answers. */
    HostileHttp calls(Page page) {
        return page("/mcp", exchange -> {
            if (sent.get(exchange).contains("tools/call")) {
                page.answer(exchange);
            } else {
                mcp(exchange, request -> text("read"));
            }
        });
    }

    /** Has a skill of one file, whose front matter is listed as that of a harmless one. */
    HostileHttp skill(String main) {
        byte[] bytes = main.getBytes(StandardCharsets.UTF_8);
        String uri = "skill://stairs/SKILL.md";
        capabilities =
                capabilities.with("extensions", Json.object().with("io.modelcontextprotocol/skills", Json.object()));
        Json file = Json.object()
                .with("uri", uri)
                .with("digest", "sha256:" + SkillFiles.sha256(bytes))
                .with("size", bytes.length);
        Json entry = Json.object()
                .with("uri", uri)
                .with("frontmatter", Json.object().with("name", "stairs").with("description", "Plans stairs."))
                .with("resources", List.of(file));
        Json content = Json.object().with("uri", uri).with("text", main);
        return page("/mcp", exchange -> {
            Json request = Json.parse(sent.get(exchange));
            if (request.get("method").equals(Json.of("skills/list"))) {
                json(exchange, 200, answer(request, Json.object().with("skills", List.of(entry))));
            } else if (request.get("method").equals(Json.of("resources/read"))) {
                json(exchange, 200, answer(request, Json.object().with("contents", List.of(content))));
            } else {
                mcp(exchange, call -> text("read"));
            }
        });
    }

    static Json answer(Json request, Json result) {
        return Json.object()
                .with("jsonrpc", "2.0")
                .with("id", request.get("id"))
                .with("result", result);
    }

    static Json text(String words) {
        Json block = Json.object().with("type", "text").with("text", words);
        return Json.object().with("content", List.of(block));
    }

    static void json(HttpExchange exchange, int status, Json json) throws IOException {
        byte[] body = json.text().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    /** Answers every message by that page alone, which reads the body itself; there are no streams of notifications. */
    HostileHttp raw(Page page) {
        raw = Optional.of(page);
        return this;
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            if (raw.isPresent() && exchange.getRequestMethod().equals("POST")) {
                raw.get().answer(exchange);
                return;
            }
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String token = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                    .orElse("");
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + token);
            if (exchange.getRequestMethod().equals("GET") || !body.isEmpty()) {
                bodies.add(body);
            }
            sent.put(exchange, body);
            keys.addAll(exchange.getRequestHeaders().getOrDefault("Plumbline-Client", List.of()));
            Page page = pages.get(exchange.getRequestURI().getPath());
            boolean stream = exchange.getRequestMethod().equals("GET")
                    && exchange.getRequestURI().getPath().equals("/mcp");
            if (page == null || (stream && !pages.containsKey("GET /mcp"))) {
                exchange.sendResponseHeaders(stream ? 405 : 404, -1);
            } else if (stream) {
                pages.get("GET /mcp").answer(exchange);
            } else {
                page.answer(exchange);
            }
        } catch (IOException gone) {
            // the client has closed the connection
        }
    }

    long count(String beginning) {
        return requests.stream().filter(line -> line.startsWith(beginning)).count();
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }

    /** Answers a request. */
    @FunctionalInterface
    interface Page {
        void answer(HttpExchange exchange) throws IOException;
    }

    /** Returns the result of a call. */
    @FunctionalInterface
    interface Calls {
        Json result(Json request);
    }
}
