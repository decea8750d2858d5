package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * A result that is a list, read element by element, so that one without end needs no memory: the model gets the first
 * ones, the rest is counted and, where there is room, kept.
 */
final class Elements {
    /** What an envelope puts around a list. */
    private static final int BOX = 16;

    private final Iterator<?> source;
    private final FencedContext context;
    private final List<Json> head = new ArrayList<>();

    Elements(Iterator<?> source, FencedContext context) {
        this.source = source;
        this.context = context;
    }

    /** The elements of a result that is a list. */
    static Optional<Iterator<?>> of(@Nullable Object result) {
        if (result instanceof Iterable<?> several && !(result instanceof Path)) {
            return Optional.of(several.iterator());
        }
        if (result instanceof BaseStream<?, ?> stream) {
            return Optional.of(stream.iterator());
        }
        if (result instanceof Iterator<?> iterator) {
            return Optional.of(iterator);
        }
        return result instanceof Object[] array
                ? Optional.of(Arrays.asList(array).iterator())
                : Optional.empty();
    }

    ToolEnvelope envelope() {
        int room = room();
        while (source.hasNext()) {
            Json next = element(source.next());
            room -= Excerpt.bytes(next) + 1;
            if (room < 0) {
                return beginning(next);
            }
            head.add(next);
        }
        return ToolEnvelope.ok(head);
    }

    private int room() {
        return context.setting().shop().limits().resultBytes() - Excerpt.FRAME - BOX;
    }

    private Json element(@Nullable Object value) {
        try {
            return Json.of(value);
        } catch (JsonException e) {
            throw new JsonException("/" + head.size() + e.place(), e.rule());
        }
    }

    private ToolEnvelope beginning(Json first) {
        RestOfElements rest = new RestOfElements(List.copyOf(head), first, source, context);
        Optional<String> reference = context.setting().keep(rest);
        rest.skipToEnd();
        if (head.isEmpty()) {
            head.add(Excerpt.of(first, room()).value());
        }
        Excerpt.Cut cut = new Excerpt.Cut("/items", rest.total(), head.size());
        return Excerpt.marked(ToolEnvelope.ok(head), cut, reference);
    }
}
