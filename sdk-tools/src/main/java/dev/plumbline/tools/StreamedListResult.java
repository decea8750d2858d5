package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A list result that is read element by element, so that an endless one needs no memory. The model gets the first
 * elements; the others are counted, and stored within the limits.
 */
final class StreamedListResult {
    /** The number of bytes that an envelope adds around a list. */
    private static final int BOX = 16;

    private final Iterator<?> source;
    private final GuardedToolContext context;
    private final List<Json> head = new ArrayList<>();

    StreamedListResult(Iterator<?> source, GuardedToolContext context) {
        this.source = source;
        this.context = context;
    }

    /** Returns the elements of a list result; null if the result is not a list. */
    static @Nullable Iterator<?> of(@Nullable Object result) {
        if (result instanceof Iterable<?> several && !(result instanceof Path)) {
            return several.iterator();
        }
        if (result instanceof BaseStream<?, ?> stream) {
            return stream.iterator();
        }
        if (result instanceof Iterator<?> iterator) {
            return iterator;
        }
        return result instanceof Object[] array ? Arrays.asList(array).iterator() : null;
    }

    ToolEnvelope envelope() {
        int remaining = capacity();
        while (source.hasNext()) {
            Json next = element(source.next());
            remaining -= JsonTruncator.bytes(next) + 1;
            if (remaining < 0) {
                return beginning(next);
            }
            head.add(next);
        }
        return ToolEnvelope.ok(head);
    }

    private int capacity() {
        return capacity(context);
    }

    /** Returns the number of bytes that the elements of a list result may have. */
    static int capacity(GuardedToolContext context) {
        return context.setting().executorContext().limits().resultBytes() - JsonTruncator.FRAME - BOX;
    }

    private Json element(@Nullable Object value) {
        try {
            return UntrustedJson.of(value);
        } catch (JsonException e) {
            throw new JsonException("/" + head.size() + e.place(), e.rule());
        }
    }

    private ToolEnvelope beginning(Json first) {
        Rest rest = new Rest(List.copyOf(head), first, source, context);
        Optional<String> reference = context.setting().keep(rest);
        rest.skipToEnd();
        List<Json> shown = head.isEmpty() ? List.of(first) : head;
        List<Json> marked = context.setting().head(shown, reference).elements();
        List<Json> fitting = head.isEmpty()
                ? List.of(JsonTruncator.of(marked.get(0), capacity()).value())
                : marked;
        JsonTruncator.Cut cut = new JsonTruncator.Cut("/items", rest.total(), fitting.size());
        return JsonTruncator.marked(ToolEnvelope.ok(fitting), cut, reference, context.setting());
    }

    /**
     * A stream of a long list as a JSON array, encoded as it is read: the elements that were read already, then those
     * of the source. It ends early when the call is over or the limit is reached; the array is closed then, too.
     */
    private static final class Rest extends InputStream {
        private final Iterator<?> source;
        private final GuardedToolContext context;
        private final Iterator<Json> before;
        private byte[] piece = {'['};
        private int at;
        private long count;
        private boolean closed;

        Rest(List<Json> head, Json next, Iterator<?> source, GuardedToolContext context) {
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
                    || (count < context.setting().executorContext().limits().elements()
                            && !context.guard().isShut()
                            && source.hasNext());
        }

        private Json next() {
            count++;
            return before.hasNext() ? before.next() : UntrustedJson.of(source.next());
        }

        /** Counts the elements that were not read. */
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

        /** Returns the number of elements; empty if counting ended early. */
        OptionalLong total() {
            return before.hasNext() || context.guard().isShut() || source.hasNext()
                    ? OptionalLong.empty()
                    : OptionalLong.of(count);
        }
    }
}
