package dev.plumbline.tools;

import dev.plumbline.json.Json;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A long list as the bytes of its JSON array, made as they are read: those elements that were read already, then the
 * source's. Ends early when the call is over or the limit is reached; then the array is closed all the same.
 */
final class RestOfElements extends InputStream {
    private final Iterator<?> source;
    private final FencedContext context;
    private final Iterator<Json> before;
    private byte[] piece = {'['};
    private int at;
    private long count;
    private boolean closed;

    RestOfElements(List<Json> head, Json next, Iterator<?> source, FencedContext context) {
        this.source = source;
        this.context = context;
        this.before = Stream.concat(head.stream(), Stream.of(next)).iterator();
    }

    @Override
    public int read() {
        return fill() ? piece[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) {
        Objects.checkFromIndexSize(from, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int some = Math.min(length, piece.length - at);
        System.arraycopy(piece, at, into, from, some);
        at += some;
        return some;
    }

    private boolean fill() {
        if (at < piece.length) {
            return true;
        }
        if (closed) {
            return false;
        }
        boolean more = hasNext();
        closed = !more;
        String text = more ? (count == 0 ? "" : ",") + next().text() : "]";
        piece = text.getBytes(StandardCharsets.UTF_8);
        at = 0;
        return true;
    }

    private boolean hasNext() {
        return before.hasNext()
                || (count < context.setting().shop().limits().elements()
                        && !context.fence().isShut()
                        && source.hasNext());
    }

    private Json next() {
        count++;
        return before.hasNext() ? before.next() : Json.of(source.next());
    }

    /** Counts what nobody read. */
    void skipToEnd() {
        while (!closed && hasNext()) {
            if (before.hasNext()) {
                before.next();
            } else {
                source.next();
            }
            count++;
        }
    }

    /** How many elements there are; empty when counting ended early. */
    OptionalLong total() {
        return before.hasNext() || context.fence().isShut() || source.hasNext()
                ? OptionalLong.empty()
                : OptionalLong.of(count);
    }
}
