package dev.plumbline.http.internal;

/**
 * Parses a stream of JSON lines (NDJSON) from bytes: each line is an event without a name; blank lines are skipped. A
 * last line without a line feed is dispatched if it is whole JSON. The result is independent of the chunks.
 * Memory is bounded by one line. Not thread-safe.
 */
public final class JsonLinesReader implements EventReader {
    private final SseEventHandler events;
    private final BoundedBuffer line = new BoundedBuffer(SseReader.LONGEST_LINE, "a line of the stream");
    private boolean open = true;
    private int leftOver;

    /** Creates a reader at the beginning of a stream. */
    public JsonLinesReader(SseEventHandler events) {
        this.events = events;
    }

    @Override
    public boolean feed(byte[] bytes, int from, int to) {
        int start = from;
        while (open && start < to) {
            int end = start;
            while (end < to && bytes[end] != '\n') {
                end++;
            }
            line.add(bytes, start, end);
            if (end < to) {
                dispatch();
            }
            start = end + 1;
        }
        leftOver = Math.max(0, to - start);
        return open;
    }

    @Override
    public void end() {
        if (open && line.isDocument()) {
            dispatch();
        }
    }

    @Override
    public int leftOver() {
        return open ? 0 : leftOver;
    }

    private void dispatch() {
        int size = line.size;
        if (size > 0 && line.array[size - 1] == '\r') {
            size--;
        }
        if (size > 0) {
            open = events.event("", line.array, size);
        }
        line.clear();
    }
}
