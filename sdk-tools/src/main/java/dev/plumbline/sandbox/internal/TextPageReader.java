package dev.plumbline.sandbox.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Marks;
import dev.plumbline.tool.internal.TextBoundaries;
import java.io.IOException;
import java.io.Reader;

/**
 * Reads a page of a long text, with its start, the total length and the next position; no value is divided, as {@link
 * TextBoundaries} says.
 */
final class TextPageReader {
    private static final int CHARACTERS = 16_000;

    /** The number of characters around a page that decide where it can begin and end: more than a value has. */
    private static final int AROUND = 4_200;

    private TextPageReader() {}

    /** Reads a page of the string at that pointer of a document with these marks. */
    static Json read(Reader text, PageRequest request, Marks marks, String pointer) throws IOException {
        long first = Math.max(0, request.from() - AROUND);
        StringBuilder window = new StringBuilder();
        long total = 0;
        char[] buffer = new char[8_192];
        for (int count = text.read(buffer); count >= 0; count = text.read(buffer)) {
            int skipped = (int) Math.min(count, Math.max(0, first - total));
            window.append(buffer, skipped, Math.min(count - skipped, CHARACTERS + 2 * AROUND - window.length()));
            total += count;
        }
        int from = TextBoundaries.after(window, (int) Math.min(window.length(), request.from() - first));
        int to = Math.max(from, TextBoundaries.before(window, from + CHARACTERS));
        Json read = Json.object()
                .with("text", marks.part(window.substring(from, to), pointer, first + from))
                .with("from", Math.max(request.from(), first + from))
                .with("total", total);
        return first + to < total && to > from ? read.with("next", first + to) : read;
    }
}
