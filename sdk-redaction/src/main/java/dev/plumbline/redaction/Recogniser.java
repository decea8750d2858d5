package dev.plumbline.redaction;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Who finds what has no shape, such as names and postal addresses: a model of the host's. Nothing of the kind is built in.
 * Used by many threads at once. What it throws ends the call: nothing is sent that it has not seen.
 */
@FunctionalInterface
public interface Recogniser {

    /** Where something stands in that text; pure, no input or output. */
    List<Span> find(String text);

    /** Gets ready, e.g. loads a model; asked for once. Calls wait for it, as long as their cancellation lets them. */
    default CompletableFuture<Void> warmUp() {
        return CompletableFuture.completedFuture(null);
    }

    /** What a find must at least be believed to be hidden; 0.5 unless overridden. */
    default double threshold() {
        return 0.5;
    }

    /**
     * One find.
     *
     * @param start its first character
     * @param end behind its last
     * @param kind what it is
     * @param confidence from 0 to 1
     */
    record Span(int start, int end, RedactionOptions.Kind kind, double confidence) {
        public Span {
            if (start < 0 || end <= start) {
                throw new IllegalArgumentException("a span has a start and an end behind it");
            }
        }
    }
}
