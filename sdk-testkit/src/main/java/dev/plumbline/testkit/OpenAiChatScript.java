package dev.plumbline.testkit;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.ChatWire.ChatCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A chat-completions service that says what was written down: one step answers one request, as server-sent events or
 * whole, as the request asks; usage is streamed when the request includes it. Hand it to
 * {@link ScriptedServer#otherwise}. Requests beyond the script get a 500 that says so, unless it {@linkplain #repeats()
 * repeats}. Safe for any number of threads; the script may grow while it plays.
 */
public final class OpenAiChatScript implements Function<ServerRequest, ServerAnswer> {
    private final List<Step> steps = new ArrayList<>();
    private Duration pace = Duration.ZERO;
    private boolean repeats;
    private boolean roundOpen;
    private List<String> saying = List.of();
    private int calls;
    private int answered;

    private OpenAiChatScript() {}

    /** An empty script. */
    public static OpenAiChatScript script() {
        return new OpenAiChatScript();
    }

    /** One answer, streamed in these pieces. */
    public synchronized OpenAiChatScript says(String... pieces) {
        return add(new Answer(List.of(pieces), List.of(), true));
    }

    /** Words in front of the tool calls that follow, in the same answer, streamed in these pieces. */
    public synchronized OpenAiChatScript saying(String... pieces) {
        saying = List.of(pieces);
        return nextRound();
    }

    /** A tool call; several in a row make one round, up to {@link #nextRound}. Ids are call_1, call_2 and so on. */
    public synchronized OpenAiChatScript callsTool(String name, Map<String, ?> arguments) {
        List<ChatCall> round = new ArrayList<>();
        List<String> pieces = saying;
        if (roundOpen && steps.remove(steps.size() - 1) instanceof Answer before) {
            round.addAll(before.calls());
            pieces = before.pieces();
        }
        round.add(new ChatCall("call_" + ++calls, name, Json.of(arguments)));
        add(new Answer(pieces, round, true));
        roundOpen = true;
        return this;
    }

    /** Ends a round of tool calls: the next {@link #callsTool} answers another request. */
    public synchronized OpenAiChatScript nextRound() {
        roundOpen = false;
        return this;
    }

    /** An answer of which these pieces arrive, and then the connection ends: no finish reason, no end mark. */
    public synchronized OpenAiChatScript cutsAfter(String... pieces) {
        return add(new Answer(List.of(pieces), List.of(), false));
    }

    /** A 429 that says when to come again, in whole seconds. */
    public OpenAiChatScript limitsRate(Duration retryAfter) {
        Fault fault = new Fault(429, "rate_limit_exceeded", Map.of("Retry-After", "" + retryAfter.toSeconds()));
        return add(fault);
    }

    /**
     * An error of the service.
     *
     * @param code the service's word for it, e.g. {@code context_length_exceeded}
     */
    public OpenAiChatScript fails(int status, String code) {
        return add(new Fault(status, code, Map.of()));
    }

    /** Waits that long, in real time, between the bytes of two pieces; for demonstrations. */
    public synchronized OpenAiChatScript pace(Duration between) {
        pace = between;
        return this;
    }

    /** Begins anew at the end of the script. */
    public synchronized OpenAiChatScript repeats() {
        repeats = true;
        return this;
    }

    private synchronized OpenAiChatScript add(Step step) {
        steps.add(step);
        saying = List.of();
        roundOpen = false;
        return this;
    }

    @Override
    public ServerAnswer apply(ServerRequest request) {
        if (request.target().endsWith("/models")) {
            return ServerAnswer.json("{\"object\":\"list\",\"data\":[{\"id\":\"script\",\"object\":\"model\"}]}");
        }
        return answer(request.json());
    }

    /** The next answer as a stream, for scripts of bytes: {@code server.answers(script.stream(true).closesAfter(99))}. */
    public ServerAnswer stream(boolean withUsage) {
        Json options = Json.object().with("include_usage", withUsage);
        return answer(Json.object().with("stream", true).with("stream_options", options));
    }

    private synchronized ServerAnswer answer(Json request) {
        roundOpen = false;
        int number = answered++;
        if (steps.isEmpty() || (number >= steps.size() && !repeats)) {
            return new Fault(500, "script_ended", Map.of()).to(request, number);
        }
        return steps.get(number % steps.size()).to(request, number + 1).withPace(pace);
    }

    /** What answers one request. */
    private sealed interface Step {
        ServerAnswer to(Json request, int number);
    }

    private record Fault(int status, String code, Map<String, String> headers) implements Step {
        @Override
        public ServerAnswer to(Json request, int number) {
            Json error = Json.object()
                    .with("message", "the script says that this request fails")
                    .with("type", status < 500 ? "invalid_request_error" : "server_error")
                    .with("code", code);
            ServerAnswer answer =
                    ServerAnswer.json(Json.object().with("error", error).text()).withStatus(status);
            for (Map.Entry<String, String> header : headers.entrySet()) {
                answer = answer.withHeader(header.getKey(), header.getValue());
            }
            return answer;
        }
    }

    private record Answer(List<String> pieces, List<ChatCall> calls, boolean whole) implements Step {

        @Override
        public ServerAnswer to(Json request, int number) {
            String model = request.get("model").exists() ? request.get("model").asText() : "script";
            ChatWire wire = new ChatWire(number, model);
            return is(request.get("stream"))
                    ? stream(wire, is(request.at("/stream_options/include_usage")))
                    : plain(wire);
        }

        private static boolean is(Json flag) {
            return flag.kind() == Json.Kind.BOOLEAN && flag.asBoolean();
        }

        private String reason() {
            return calls.isEmpty() ? "stop" : "tool_calls";
        }

        private Json tokens() {
            return ChatWire.tokens(10, pieces.size() + calls.size());
        }

        private ServerAnswer plain(ChatWire wire) {
            Json message = ChatWire.message(String.join("", pieces), calls);
            ServerAnswer answer = ServerAnswer.json(wire.whole(message, reason(), tokens()));
            return whole ? answer : answer.closesAfter(answer.size() / 2);
        }

        private ServerAnswer stream(ChatWire wire, boolean withUsage) {
            List<String> payloads = new ArrayList<>(wire.chunks(pieces, calls));
            if (!whole) {
                ServerAnswer cut = events(payloads);
                return cut.closesAfter(cut.size());
            }
            payloads.add(wire.end(reason()));
            if (withUsage) {
                payloads.add(wire.usage(tokens()));
            }
            payloads.add("[DONE]");
            return events(payloads);
        }

        private static ServerAnswer events(List<String> payloads) {
            return ServerAnswer.sse(payloads).byEvent();
        }
    }
}
