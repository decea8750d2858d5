package dev.plumbline.testkit.server;

import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A service that says what was written down, in one wire format: one step answers one request, as server-sent events or
 * whole, as the request asks. Hand it to {@link ScriptedServer#otherwise}; for faults of bytes hand its {@link #stream} to
 * {@link ScriptedServer#answers(ServerResponse)}: {@code server.answers(script.stream().stallsAfter(99))}. Answers report
 * 10 input tokens and one output token for each piece and call, unless {@link #usage} says otherwise. Requests beyond the
 * script get a 500 that says so, unless it {@linkplain #repeats() repeats}. Safe for any number of threads; the script may
 * grow while it plays.
 *
 * @param <S> the script itself
 */
public abstract sealed class ServiceScript<S extends ServiceScript<S>>
        implements Function<ServerRequest, ServerResponse>
        permits OpenAiChatScript, OpenAiResponsesScript, AnthropicScript {
    private final WireFormat format;
    private final List<Step> steps = new ArrayList<>();
    private Duration pace = Duration.ZERO;
    private Optional<Usage> usage = Optional.empty();
    private boolean repeats;
    private boolean roundOpen;
    private ScriptedOutput words = ScriptedOutput.NONE;
    private int calls;
    private int answered;

    ServiceScript(WireFormat format) {
        this.format = format;
    }

    /** This script, as what it is. */
    abstract S self();

    /** One answer, streamed in these pieces. */
    public final S says(String... pieces) {
        return says(FinishReason.STOP, pieces);
    }

    /** One answer of which these pieces fit, and no more: it ends because it reached the limit of its length. */
    public final S fillsUp(String... pieces) {
        return says(FinishReason.LENGTH, pieces);
    }

    private synchronized S says(FinishReason finish, String... pieces) {
        return add(words.withPieces(List.of(pieces)).withFinish(finish));
    }

    /** Words in front of the tool calls that follow, in the same answer, streamed in these pieces. */
    public final synchronized S saying(String... pieces) {
        words = words.withPieces(List.of(pieces));
        return nextRound();
    }

    /** Reasoning in front of what follows, in the same answer. */
    final synchronized S reasoning(String text, String signature) {
        words = words.withThought(new ScriptedOutput.Thought(text, signature));
        return nextRound();
    }

    /** A tool call; several in a row make one round, up to {@link #nextRound}. Ids are call_1, call_2 and so on. */
    public final synchronized S callsTool(String name, Map<String, ?> arguments) {
        ScriptedOutput before = words;
        if (roundOpen && steps.remove(steps.size() - 1) instanceof ScriptedOutput round) {
            before = round;
        }
        add(before.plus(new ScriptedOutput.Call("call_" + ++calls, name, Json.of(arguments))));
        roundOpen = true;
        return self();
    }

    /** Ends a round of tool calls: the next {@link #callsTool} answers another request. */
    public final synchronized S nextRound() {
        roundOpen = false;
        return self();
    }

    /** An answer of which these pieces arrive, and then the connection ends: no finish reason, no end mark. */
    public final synchronized S cutsAfter(String... pieces) {
        return says(FinishReason.NONE, pieces);
    }

    /**
     * A stream of which these pieces arrive, and then an error of the service in place of the rest; a 500 for a request
     * that does not stream.
     *
     * @param code the service's word for it, e.g. {@code overloaded_error}
     */
    public final synchronized S failsAfter(String code, String... pieces) {
        return add(
                words.withPieces(List.of(pieces)).withFinish(FinishReason.NONE).withError(code));
    }

    /** A 429 that says when to come again, in whole seconds. */
    public final S limitsRate(Duration retryAfter) {
        return add(new Fault(429, format.rateLimit(), Map.of("Retry-After", "" + retryAfter.toSeconds())));
    }

    /**
     * An error of the service.
     *
     * @param code the service's word for it, e.g. {@code context_length_exceeded}
     */
    public final S fails(int status, String code) {
        return add(new Fault(status, code, Map.of()));
    }

    /** Sets what the answers written after this one report. */
    public final synchronized S usage(Usage each) {
        usage = Optional.of(each);
        return self();
    }

    /** Waits that long, in real time, between the bytes of two pieces; for demonstrations. */
    public final synchronized S pace(Duration between) {
        pace = between;
        return self();
    }

    /** Begins anew at the end of the script. */
    public final synchronized S repeats() {
        repeats = true;
        return self();
    }

    private synchronized S add(Step step) {
        steps.add(
                step instanceof ScriptedOutput said ? usage.map(said::withUsage).orElse(said) : step);
        words = ScriptedOutput.NONE;
        roundOpen = false;
        return self();
    }

    @Override
    public final ServerResponse apply(ServerRequest request) {
        return request.target().endsWith("/models") ? ServerResponse.json(format.models()) : answer(request.json());
    }

    /** The next answer as a stream with its usage, for scripts of bytes. */
    public final ServerResponse stream() {
        return answer(format.streamRequest());
    }

    final synchronized ServerResponse answer(Json request) {
        roundOpen = false;
        int number = answered++;
        if (steps.isEmpty() || (number >= steps.size() && !repeats)) {
            return new Fault(500, "script_ended", Map.of()).answer(format);
        }
        Step step = steps.get(number % steps.size());
        return (step instanceof Fault fault ? fault.answer(format) : play((ScriptedOutput) step, number + 1, request))
                .withPace(pace);
    }

    private ServerResponse play(ScriptedOutput said, int number, Json request) {
        String model = request.get("model").exists() ? request.get("model").asText() : "script";
        WireFormat.Head head = new WireFormat.Head(number, model);
        if (WireFormat.is(request.get("stream"))) {
            ServerResponse events = ServerResponse.stream(String.join("", format.events(said, head, request)))
                    .byEvent();
            return said.isCut() ? events.closesAfter(events.size()) : events;
        }
        return said.error()
                .map(code -> new Fault(500, code, Map.of()).answer(format))
                .orElseGet(() -> whole(said, head));
    }

    private ServerResponse whole(ScriptedOutput said, WireFormat.Head head) {
        ServerResponse whole = ServerResponse.json(format.whole(said, head));
        return said.isCut() ? whole.closesAfter(whole.size() / 2) : whole;
    }

    /** What answers one request. */
    sealed interface Step permits ScriptedOutput, Fault {}

    /** An error in place of an answer. */
    record Fault(int status, String code, Map<String, String> headers) implements Step {
        ServerResponse answer(WireFormat format) {
            ServerResponse answer =
                    ServerResponse.json(format.error(status, code).text()).withStatus(status);
            for (Map.Entry<String, String> header : headers.entrySet()) {
                answer = answer.withHeader(header.getKey(), header.getValue());
            }
            return answer;
        }
    }
}
