package dev.plumbline.postgresql;

import java.util.Objects;

/**
 * The right of a worker to work on an item until its lease ends.
 *
 * @param item the item
 * @param token the fencing token, greater than those of all earlier claims
 * @param attempts how often the item was claimed, this time included
 */
public record BatchClaim(BatchItem item, long token, int attempts) {
    public BatchClaim {
        Objects.requireNonNull(item, "item");
    }
}
