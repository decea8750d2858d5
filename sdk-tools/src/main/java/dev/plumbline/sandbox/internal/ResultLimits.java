package dev.plumbline.sandbox.internal;

/**
 * The limits for storing large results on disk. Immutable.
 *
 * @param bytes the maximum size of one result
 * @param allBytes the maximum size of all results; the least recently read ones are deleted first
 * @param results the maximum number of results
 * @param attachedBytes the maximum size of the pictures and files of one result that are sent to the model; the others
 *     are sent as references
 */
public record ResultLimits(long bytes, long allBytes, int results, long attachedBytes) {

    public ResultLimits {
        if (bytes < 1 || allBytes < bytes || results < 1 || attachedBytes < 0) {
            throw new IllegalArgumentException("limits must be positive, and allBytes must be at least bytes");
        }
    }

    /** Returns the default limits: 128 MiB per result, 512 MiB for all, 256 results, 4 MiB of pictures and files. */
    public static ResultLimits ofDefaults() {
        return new ResultLimits(128L << 20, 512L << 20, 256, 4L << 20);
    }

    /** Returns a copy with that maximum size of attached pictures and files. */
    public ResultLimits withAttachedBytes(long most) {
        return new ResultLimits(bytes, allBytes, results, most);
    }
}
