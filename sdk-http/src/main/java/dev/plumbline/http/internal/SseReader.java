package dev.plumbline.http.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Parses server-sent events from bytes, as the HTML standard defines them: lines end with LF, CRLF or CR; comments,
 * unknown fields and a leading byte order mark are skipped, except {@code error}, with which servers
 * of llama.cpp name an event and its data in one; the {@code data} lines of an event are joined; an event without its
 * closing blank line is dispatched at the end of the body only if its data is whole JSON. The result is independent of the chunks. Memory is bounded by one
 * line and one event. Not thread-safe.
 */
public final class SseReader implements EventReader {
    /** The maximum length of a line, in bytes. */
    public static final int LONGEST_LINE = 8 << 20;
    /** The maximum length of an event, in bytes. */
    public static final int LONGEST_EVENT = 8 << 20;

    private static final byte[] DATA = {'d', 'a', 't', 'a'};
    private static final byte[] EVENT = {'e', 'v', 'e', 'n', 't'};
    private static final byte[] ID = {'i', 'd'};
    private static final byte[] RETRY = {'r', 'e', 't', 'r', 'y'};
    private static final int LONGEST_ID = 1_024;
    private static final int MOST_DIGITS = 9;

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long EACH_16 = 0x1010101010101010L;
    private static final long EACH_SIGN = 0x8080808080808080L;

    private final SseEventHandler events;
    private final BoundedBuffer line = new BoundedBuffer(LONGEST_LINE, "a line of the event stream");
    private final BoundedBuffer data = new BoundedBuffer(LONGEST_EVENT, "an event of the stream");
    private String name = "";
    private @Nullable String id;
    private boolean begun;
    private boolean afterReturn;
    private boolean open = true;
    private int leftOver;

    /** Creates a reader at the beginning of a stream. */
    public SseReader(SseEventHandler events) {
        this.events = events;
    }

    @Override
    public boolean feed(byte[] bytes, int from, int to) {
        int start = line.size == 0 ? from : restOfLine(bytes, from, to);
        while (open && start < to) {
            int end = endOfLine(bytes, start, to);
            boolean pair = afterReturn && end == start && bytes[end] == '\n';
            afterReturn = end < to && bytes[end] == '\r';
            if (end == to) {
                line.add(bytes, start, to);
            } else if (!pair) {
                line(bytes, start, end);
            }
            start = end + 1;
        }
        leftOver = to - start;
        return open;
    }

    /** Continues a line that began in earlier bytes; returns the index of the next line. */
    private int restOfLine(byte[] bytes, int from, int to) {
        int end = endOfLine(bytes, from, to);
        line.add(bytes, from, end);
        if (end < to) {
            afterReturn = bytes[end] == '\r';
            int size = line.size;
            line.clear();
            line(line.array, 0, size);
        }
        return end + 1;
    }

    @Override
    public void end() {
        if (open && line.size > 0) {
            line(line.array, 0, line.size);
            line.clear();
        }
        if (open && data.size > 0 && data.isDocument()) {
            dispatch();
        }
    }

    @Override
    public int leftOver() {
        return open ? 0 : leftOver;
    }

    private static int endOfLine(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            if (to - i >= Long.BYTES) {
                long eight = (long) EIGHT_BYTES.get(bytes, i);
                // Both characters that end a line are below 16; a borrow only causes a needless check.
                if (((eight - EACH_16) & ~eight & EACH_SIGN) == 0) {
                    i += Long.BYTES;
                    continue;
                }
            }
            for (int stop = Math.min(to, i + Long.BYTES); i < stop; i++) {
                if (bytes[i] == '\n' || bytes[i] == '\r') {
                    return i;
                }
            }
        }
        return to;
    }

    private void line(byte[] bytes, int from, int to) {
        int start = begun ? from : from + byteOrderMark(bytes, from, to);
        begun = true;
        if (start == to) {
            dispatch();
        } else {
            field(bytes, start, to);
        }
    }

    private static int byteOrderMark(byte[] bytes, int from, int to) {
        boolean marked = to - from >= 3
                && bytes[from] == (byte) 0xEF
                && bytes[from + 1] == (byte) 0xBB
                && bytes[from + 2] == (byte) 0xBF;
        return marked ? 3 : 0;
    }

    private void field(byte[] bytes, int from, int to) {
        int colon = from;
        while (colon < to && bytes[colon] != ':') {
            colon++;
        }
        int value = Math.min(to, colon + 1);
        value += value < to && bytes[value] == ' ' ? 1 : 0;
        if (Arrays.equals(DATA, 0, DATA.length, bytes, from, colon)) {
            data.addLine(bytes, value, to);
        } else if (Arrays.equals(EVENT, 0, EVENT.length, bytes, from, colon)) {
            name = new String(bytes, value, to - value, StandardCharsets.UTF_8);
        } else if (to - value <= LONGEST_ID && Arrays.equals(ID, 0, ID.length, bytes, from, colon)) {
            String given = new String(bytes, value, to - value, StandardCharsets.UTF_8);
            id = given.indexOf('\0') < 0 ? given : id;
        } else if (to - value <= MOST_DIGITS && Arrays.equals(RETRY, 0, RETRY.length, bytes, from, colon)) {
            retry(new String(bytes, value, to - value, StandardCharsets.UTF_8));
        } else if (new String(bytes, from, Math.min(colon - from, LONGEST_ID), StandardCharsets.UTF_8)
                .equals("error")) {
            name = "error";
            data.addLine(bytes, value, to);
        }
    }

    private void retry(String millis) {
        if (!millis.isEmpty() && millis.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            events.retryAfter(Duration.ofMillis(Long.parseLong(millis)));
        }
    }

    private void dispatch() {
        int size = data.size;
        if (id != null) {
            events.lastEventId(id);
            id = null;
        }
        if (size > 0) {
            open = events.event(name, data.array, size - 1);
            data.clear();
        }
        name = "";
    }
}
