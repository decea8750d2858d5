package dev.plumbline.sandbox;

/**
 * How much of large results is kept on disk. A value.
 *
 * @param bytes of one result
 * @param allBytes of all results together; the least recently read ones are deleted first
 * @param results how many
 * @param attachedBytes of the pictures and files of one result that go to the model at once; the others go by reference
 */
public record ResultLimits(long bytes, long allBytes, int results, long attachedBytes) {

    public ResultLimits {
        if (bytes < 1 || allBytes < bytes || results < 1 || attachedBytes < 0) {
            throw new IllegalArgumentException("limits are positive, and all results may take at least what one may");
        }
    }

    /** 128 MiB one, 512 MiB all, 256 results; 4 MiB of pictures and files. */
    public static ResultLimits ofDefaults() {
        return new ResultLimits(128L << 20, 512L << 20, 256, 4L << 20);
    }

    /** A copy that sends that much of pictures and files at once. */
    public ResultLimits withAttachedBytes(long most) {
        return new ResultLimits(bytes, allBytes, results, most);
    }
}
