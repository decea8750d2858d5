package dev.plumbline.policy;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Finds sensitive text without a fixed format, such as names and postal addresses: usually a model that the host runs
 * on this machine. It only finds; the redaction policy replaces. Called by many threads at once, and must return equal
 * spans for equal text as long as its {@link #version} is the same. An exception ends the call: no text is sent that it has not checked. Its laws are published as
 * {@code RedactorLaws} in the test kit.
 */
@FunctionalInterface
public interface Redactor {

    /** Returns the spans found in that text, in any order; they may overlap. Must not do any I/O. */
    List<Span> find(String text);

    /**
     * Prepares on threads of its own, e.g. loads a model; called once. Calls wait for it, or for their cancellation.
     */
    default CompletableFuture<Void> warmUp() {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Returns a number that changes when other spans are found in the same text than before, e.g. because a list of names
     * has changed: texts are then searched again.
     */
    default long version() {
        return 0;
    }

    /**
     * Returns a redactor that finds the names of a list, such as customers and projects: whole words, also inflected ({@code Müllers}, {@code Müller'sche}), and of several names the longest. A
     * name of one word is found in small letters only if the list has it so. The cost of a text does not depend on the
     * number of names.
     *
     * @param names returns the list, at every search; another list replaces the one before, which must not be changed
     */
    static Redactor ofNames(Supplier<? extends Collection<String>> names) {
        return new NameList(names);
    }

    /**
     * A range of sensitive text. {@code toString} shows the position, not the text.
     *
     * @param start the index of its first character
     * @param end the index after its last character
     * @param kind the kind of value, e.g. {@code NAME}: upper case letters and underscores; the pseudonym begins with
     *     it
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
