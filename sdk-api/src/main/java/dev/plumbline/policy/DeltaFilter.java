package dev.plumbline.policy;

import dev.plumbline.call.AiDelta;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Changes one call's deltas as they pass. It may hold text back and must let go of it in {@link #finish}. It never sees a
 * Reset: an attempt that starts anew gets a fresh filter. Used by one thread at a time.
 */
@FunctionalInterface
public interface DeltaFilter {
    /** Lets everything through. */
    DeltaFilter NONE = (delta, out) -> out.accept(delta);

    /** Passes on none, one or several. */
    void accept(AiDelta delta, Consumer<AiDelta> out);

    /** The stream is over, complete or not: passes on what was held back. */
    default void finish(Consumer<AiDelta> out) {}

    /**
     * A filter whose {@code change} sees whole lines of text with their end, never a piece of one. A line goes on where
     * something else comes between, such as reasoning, as it does in {@link dev.plumbline.call.AiReturn#text()}; what came
     * between follows the line.
     */
    static DeltaFilter lines(UnaryOperator<String> change) {
        return new LineDeltaFilter(change);
    }
}
