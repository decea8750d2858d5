package dev.plumbline.call;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * The receiver of the deltas of a call. Used by one thread at a time, in order. A policy that wraps a sink forwards
 * {@link #hasDelivered()} to it.
 */
public interface DeltaSink extends Consumer<AiDelta> {
    /** A sink that discards all deltas. */
    DeltaSink DISCARDING = of(delta -> {});

    @Override
    void accept(AiDelta delta);

    /**
     * Returns whether content was delivered outside the chain, or a tool started. The last sink answers; true never
     * becomes false again, and then nothing may be retried silently.
     */
    boolean hasDelivered();

    /**
     * Takes a remark of the running policy for the trace, never content. The sinks of a chain store it; others ignore
     * it.
     */
    default void remark(String note) {}

    /**
     * Returns a service of the last receiver, such as the person who reads the answer; empty if it has none of that
     * type. A policy that wraps a sink forwards this.
     */
    default <T> Optional<T> service(Class<T> type) {
        return Optional.empty();
    }

    /** Returns a sink that never counts as delivered. */
    static DeltaSink of(Consumer<AiDelta> consumer) {
        return new DeltaSink() {
            @Override
            public void accept(AiDelta delta) {
                consumer.accept(delta);
            }

            @Override
            public boolean hasDelivered() {
                return false;
            }
        };
    }

    /**
     * Returns a sink whose deltas go to {@code consumer}, which forwards them as it decides; this sink still answers
     * {@code hasDelivered}.
     */
    default DeltaSink forwardingTo(Consumer<AiDelta> consumer) {
        DeltaSink last = this;
        return new DeltaSink() {
            @Override
            public void accept(AiDelta delta) {
                consumer.accept(delta);
            }

            @Override
            public boolean hasDelivered() {
                return last.hasDelivered();
            }

            @Override
            public void remark(String note) {
                last.remark(note);
            }

            @Override
            public <T> Optional<T> service(Class<T> type) {
                return last.service(type);
            }
        };
    }
}
