package dev.plumbline.redaction;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What scanning something brought. {@code toString} shows no value.
 *
 * @param <T> what was scanned
 * @param namespace whose pseudonyms they are
 * @param redacted what is sent in its place; empty when it holds nothing
 * @param values what the pseudonyms stand for
 * @param numbers the pseudonyms of JSON numbers
 * @param letters how many characters were scanned
 */
record ScanResult<T>(
        String namespace, Optional<T> redacted, Map<String, String> values, Set<String> numbers, int letters) {
    private static final int OVERHEAD = 64;

    boolean servesFor(String other) {
        return redacted.isEmpty() || namespace.equals(other);
    }

    /** About how many bytes it holds: the copy that is sent, and the values. */
    int weight() {
        int copy = redacted.isPresent() ? 2 * letters : 0;
        int kept = 0;
        for (String value : values.values()) {
            kept += OVERHEAD + 2 * value.length();
        }
        return OVERHEAD + copy + kept;
    }

    @Override
    public String toString() {
        return "ScanResult[" + values.size() + " values]";
    }
}
