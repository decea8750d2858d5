package dev.plumbline.http;

import java.util.Arrays;

/** A growing piece of bytes that never passes its limit. Not thread-safe. */
final class BoundedBuffer {
    private final int limit;
    private final String what;

    /** What was added, from index 0; valid until the next change. */
    byte[] array;

    /** How much was added. */
    int size;

    /** Empty bytes; {@code what} names them in the error when there are more than the limit. */
    BoundedBuffer(int limit, String what) {
        this.limit = limit;
        this.array = new byte[Math.min(512, limit)];
        this.what = what;
    }

    void clear() {
        size = 0;
    }

    /**
     * Adds a range.
     *
     * @throws dev.plumbline.event.AiException PROTOCOL {@code limit} when there would be more than the limit
     */
    void add(byte[] bytes, int from, int to) {
        int more = to - from;
        if (more > array.length - size) {
            ensureCapacity(more);
        }
        System.arraycopy(bytes, from, array, size, more);
        size += more;
    }

    /**
     * Adds a range and a line feed.
     *
     * @throws dev.plumbline.event.AiException PROTOCOL {@code limit} when there would be more than the limit
     */
    void addLine(byte[] bytes, int from, int to) {
        int more = to - from + 1;
        if (more > array.length - size) {
            ensureCapacity(more);
        }
        System.arraycopy(bytes, from, array, size, more - 1);
        size += more;
        array[size - 1] = '\n';
    }

    private void ensureCapacity(int more) {
        if (more > limit - size) {
            throw ResponseErrors.limit(what, limit);
        }
        array = Arrays.copyOf(array, (int) Math.min(limit, Math.max(2L * array.length, size + more)));
    }
}
