package dev.plumbline.redaction;

import dev.plumbline.body.Interaction;
import java.util.Map;
import java.util.Optional;

/**
 * What scanning an interaction brought.
 *
 * @param namespace whose pseudonyms they are
 * @param redacted what is sent in its place; empty when it holds nothing
 * @param values what the pseudonyms stand for
 */
record Scanned(String namespace, Optional<Interaction> redacted, Map<String, String> values) {
    /** Found nothing, in any namespace. */
    static final Scanned CLEAN = new Scanned("", Optional.empty(), Map.of());

    private static final int OVERHEAD = 64;

    boolean servesFor(String other) {
        return redacted.isEmpty() || namespace.equals(other);
    }

    /** About how many bytes it holds. */
    int weight() {
        int text = redacted.map(each -> 4 * each.toJson().text().length()).orElse(0);
        return OVERHEAD + text + values.values().stream().mapToInt(value -> OVERHEAD + 2 * value.length()).sum();
    }
}
