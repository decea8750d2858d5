package dev.plumbline.metrics;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Publishes events as nested Micrometer observations: a turn, its calls with their attempts, and its tools. They are linked by their parents and open no scope on a thread. An observation that is still open ends
 * with its turn. Needs {@code micrometer-observation}, which is not a dependency of the SDK. Thread-safe.
 */
public final class TraceObserver implements AiObserver, AutoCloseable {
    private static final Set<Class<? extends AiEvent>> USED = Set.of(
            AiEvent.TurnStarted.class,
            AiEvent.TurnFinished.class,
            AiEvent.CallStarted.class,
            AiEvent.CallFinished.class,
            AiEvent.AttemptStarted.class,
            AiEvent.AttemptFinished.class,
            AiEvent.ToolStarted.class,
            AiEvent.ToolFinished.class);

    private final ObservationRegistry registry;
    private final Map<Span, Observation> open = new ConcurrentHashMap<>();

    private TraceObserver(ObservationRegistry registry) {
        this.registry = registry;
    }

    /** Returns an observer for that registry. */
    public static TraceObserver of(ObservationRegistry registry) {
        return new TraceObserver(registry);
    }

    @Override
    public boolean watches(Class<? extends AiEvent> kind) {
        return USED.contains(kind);
    }

    /** Adds content to the span of that call, if it is running. */
    @Override
    public void onContent(CallIds ids, Map<String, String> content) {
        Observation call = open.get(Span.call(ids));
        if (call != null) {
            content.forEach(call::highCardinalityKeyValue);
        }
    }

    /**
     * Returns {@code traceparent} of the span of that call or tool; of the nearest one around it if it has none. Empty
     * without a tracing bridge.
     */
    @Override
    public Map<String, String> traceHeaders(CallIds ids, long invocation) {
        Span span = invocation > 0 ? Span.tool(ids, invocation) : Span.call(ids);
        Observation known = open.get(span);
        Optional<Observation> nearest = known == null ? parent(span) : Optional.of(known);
        try {
            return nearest.isEmpty() ? Map.of() : TraceParent.headers(nearest.get());
        } catch (NoClassDefFoundError withoutBridge) {
            return Map.of();
        }
    }

    @Override
    public void onEvent(AiEvent event) {
        if (event instanceof AiEvent.ToolStarted tool) {
            start(Span.tool(tool.ids(), tool.invocation()), tool.ids(), "execute_tool " + tool.tool())
                    .ifPresent(made -> made.lowCardinalityKeyValue(GenAiAttributes.OPERATION, "execute_tool")
                            .lowCardinalityKeyValue(
                                    "gen_ai.tool.name", tool.tool().text()));
        } else if (event instanceof AiEvent.ToolFinished tool) {
            String code = tool.code().text();
            stop(Span.tool(tool.ids(), tool.invocation()), code.equals("ok") ? Optional.empty() : Optional.of(code));
        } else if (event instanceof AiEvent.CallStarted || event instanceof AiEvent.AttemptStarted) {
            asked(event);
        } else {
            inTurn(event);
        }
    }

    private void asked(AiEvent event) {
        if (event instanceof AiEvent.CallStarted call) {
            start(Span.call(call.ids()), call.ids(), "chat " + call.model())
                    .ifPresent(made -> made.lowCardinalityKeyValue(GenAiAttributes.OPERATION, "chat")
                            .lowCardinalityKeyValue(GenAiAttributes.PROVIDER, GenAiAttributes.provider(call.provider()))
                            .highCardinalityKeyValue(
                                    GenAiAttributes.REQUEST_MODEL, call.model().text())
                            .highCardinalityKeyValue(
                                    "plumbline.body", call.body().text()));
        } else if (event instanceof AiEvent.AttemptStarted attempt) {
            start(Span.attempt(attempt.ids()), attempt.ids(), "attempt " + attempt.provider());
        }
    }

