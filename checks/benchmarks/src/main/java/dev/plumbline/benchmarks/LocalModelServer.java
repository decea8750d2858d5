package dev.plumbline.benchmarks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A chat-completions service in this process that does not use the SDK, so that it is not counted. The path is the
 * number of tool calls before the answer: {@code /3/v1} for three.
 */
final class LocalModelServer implements AutoCloseable {
    private static final String USAGE = "{\"prompt_tokens\":3,\"completion_tokens\":2,\"total_tokens\":5}";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(LocalModelServer::daemon);

    private LocalModelServer(HttpServer server) {
        this.server = server;
    }

    static LocalModelServer open() throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // or each answer waits 40 ms for an acknowledgement
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        LocalModelServer model = new LocalModelServer(server);
        server.setExecutor(model.threads);
        server.createContext("/", LocalModelServer::answer);
        server.start();
        return model;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "server");
        thread.setDaemon(true);
        return thread;
    }

    /** Returns the base URL of a service that requests that many tool calls. */
    URI address(int toolCalls) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + toolCalls + "/v1");
    }

    private static void answer(HttpExchange exchange) {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int calls = Integer.parseInt(exchange.getRequestURI().getPath().split("/", -1)[1]);
            int asked = request.contains("\"role\":\"tool\"") ? 0 : calls;
            boolean streamed = request.contains("\"stream\":true");
            byte[] answer = (streamed ? events(asked) : whole(asked)).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", streamed ? "text/event-stream" : "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String whole(int calls) {
        String message =
                calls == 0 ? "\"content\":\"Hello.\"" : "\"content\":null,\"tool_calls\":[" + calls(calls) + "]";
        return "{\"id\":\"1\",\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\"," + message
                + "},\"finish_reason\":\"" + finish(calls) + "\"}],\"usage\":" + USAGE + "}";
    }

    private static String events(int calls) {
        String delta = calls == 0 ? "\"content\":\"Hello.\"" : "\"tool_calls\":[" + calls(calls) + "]";
        return event("[{\"index\":0,\"delta\":{\"role\":\"assistant\"," + delta + "}}]", "")
                + event("[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + finish(calls) + "\"}]", "")
                + event("[]", ",\"usage\":" + USAGE)
                + "data: [DONE]\n\n";
    }

    private static String event(String choices, String more) {
        return "data: {\"id\":\"1\",\"model\":\"m\",\"choices\":" + choices + more + "}\n\n";
    }

    private static String finish(int calls) {
        return calls == 0 ? "stop" : "tool_calls";
    }

    private static String calls(int calls) {
        return IntStream.range(0, calls)
                .mapToObj(i -> "{\"index\":" + i + ",\"id\":\"c" + (i + 1) + "\",\"type\":\"function\",\"function\":"
                        + "{\"name\":\"draw_wall\",\"arguments\":\"{\\\"length\\\":" + (i + 5) + "}\"}}")
                .collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }
}
