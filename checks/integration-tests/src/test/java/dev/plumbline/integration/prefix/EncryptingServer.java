package dev.plumbline.integration.prefix;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server of OpenAI's responses that encrypts reasoning for an organization and a model. A request with reasoning that it
 * cannot decrypt is refused with 400 {@code invalid_encrypted_content}; reasoning before which something has changed is
 * dropped and named. Source: OpenAI, "Keep the prefix unchanged", November 2026; the errors as reported in
 * openai/codex#13724 (organization) and openai/codex#17541 (model), March and April 2026. Each request and answer
 * is also read by the official client, and closing the server fails if that objects to one.
 */
final class EncryptingServer implements AutoCloseable {
    /** The requests, oldest first. */
    final List<Json> requests = new CopyOnWriteArrayList<>();

    /** The errors with which a request was refused. */
    final List<String> refused = new CopyOnWriteArrayList<>();

    /** The reasoning that was dropped because something before it has changed. */
    final List<String> dropped = new CopyOnWriteArrayList<>();

    /** How many reasoning items of each request were read. */
    final List<Integer> read = new CopyOnWriteArrayList<>();

    private final HttpServer http;
    private final List<String> objections = new CopyOnWriteArrayList<>();

    EncryptingServer() throws IOException {
        this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::answer);
        http.start();
    }

    String address() {
        return "http://127.0.0.1:" + http.getAddress().getPort() + "/v1";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Json request = Json.parse(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            requests.add(request);
            objections.addAll(OfficialClients.objectionsOfOpenAi(request));
            String organization = exchange.getRequestHeaders().getFirst("Authorization");
            organization = organization.substring(0, organization.lastIndexOf('-')); // the end of a key is its number
            String model = request.get("model").asText();
            List<Json> input = request.get("input").elements();
            int readable = 0;
            for (int i = 0; i < input.size(); i++) {
                Json item = input.get(i);
                if (item.get("type").exists() && item.get("type").asText().equals("reasoning")) {
                    String[] sealed = item.get("encrypted_content").asText().split(" ");
                    if (!sealed[0].equals(digest(organization))) {
                        refuse(exchange, "Encrypted content organization_id did not match the target organization.");
                        return;
                    } else if (!sealed[1].equals(model)) {
                        refuse(exchange, "Encrypted content could not be decrypted or parsed.");
                        return;
                    } else if (!sealed[2].equals(prefix(request, input.subList(0, i)))) {
                        dropped.add(item.get("id").asText());
                    } else {
                        readable++;
                    }
                }
            }
            read.add(readable);
            String sealed = digest(organization) + " " + model + " " + prefix(request, input);
            Json answer = response(model, sealed);
            objections.addAll(OfficialClients.objectionsOfOpenAiToAnswer(answer));
            send(exchange, 200, answer);
        }
    }

    private static String prefix(Json request, List<Json> before) {
        List<Json> all = new ArrayList<>(before);
        Json tools = request.get("tools");
        all.add(tools.exists() ? tools : Json.of(null));
        return digest(Json.of(all).text());
    }

    private static String digest(String text) {
        return Integer.toHexString(text.hashCode());
    }

    private Json response(String model, String sealed) {
        Json reasoning = Json.object()
                .with("type", "reasoning")
                .with("id", "rs_" + requests.size())
                .with("summary", Json.of(List.of()))
                .with("encrypted_content", sealed);
        Json text =
                Json.object().with("type", "output_text").with("text", "Yes.").with("annotations", Json.of(List.of()));
        Json message = Json.object()
                .with("type", "message")
                .with("id", "msg_" + requests.size())
                .with("role", "assistant")
                .with("status", "completed")
                .with("content", Json.of(List.of(text)));
        return Json.object()
                .with("id", "resp_" + requests.size())
                .with("object", "response")
                .with("created_at", 1_790_000_000)
                .with("status", "completed")
                .with("model", model)
                .with("parallel_tool_calls", true)
                .with("tool_choice", "auto")
                .with("tools", Json.of(List.of()))
                .with("output", Json.of(List.of(reasoning, message)))
                .with("usage", usage());
    }

    private static Json usage() {
        return Json.object()
                .with("input_tokens", 10)
                .with(
                        "input_tokens_details",
                        Json.object().with("cached_tokens", 0).with("cache_write_tokens", 8))
                .with("output_tokens", 5)
                .with("output_tokens_details", Json.object().with("reasoning_tokens", 3))
                .with("total_tokens", 15);
    }

    private void refuse(HttpExchange exchange, String reason) throws IOException {
        refused.add(reason);
        Json error = Json.object()
                .with("message", "The encrypted content could not be verified. Reason: " + reason)
                .with("type", "invalid_request_error")
                .with("code", "invalid_encrypted_content");
        send(exchange, 400, Json.object().with("error", error));
    }

    private static void send(HttpExchange exchange, int status, Json body) throws IOException {
        byte[] bytes = body.text().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        http.stop(0);
        assertThat(objections).as("what the official client objects to").isEmpty();
    }
}
