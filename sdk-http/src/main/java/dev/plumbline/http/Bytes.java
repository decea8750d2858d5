package dev.plumbline.http;

import java.util.Arrays;

/** A growing piece of bytes that never passes its limit. Not thread-safe. */
final class Bytes {
    private final int limit;
    private final String what;
    private byte[] array = new byte[512];
    private int size;

    /** Empty bytes; {@code what} names them in the error when there are more than the limit. */
    Bytes(int limit, String what) {
        this.limit = limit;
        this.what = what;
    }

    /** What was added, from index 0; valid until the next change. */
    byte[] array() {
        return array;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
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
        makeRoomFor(to - from);
        System.arraycopy(bytes, from, array, size, to - from);
        size += to - from;
    }

    void add(char ascii) {
        makeRoomFor(1);
        array[size++] = (byte) ascii;
    }

    private void makeRoomFor(int more) {
        if (more > limit - size) {
            throw Faults.limit(what, limit);
        }
        if (size + more > array.length) {
            array = Arrays.copyOf(array, Math.min(limit, Math.max(2 * array.length, size + more)));
        }
    }
}
