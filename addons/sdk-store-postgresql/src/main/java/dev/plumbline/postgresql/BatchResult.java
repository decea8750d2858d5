package dev.plumbline.postgresql;

import dev.plumbline.event.Cost;
import dev.plumbline.json.Json;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of an item.
 *
 * @param line the number of the line of its body
 * @param fingerprint the fingerprint of the body
 * @param value the result as JSON
 * @param isOk whether it is a success
 * @param tokens the number of tokens, 0 if unknown
 * @param cost the cost, if known
 */
public record BatchResult(long line, String fingerprint, Json value, boolean isOk, long tokens, Optional<Cost> cost) {
    public BatchResult {
        Objects.requireNonNull(fingerprint, "fingerprint");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(cost, "cost");
    }
}
