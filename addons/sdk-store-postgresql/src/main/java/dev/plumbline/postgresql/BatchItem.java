package dev.plumbline.postgresql;

import dev.plumbline.json.Json;
import java.util.Objects;

/**
 * A body of a run over machines.
 *
 * @param line the number of its line in the input, from 1
 * @param fingerprint the fingerprint of the body
 * @param body the body as JSON
 */
public record BatchItem(long line, String fingerprint, Json body) {
    public BatchItem {
        Objects.requireNonNull(fingerprint, "fingerprint");
        Objects.requireNonNull(body, "body");
        if (line < 1) {
            throw new IllegalArgumentException("a line has a number from 1; got " + line);
        }
    }
}
