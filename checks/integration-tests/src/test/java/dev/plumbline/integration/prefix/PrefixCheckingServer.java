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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * A server of Anthropic's format that binds thinking as the service documents it for models with preserved thinking: each
 * answer begins with a thinking block whose signature is a digest of system, tools and all messages before it, and names
 * the block before it. A request in which that has changed is refused with 400, or the blocks are dropped and named,
 * whichever the request asks for. Blocks of a model that the model of the request does not read, and of another account,
 * are dropped without an error; those that another server signed are refused. Source: Anthropic, "Preserved thinking",
 * "Prefix checks", "Switching models mid-conversation", "Thinking blocks stay with the account that produced them" and
 * "Fix a thinking block bound to a different conversation", November 2026. Each request and answer is also read by the
 * official client, and closing the server fails if that objects to one.
 */
final class PrefixCheckingServer implements AutoCloseable {
    private static final String BETA = "thinking-binding-controls-2026-08-01";

    /** The requests, oldest first. */
    final List<Json> requests = new CopyOnWriteArrayList<>();

    /** The places of the thinking blocks for which a request was refused with 400. */
    final List<String> refused = new CopyOnWriteArrayList<>();

    /** The places of the thinking blocks that were dropped because something before them has changed. */
    final List<String> dropped = new CopyOnWriteArrayList<>();

    /** How many thinking blocks of each request its model has read. */
    final List<Integer> read = new CopyOnWriteArrayList<>();

    /** The models whose thinking others read, as documented for some of them. */
    private static final Map<String, Set<String>> READS = Map.of(
            "claude-opus-5-5", Set.of("claude-opus-5", "claude-sonnet-5-5"),
            "claude-sonnet-5-5", Set.of("claude-sonnet-5", "claude-haiku-4-5"),
            "claude-fable-5-1", Set.of("claude-opus-5", "claude-opus-5-5"));

    private final HttpServer http;
    private final List<String> objections = new CopyOnWriteArrayList<>();
    private volatile boolean blind;
    private final Function<Json, List<Json>> model;