    private void inTurn(AiEvent event) {
        if (event instanceof AiEvent.TurnStarted turn) {
            start(Span.turn(turn.ids()), turn.ids(), "invoke_agent")
                    .ifPresent(made -> made.lowCardinalityKeyValue(GenAiAttributes.OPERATION, "invoke_agent"));
        } else if (event instanceof AiEvent.AttemptFinished attempt) {
            stop(Span.attempt(attempt.ids()), type(attempt.attempt().error()));
        } else if (event instanceof AiEvent.CallFinished call) {
            Observation known = open.get(Span.call(call.ids()));
            if (known != null) {
                GenAiAttributes.addResult(known, call.call());
            }
            stop(Span.call(call.ids()), type(call.call().error()));
        } else if (event instanceof AiEvent.TurnFinished turn) {
            Observation known = open.get(Span.turn(turn.ids()));
            if (known != null) {
                GenAiAttributes.addUsage(known, turn.usage());
            }
            finished(turn.ids().turn(), type(turn.error()));
        }
    }

    private static Optional<String> type(Optional<AiError.Category> error) {
        return error.map(GenAiAttributes::type);
    }

    /** Opens an observation below its nearest open parent; empty if its turn is over or it belongs to no turn. */
    private Optional<Observation> start(Span span, CallIds ids, String contextual) {
        Optional<Observation> above = parent(span);
        if (above.isEmpty() && span.level() != Level.TURN) {
            return Optional.empty();
        }
        Observation made = Observation.createNotStarted(span.level().observed, span.level()::context, registry)
                .contextualName(contextual)
                .highCardinalityKeyValue(GenAiAttributes.CONVERSATION, ids.session());
        above.ifPresent(made::parentObservation);
        open.put(span, made);
        return Optional.of(made.start());
    }

    private Optional<Observation> parent(Span span) {
        for (Span over : span.above()) {
            Observation known = open.get(over);
            if (known != null) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    /** Ends an observation; one with an error has the status of a failure. */
    private void stop(Span span, Optional<String> error) {
        Observation known = open.remove(span);
        if (known != null) {
            error.ifPresent(type ->
                    known.highCardinalityKeyValue(GenAiAttributes.ERROR, type).error(new FailedOperation(type)));
            known.stop();
        }
    }

    /** Stands for the error of an operation, because bridges take the status of a span from an exception. */
    private static final class FailedOperation extends Exception {
        private static final long serialVersionUID = 1;

        FailedOperation(String type) {
            super(type, null, false, false);
        }
    }

    /** Ends the observations of a turn, innermost first. */
    private void finished(String turn, Optional<String> error) {
        List<Span> left = open.keySet().stream()
                .filter(span -> span.turn().equals(turn))
                .sorted(Comparator.comparing(Span::level).reversed())
                .toList();
        left.forEach(span -> stop(span, error));
    }

    /** Ends open observations. Idempotent. The runtime calls it. */
    @Override
    public void close() {
        open.keySet().stream()
                .map(Span::turn)
                .distinct()
                .toList()
                .forEach(turn -> finished(turn, Optional.of("cancelled")));
    }

    private enum Level {
        TURN("plumbline.turn"),
        CALL("gen_ai.client.operation"),
        ATTEMPT("plumbline.attempt"),
        TOOL("gen_ai.execute_tool");

        private final String observed;

        Level(String observed) {
            this.observed = observed;
        }

        /** Returns the context: a call is one of a client, all others are internal. */
        Observation.Context context() {
            return this == CALL
                    ? new SenderContext<>((carrier, key, value) -> {}, Kind.CLIENT)
                    : new Observation.Context();
        }
    }

    /** The position of an observation in its turn. */
    private record Span(Level level, String turn, int round, String part) {

        static Span turn(CallIds ids) {
            return new Span(Level.TURN, ids.turn(), 0, "");
        }

        static Span call(CallIds ids) {
            return new Span(Level.CALL, ids.turn(), ids.round(), ids.request());
        }

        static Span attempt(CallIds ids) {
            return new Span(Level.ATTEMPT, ids.turn(), ids.round(), ids.request());
        }

        static Span tool(CallIds ids, long invocation) {
            return new Span(Level.TOOL, ids.turn(), ids.round(), Long.toString(invocation));
        }

        /** Returns its possible parents, nearest first. */
        List<Span> above() {
            Span inTurn = new Span(Level.TURN, turn, 0, "");
            return switch (level) {
                case TURN -> List.of();
                case CALL, TOOL -> List.of(inTurn);
                case ATTEMPT -> List.of(new Span(Level.CALL, turn, round, part), inTurn);
            };
        }
    }
}
