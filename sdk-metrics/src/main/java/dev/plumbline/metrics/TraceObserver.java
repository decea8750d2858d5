package dev.plumbline.metrics;

import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.TelemetryObserver;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes events as nested Micrometer observations: a turn, its calls and its tools. A further attempt of a call has
 * an observation of its own below it. They are linked by their parents and open no scope on a thread. An observation
 * that is still open ends with its turn. Needs {@code micrometer-observation}, which is not a dependency of the SDK.
 * Thread-safe.
 */
public final class TraceObserver implements TelemetryObserver, AutoCloseable {
    private static final Set<Class<? extends TelemetryEvent>> USED = Set.of(
            TelemetryEvent.TurnStarted.class,
            TelemetryEvent.TurnFinished.class,
            TelemetryEvent.CallStarted.class,
            TelemetryEvent.CallFinished.class,
            TelemetryEvent.AttemptStarted.class,
            TelemetryEvent.AttemptFinished.class,
            TelemetryEvent.ToolStarted.class,
            TelemetryEvent.ToolFinished.class);

    private final ObservationRegistry registry;
    private final Map<String, TurnSpans> turns = new ConcurrentHashMap<>();

    private TraceObserver(ObservationRegistry registry) {
        this.registry = registry;
    }

    /** Returns an observer for that registry. */
    public static TraceObserver of(ObservationRegistry registry) {
        return new TraceObserver(registry);
    }

    @Override
    public boolean watches(Class<? extends TelemetryEvent> kind) {
        return USED.contains(kind);
    }

    /** Adds attributes to the span of that call or tool, if it is running. */
    @Override
    public void onAttributes(CallIds ids, long invocation, Map<String, String> attributes) {
        in(
                ids,
                turn -> turn.find(ids, invocation)
                        .ifPresent(span -> attributes.forEach(span::highCardinalityKeyValue)));
    }

    /**
     * Returns {@code traceparent} of the span of that call or tool; of its turn if it has none. Empty without a tracing
     * bridge.
     */
    @Override
    public Map<String, String> traceHeaders(CallIds ids, long invocation) {
        @Nullable TurnSpans turn = turns.get(ids.turn());
        if (turn == null) {
            return Map.of();
        }
        try {
            return TraceParent.headers(turn.nearest(ids, invocation));
        } catch (NoClassDefFoundError withoutBridge) {
            return Map.of();
        }
    }

    /**
     * Publishes the result of an evaluation: {@code gen_ai.evaluation.result} of the convention, an observation that
     * takes no time, because Micrometer's events have no attributes. It is below the call if that is running, else below
     * its turn; behind the turn, it is linked by the conversation alone.
     *
     * @param ids what was evaluated: a call, a turn, or a session
     * @param name the metric, e.g. {@code relevance}; its explanation is content and has no place here
     * @param score the result as a number, if it has one
     * @param label the result as a word, e.g. {@code pass}, if it has one
     * @throws IllegalArgumentException if there is neither a score nor a label
     */
    public void evaluated(CallIds ids, TelemetryName name, OptionalDouble score, Optional<TelemetryName> label) {
        if (score.isEmpty() && label.isEmpty()) {
            throw new IllegalArgumentException(
                    "the evaluation " + name + " has no result; give a score, a label, or both");
        }
        Observation result = Observation.createNotStarted("gen_ai.evaluation.result", registry)
                .lowCardinalityKeyValue("gen_ai.evaluation.name", name.text())
                .highCardinalityKeyValue(GenAiAttributes.CONVERSATION, ids.session());
        score.ifPresent(
                value -> result.highCardinalityKeyValue("gen_ai.evaluation.score.value", Double.toString(value)));
        label.ifPresent(word -> result.lowCardinalityKeyValue("gen_ai.evaluation.score.label", word.text()));
        in(ids, turn -> result.parentObservation(turn.nearest(ids, 0)));
        result.start().stop();
    }

    @Override
    public void onEvent(TelemetryEvent event) {
        if (event instanceof TelemetryEvent.TurnStarted turn) {
            turns.put(turn.ids().turn(), TurnSpans.start(registry, turn.ids()));
        } else if (event instanceof TelemetryEvent.CallStarted call) {
            in(call.ids(), turn -> turn.started(call));
        } else if (event instanceof TelemetryEvent.AttemptStarted attempt) {
            in(attempt.ids(), turn -> turn.started(attempt));
        } else if (event instanceof TelemetryEvent.ToolStarted tool) {
            in(tool.ids(), turn -> turn.started(tool));
        } else {
            finished(event);
        }
    }

    private void finished(TelemetryEvent event) {
        if (event instanceof TelemetryEvent.AttemptFinished attempt) {
            in(attempt.ids(), turn -> turn.finished(attempt));
        } else if (event instanceof TelemetryEvent.CallFinished call) {
            in(call.ids(), turn -> {
                turn.find(call.ids(), 0).ifPresent(span -> GenAiAttributes.addResult(span, call.call()));
                turn.end(call.ids(), 0, type(call.call().error()));
            });
        } else if (event instanceof TelemetryEvent.ToolFinished tool) {
            String code = tool.code().text();
            Optional<String> error = code.equals("ok") ? Optional.empty() : Optional.of(code);
            in(tool.ids(), turn -> turn.end(tool.ids(), tool.invocation(), error));
        } else if (event instanceof TelemetryEvent.TurnFinished finished) {
            @Nullable TurnSpans turn = turns.remove(finished.ids().turn());
            if (turn != null) {
                GenAiAttributes.addUsage(turn.turn(), finished.usage());
                turn.end(type(finished.error()));
            }
        }
    }

    /** Does something with the spans of a turn; nothing if it is over, or for what belongs to no turn. */
    private void in(CallIds ids, Consumer<TurnSpans> action) {
        @Nullable TurnSpans turn = turns.get(ids.turn());
        if (turn != null) {
            action.accept(turn);
        }
    }

    private static Optional<String> type(Optional<AiError.Category> error) {
        return error.map(GenAiAttributes::type);
    }

    /** Ends open observations. Idempotent. The runtime calls it. */
    @Override
    public void close() {
        for (String turn : List.copyOf(turns.keySet())) {
            @Nullable TurnSpans open = turns.remove(turn);
            if (open != null) {
                open.end(Optional.of("cancelled"));
            }
        }
    }
}
