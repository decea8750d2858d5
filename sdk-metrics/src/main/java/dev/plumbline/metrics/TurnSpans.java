package dev.plumbline.metrics;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The open observations of a turn: its own, those of its calls and those of its tools. The first attempt of a call is
 * the call; each further one has an observation below it. Thread-safe.
 */
final class TurnSpans {
    static final String CALL = "gen_ai.client.operation";

    private final ObservationRegistry registry;
    private final Observation turn;
    private final Map<Part, Open> parts = new HashMap<>();

    private TurnSpans(ObservationRegistry registry, Observation turn) {
        this.registry = registry;
        this.turn = turn;
    }

    /** A call of a turn by its request; a tool by its invocation. */
    private record Part(int round, String request, long invocation) {
        static Part of(CallIds ids, long invocation) {
            return invocation > 0 ? new Part(ids.round(), "", invocation) : new Part(ids.round(), ids.request(), 0);
        }
    }

    /** The observation of a call or a tool, with the attempt that is running. */
    private static final class Open {
        private final Observation span;
        private int attempts;
        private @Nullable Observation attempt;

        Open(Observation span) {
            this.span = span;
        }

        void endAttempt(Optional<String> error) {
            if (attempt != null) {
                stop(attempt, error);
                attempt = null;
            }
        }

        void end(Optional<String> error) {
            endAttempt(error);
            stop(span, error);
        }
    }

    /** Starts the observation of a turn. */
    static TurnSpans start(ObservationRegistry registry, CallIds ids) {
        Observation turn = span(registry, "plumbline.turn", new Observation.Context(), ids)
                .contextualName("invoke_agent")
                .lowCardinalityKeyValue(GenAiAttributes.OPERATION, "invoke_agent");
        return new TurnSpans(registry, turn.start());
    }

    private static Observation span(
            ObservationRegistry registry, String name, Observation.Context context, CallIds ids) {
        return Observation.createNotStarted(name, () -> context, registry)
                .highCardinalityKeyValue(GenAiAttributes.CONVERSATION, ids.session());
    }

    Observation turn() {
        return turn;
    }

    /** Returns the observation of that call, or of that tool if the invocation is not 0; that of the turn without one. */
    synchronized Observation nearest(CallIds ids, long invocation) {
        Open open = parts.get(Part.of(ids, invocation));
        return open == null ? turn : open.span;
    }

    /** Returns the observation of that call or tool. */
    synchronized Optional<Observation> find(CallIds ids, long invocation) {
        return Optional.ofNullable(parts.get(Part.of(ids, invocation))).map(open -> open.span);
    }

    /** Starts the observation of a call, which is one of a client. */
    synchronized void started(TelemetryEvent.CallStarted call) {
        Observation span = span(registry, CALL, new SenderContext<>((to, key, value) -> {}, Kind.CLIENT), call.ids())
                .contextualName("chat " + call.model())
                .lowCardinalityKeyValue(GenAiAttributes.OPERATION, "chat")
                .lowCardinalityKeyValue(GenAiAttributes.PROVIDER, GenAiAttributes.provider(call.provider()))
                .highCardinalityKeyValue(
                        GenAiAttributes.REQUEST_MODEL, call.model().text())
                .highCardinalityKeyValue("plumbline.body", call.body().text())
                .parentObservation(turn);
        parts.put(Part.of(call.ids(), 0), new Open(span.start()));
    }

    /** Starts the observation of a tool. */
    synchronized void started(TelemetryEvent.ToolStarted tool) {
        Observation span = span(registry, "gen_ai.execute_tool", new Observation.Context(), tool.ids())
                .contextualName("execute_tool " + tool.tool())
                .lowCardinalityKeyValue(GenAiAttributes.OPERATION, "execute_tool")
                .lowCardinalityKeyValue("gen_ai.tool.name", tool.tool().text())
                .parentObservation(turn);
        parts.put(Part.of(tool.ids(), tool.invocation()), new Open(span.start()));
    }

    /** Adds the server to the call, and starts an observation of a further attempt. */
    synchronized void started(TelemetryEvent.AttemptStarted attempt) {
        Open call = parts.get(Part.of(attempt.ids(), 0));
        if (call == null) {
            return;
        }
        call.attempts++;
        if (call.attempts == 1) {
            addServer(call.span, attempt.server());
            return;
        }
        Observation span = span(registry, "plumbline.attempt", new Observation.Context(), attempt.ids())
                .contextualName("attempt " + attempt.provider())
                .lowCardinalityKeyValue(GenAiAttributes.PROVIDER, GenAiAttributes.provider(attempt.provider()))
                .parentObservation(call.span);
        addServer(span, attempt.server());
        call.attempt = span.start();
    }

    private static void addServer(Observation to, Optional<TelemetryName> server) {
        if (server.isPresent()) {
            String address = server.get().text();
            int colon = address.lastIndexOf(':');
            to.highCardinalityKeyValue("server.address", address.substring(0, colon))
                    .highCardinalityKeyValue("server.port", address.substring(colon + 1));
        }
    }

    /** Ends a further attempt; the failure of the first one becomes an event of the call. */
    synchronized void finished(TelemetryEvent.AttemptFinished attempt) {
        Open call = parts.get(Part.of(attempt.ids(), 0));
        if (call == null) {
            return;
        }
        Optional<String> error = attempt.attempt().error().map(GenAiAttributes::type);
        if (call.attempt == null && error.isPresent()) {
            call.span.event(Observation.Event.of("plumbline.attempt.failed", "attempt failed: " + error.get()));
        }
        call.endAttempt(error);
    }

    /** Ends a call or a tool; one with an error has the status of a failure. */
    synchronized void end(CallIds ids, long invocation, Optional<String> error) {
        Open open = parts.remove(Part.of(ids, invocation));
        if (open != null) {
            open.end(error);
        }
    }

    /** Ends everything, the turn last. */
    synchronized void end(Optional<String> error) {
        parts.values().forEach(open -> open.end(error));
        parts.clear();
        stop(turn, error);
    }

    private static void stop(Observation span, Optional<String> error) {
        if (error.isPresent()) {
            span.highCardinalityKeyValue(GenAiAttributes.ERROR, error.get()).error(new FailedOperation(error.get()));
        }
        span.stop();
    }

    /** Stands for the error of an operation, because bridges take the status of a span from an exception. */
    private static final class FailedOperation extends Exception {
        private static final long serialVersionUID = 1;

        FailedOperation(String type) {
            super(type, null, false, false);
        }
    }
}
