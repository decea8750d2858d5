package dev.plumbline.policy;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * Who finds what must not leave and has no shape, such as names and postal addresses: usually a model of the host's, on
 * this machine. It only finds; the redaction policy replaces. Asked by many threads at once, for the same text the same
 * answer. What it throws ends the call: nothing is sent that it has not seen. The laws are published as
 * {@code RedactorLaws} in the test kit.
 */
@FunctionalInterface
public interface Redactor {

    /** The spans found in that text, in any order; they may overlap. No input and no output. */
    List<Span> find(String text);

    /** Gets ready on threads of its own, e.g. loads a model; asked for once. Calls wait for it, or for their cancellation. */
    default CompletableFuture<Void> warmUp() {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * One find. {@code toString} shows the position, not the text.
     *
     * @param start its first character
     * @param end behind its last
     * @param kind what it is, e.g. {@code NAME}: upper case letters and underscores; the pseudonym begins with it
     * @param confidence from 0 to 1
     */
    record Span(int start, int end, String kind, double confidence) {
        private static final Pattern KIND = Pattern.compile("[A-Z][A-Z_]{0,30}");

        public Span {
            Objects.requireNonNull(kind, "kind");
            if (start < 0 || end <= start) {
                throw new IllegalArgumentException("a span has a start and an end behind it");
            }
            if (!KIND.matcher(kind).matches()) {
                throw new IllegalArgumentException("a kind is a word of upper case letters and underscores, e.g. NAME");
            }
            if (!(confidence >= 0 && confidence <= 1)) {
                throw new IllegalArgumentException("confidence is from 0 to 1");
            }
        }
    }
}