    /** Starts a server; the model returns the blocks of an answer behind its thinking. */
    PrefixCheckingServer(Function<Json, List<Json>> model) throws IOException {
        this.model = model;
        this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::answer);
        http.start();
    }

    /** Refuses pictures from now on. */
    PrefixCheckingServer withoutPictures() {
        blind = true;
        return this;
    }

    String address() {
        return "http://127.0.0.1:" + http.getAddress().getPort() + "/v1";
    }

    /** Returns a text block. */
    static Json text(String words) {
        return Json.object().with("type", "text").with("text", words);
    }

    /** Returns a tool call, whose id is that of the position of the answer. */
    static Json call(Json request, String tool) {
        return Json.object()
                .with("type", "tool_use")
                .with("id", "toolu_" + messages(request).size())
                .with("name", tool)
                .with("input", Json.object());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Json request = Json.parse(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            requests.add(request);
            objections.addAll(OfficialClients.objections(request, beta(exchange)));
            Json binding = request.get("thinking").get("block_binding");
            String key = Optional.ofNullable(exchange.getRequestHeaders().getFirst("x-api-key"))
                    .orElse("");
            Replay replay = new Replay(request, key);
            List<String> changed = replay.changed;
            if (replay.foreign != null) {
                refused.add(replay.foreign);
                refuse(exchange, replay.foreign + ": Invalid `signature` in `thinking` block");
            } else if (binding.exists() && !beta(exchange)) {
                refuse(exchange, "thinking.block_binding: Extra inputs are not permitted");
            } else if (!changed.isEmpty() && !"drop_block".equals(text(binding, "prefix_mismatch_behavior"))) {
                refused.add(changed.get(0));
                refuse(
                        exchange,
                        changed.get(0) + ": Invalid `signature` in `thinking` block. The block is bound to a different"
                                + " conversation. Remove the block, or set"
                                + " `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\".");
            } else if (blind && request.text().contains("\"type\":\"image\"")) {
                refuse(exchange, "this model does not take image input");
            } else {
                dropped.addAll(changed);
                read.add(replay.read);
                Json answer = message(request, replay);
                objections.addAll(OfficialClients.objectionsToAnswer(answer));
                send(exchange, 200, answer);
            }
        }
    }

    private static boolean beta(HttpExchange exchange) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst("anthropic-beta"))
                .orElse("")
                .contains(BETA);
    }

    private static String text(Json object, String member) {
        Json value = object.get(member);
        return value.exists() ? value.asText() : "";
    }

    /** The thinking blocks of a request. */
    private final class Replay {
        final String key;

        /** The places of those before which something has changed, and of all behind the first one. */
        final List<String> changed = new ArrayList<>();

        /** The places of those that the model does not read, by the reason. */
        final Map<String, String> unread = new LinkedHashMap<>();

        /** The place of one that this server has not signed; null if there is none. */
        String foreign;

        /** The signature of the last one; empty if there is none. */
        String last = "";

        int read;

        Replay(Json request, String key) {
            this.key = key;
            List<Json> messages = messages(request);
            for (int i = 0; i < messages.size(); i++) {
                List<Json> content = blocks(messages.get(i));
                for (int j = 0; j < content.size(); j++) {
                    if (text(content.get(j), "type").equals("thinking")) {
                        check(request, text(content.get(j), "signature"), new int[] {i, j});
                    }
                }
            }
        }

        private void check(Json request, String signature, int[] at) {
            String place = "messages." + at[0] + ".content." + at[1];
            String[] signed = signature.split(" ", -1);
            String reader = request.get("model").asText();
            boolean own = signed.length == 5; // anything else is of another conversation
            boolean goesOn = own && (last.isEmpty() || signed[4].equals(digest(last)));
            last = signature;
            if (!own) {
                changed.add(place);
            } else if (!signed[0].equals(address())) {
                foreign = foreign == null ? place : foreign;
            } else if (!signed[2].equals(digest(key))) {
                unread.put(place, "organization_binding_mismatch");
            } else if (!signed[1].equals(reader)
                    && !READS.getOrDefault(reader, Set.of()).contains(signed[1])) {
                unread.put(place, "model_binding_mismatch");
            } else if (!changed.isEmpty() || !goesOn || !signed[3].equals(prefix(request, at[0], at[1]))) {
                changed.add(place);
            } else {
                read++;
            }
        }

        /** Returns the signature of the block with which the answer begins. */
        String signature(Json request) {
            return String.join(
                    " ",
                    address(),
                    request.get("model").asText(),
                    digest(key),
                    prefix(request, messages(request).size(), 0),
                    digest(last));
        }
    }

    private static String digest(String text) {
        return Integer.toHexString(text.hashCode());
    }

    private static List<Json> messages(Json request) {
        return request.get("messages").elements();
    }

    private static List<Json> blocks(Json message) {
        Json content = message.get("content");
        return content.kind() == Json.Kind.ARRAY ? content.elements() : List.of(content);
    }

    private static String prefix(Json request, int message, int block) {
        List<Json> before = new ArrayList<>();
        before.add(without(request.get("system")));
        before.add(without(request.get("tools")));
        for (int i = 0; i < message; i++) {
            before.add(without(messages(request).get(i)));
        }
        if (block > 0) {
            blocks(messages(request).get(message)).subList(0, block).forEach(each -> before.add(without(each)));
        }
        return digest(Json.of(before).text());
    }

    /** Returns the value without marks of a cache, which are no content, and without thinking, which the next one names. */
    private static Json without(Json value) {
        if (value.kind() == Json.Kind.ARRAY) {
            return Json.of(value.elements().stream()
                    .filter(each -> each.kind() != Json.Kind.OBJECT
                            || !text(each, "type").equals("thinking"))
                    .map(PrefixCheckingServer::without)
                    .toList());
        } else if (value.kind() == Json.Kind.OBJECT) {
            Map<String, Json> members = new LinkedHashMap<>(value.fields());
            members.remove("cache_control");
            members.replaceAll((name, member) -> without(member));
            return Json.of(members);
        }
        return value.exists() ? value : Json.of(null);
    }

    private Json message(Json request, Replay replay) {
        List<Json> content = new ArrayList<>();
        content.add(Json.object()
                .with("type", "thinking")
                .with("thinking", "")
                .with("signature", replay.signature(request)));
        content.addAll(model.apply(request));
        boolean calls = content.stream().anyMatch(block -> text(block, "type").equals("tool_use"));
        return Json.object()
                .with("id", "msg_" + requests.size())
                .with("type", "message")
                .with("role", "assistant")
                .with("model", request.get("model").asText())
                .with("content", Json.of(content))
                .with("stop_reason", calls ? "tool_use" : "end_turn")
                .with("input_transformations", Json.of(transformations(replay)))
                .with("usage", Json.object().with("input_tokens", 10).with("output_tokens", 5));
    }

    private static List<Json> transformations(Replay replay) {
        Map<String, String> reasons = new LinkedHashMap<>(replay.unread);
        replay.changed.forEach(place -> reasons.put(place, "prefix_binding_mismatch"));
        List<Json> named = new ArrayList<>();
        reasons.forEach((place, reason) -> named.add(Json.object()
                .with("type", "thinking_dropped")
                .with("path", place)
                .with("reason", reason)));
        return named;
    }

    private static void refuse(HttpExchange exchange, String message) throws IOException {
        Json error = Json.object().with("type", "invalid_request_error").with("message", message);
        send(exchange, 400, Json.object().with("type", "error").with("error", error));
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
