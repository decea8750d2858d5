package dev.plumbline.call;

import java.util.function.Consumer;

/**
 * Receives the deltas of a call. Used by one thread at a time, in order. A policy that wraps a sink passes
 * {@link #hasDelivered()} on.
 */
public interface DeltaSink extends Consumer<AiDelta> {
    /** A sink that keeps nothing and shows nothing. */
    DeltaSink SILENT = of(delta -> {});

    @Override
    void accept(AiDelta delta);

    /**
     * Whether content was delivered outside the chain, or a tool started. Answered by the last sink;
     * once true it stays true, and nothing may be retried silently.
     */
    boolean hasDelivered();

    /** Takes a remark for the trace, of the running policy; never content. The sinks of a chain store it; others ignore it. */
    default void remark(String note) {}

    /** A sink that never counts as delivered. */
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

    /** A sink whose deltas go to {@code consumer}, which passes on what it wants; delivered is still this one's word. */
    default DeltaSink through(Consumer<AiDelta> consumer) {
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
        };
    }
}
