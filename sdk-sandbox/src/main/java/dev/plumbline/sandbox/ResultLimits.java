package dev.plumbline.sandbox;

/**
 * How much of large results is kept on disk. A value.
 *
 * @param bytes of one result
 * @param allBytes of all results together; the ones nobody read for longest go first
 * @param results how many
 */
public record ResultLimits(long bytes, long allBytes, int results) {

    public ResultLimits {
        if (bytes < 1 || allBytes < bytes || results < 1) {
            throw new IllegalArgumentException("limits are positive, and all results may take at least what one may");
        }
    }

    /** 128 MiB one, 512 MiB all, 256 results. */
    public static ResultLimits ofDefaults() {
        return new ResultLimits(128L << 20, 512L << 20, 256);
    }
}
