package dev.plumbline.redaction;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The result of a scan. {@code toString} shows no value.
 *
 * @param <T> the type of the scanned object
 * @param namespace the namespace of the pseudonyms
 * @param redacted the redacted object; empty if it has no match
 * @param values the values of the pseudonyms
 * @param numbers the pseudonyms of JSON numbers
 * @param letters the number of characters scanned
 */
record ScanResult<T>(
        String namespace, Optional<T> redacted, Map<String, String> values, Set<String> numbers, int letters) {
    private static final int OVERHEAD = 64;

    boolean servesFor(String other) {
        return redacted.isEmpty() || namespace.equals(other);
    }

    /** Adds its values and numbers to those of other scans; most have none. */
    void addTo(Map<String, String> allValues, Set<String> allNumbers) {
        if (!values.isEmpty()) {
            allValues.putAll(values);
            allNumbers.addAll(numbers);
        }
    }

    /** Returns its approximate size in bytes: the redacted copy, and the values. */
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
