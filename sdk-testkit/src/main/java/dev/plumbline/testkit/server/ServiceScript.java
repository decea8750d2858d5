package dev.plumbline.testkit.server;

import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.internal.BoundCallLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A scripted service with one wire format: each step answers one request, as server-sent events or whole, as requested.
 * Pass it to {@link ScriptedServer#answers(ServiceScript)}; for faults of bytes pass its {@link #stream} to {@link
 * ScriptedServer#answers(ServerResponse)}: {@code server.answers(script.stream().stallsAfter(99))}. Answers report
 * 10 input tokens and one output token for each piece and call, unless {@link #usage} says otherwise. Requests beyond
 * the script get status 500, unless it {@linkplain #repeats() repeats}. Thread-safe; steps can be added while the
 * script is played.
 *
 * @param <S> the type of the script
 */
public abstract sealed class ServiceScript<S extends ServiceScript<S>>
        implements Function<ServerRequest, ServerResponse>
        permits OpenAiChatScript, OpenAiResponsesScript, AnthropicScript {
    private final WireFormat format;
    private final Optional<ServiceEmulator> bound =
            BoundCallLog.ofRun().map(log -> ServiceEmulator.of(this).judging(log));
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

    /** Returns this script with its type. */
    abstract S self();

    /** Adds an answer, streamed in these pieces. */
    public final S says(String... pieces) {
        return says(FinishReason.STOP, pieces);
    }

    /** Adds an answer of these pieces that ends because it reached the token limit. */
    public final S fillsUp(String... pieces) {
        return says(FinishReason.LENGTH, pieces);
    }

    private synchronized S says(FinishReason finish, String... pieces) {
        return add(words.withPieces(List.of(pieces)).withFinish(finish));
    }

    /** Adds text before the next tool calls of the same answer, streamed in these pieces. */
    public final synchronized S saying(String... pieces) {
        words = words.withPieces(List.of(pieces));
        return nextRound();
    }

    /** Adds reasoning before the next content of the same answer. */
    final synchronized S reasoning(String text, String signature) {
        words = words.withThought(new ScriptedOutput.Thought(text, signature));
        return nextRound();
    }

    /** Adds a tool call; consecutive ones are one round, up to {@link #nextRound}. Ids are call_1, call_2 and so on. */
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

    /** Adds an answer that streams these pieces and then closes the connection, without finish reason and end mark. */
    public final synchronized S cutsAfter(String... pieces) {
        return says(FinishReason.NONE, pieces);
    }

    /**
     * Changes why the last answer ends, such as tool calls that reach the token limit; NONE closes the connection after
     * them, without finish reason and end mark, and OTHER is a reason that clients do not know.
     */
    public final synchronized S endsAs(FinishReason reason) {
        int last = steps.size() - 1;
        if (last >= 0 && steps.get(last) instanceof ScriptedOutput said) {
            steps.set(last, said.withFinish(reason));
        }
        return nextRound();
    }

    /**
     * Adds a stream of these pieces that ends with an error of the service; status 500 for a request that does not
     * stream.
     *
     * @param code the service's error code, e.g. {@code overloaded_error}
     */
    public final synchronized S failsAfter(String code, String... pieces) {
        return add(
                words.withPieces(List.of(pieces)).withFinish(FinishReason.NONE).withError(code));
    }

    /** Adds a response with status 429 and a retry time in whole seconds. */
    public final S limitsRate(Duration retryAfter) {
        return add(new Fault(429, format.rateLimit(), Map.of("Retry-After", "" + retryAfter.toSeconds())));
    }

    /**
     * Adds an error of the service.
     *
     * @param code the service's error code, e.g. {@code context_length_exceeded}
     */
    public final S fails(int status, String code) {
        return add(new Fault(status, code, Map.of()));
    }

    /** Sets the usage of the answers that are added after this call. */
    public final synchronized S usage(Usage each) {
        usage = Optional.of(each);
        return self();
    }

    /** Sets a wait in real time between two pieces; for demonstrations. */
    public final synchronized S pace(Duration between) {
        pace = between;
        return self();
    }

    /** Repeats the script from the beginning at its end. */
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
        if (request.target().endsWith("/models")) {
            return ServerResponse.json(format.models());
        }
        return bound.isPresent() && ServiceRules.of(request).isPresent()
                ? bound.get().apply(request)
                : answer(request.json());
    }

    /**
     * Returns the next answer as a stream with its usage, for faults of bytes. A server to which it is given answers
     * requests beyond its responses with the rest of this script.
     */
    public final ServerResponse stream() {
        return streamed(format.streamRequest());
    }

    final ServerResponse streamed(Json request) {
        return answer(request).withScript(this);
    }

    /** Returns whether there is an answer for a further request. */
    final synchronized boolean hasNext() {
        return !steps.isEmpty() && (answered < steps.size() || repeats);
    }

    final synchronized ServerResponse answer(Json request) {
        Step step = next();
        return response(step, new WireFormat.Head(answered, model(request), Optional.empty()), request);
    }

    static String model(Json request) {
        return request.get("model").exists() ? request.get("model").asText() : "script";
    }

    /** Returns the next step; an error if there is none. */
    final synchronized Step next() {
        roundOpen = false;
        boolean ended = !hasNext();
        int number = answered++;
        return ended
                ? new Fault(400, WireFormat.SCRIPT_ENDED, Map.of())
                : steps.get(number % steps.size()); // not sent again
    }

    /** Returns a step in the format of the service. */
    final synchronized ServerResponse response(Step step, WireFormat.Head head, Json request) {
        return (step instanceof Fault fault ? fault.answer(format) : play((ScriptedOutput) step, head, request))
                .withPace(pace);
    }

    private ServerResponse play(ScriptedOutput said, WireFormat.Head head, Json request) {
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

    /** A step of the script, which answers one request. */
    sealed interface Step permits ScriptedOutput, Fault {}

    /** An error instead of an answer. */
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
