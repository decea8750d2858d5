package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What is counted of answers as they come in. Not thread-safe. */
final class StreamTally {
    private final Map<String, Flow> open = new HashMap<>();
    private Optional<Duration> first = Optional.empty();
    private long deltas;
    private long chars;
    private long bytes;
    private long outputTokens;
    private Duration settled = Duration.ZERO;

    void add(AiEvent.DeltaSeen seen) {
        deltas += seen.deltas();
        chars += seen.chars();
        bytes += seen.bytes();
        Flow flow = open.get(seen.ids().request());
        if (flow != null) {
            flow.latest = seen.at();
        }
    }

    void add(AiEvent event) {
        if (event instanceof AiEvent.FirstContent content) {
            first = Optional.of(content.after());
            open.put(content.ids().request(), new Flow(content));
        } else if (event instanceof AiEvent.CallFinished call) {
            Optional.ofNullable(open.remove(call.ids().request())).ifPresent(flow -> finished(flow, call));
        }
    }

    /** Adds what another one has counted; an answer on its way is still counted there. */
    void add(StreamTally other) {
        open.putAll(other.open);
        first = other.first.or(() -> first);
        deltas += other.deltas;
        chars += other.chars;
        bytes += other.bytes;
        outputTokens += other.outputTokens;
        settled = settled.plus(other.settled);
    }

    private void finished(Flow flow, AiEvent.CallFinished call) {
        settled = settled.plus(call.took().minus(flow.after));
        outputTokens += call.usage().output();
    }

    StreamMetrics metrics() {
        Duration running = open.values().stream().map(Flow::soFar).reduce(Duration.ZERO, Duration::plus);
        return new StreamMetrics(first, deltas, chars, bytes, settled.plus(running), outputTokens, settled);
    }

    /** An answer that is on its way. */
    private static final class Flow {
        private final Duration after;
        private final Instant began;
        private Instant latest;

        Flow(AiEvent.FirstContent content) {
            this.after = content.after();
            this.began = content.at();
            this.latest = content.at();
        }

        Duration soFar() {
            return Duration.between(began, latest);
        }
    }
}
