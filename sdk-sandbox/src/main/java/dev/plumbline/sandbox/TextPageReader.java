package dev.plumbline.sandbox;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.Reader;

/** A page of a long text, with its first character, all there are, and where to read on; no character is cut in two. */
final class TextPageReader {
    private static final int CHARACTERS = 16_000;

    private TextPageReader() {}

    static Json read(Reader text, PageRequest request) throws IOException {
        StringBuilder page = new StringBuilder();
        long total = 0;
        for (int next = text.read(); next >= 0; next = text.read()) {
            boolean begun = !page.isEmpty() || !Character.isLowSurrogate((char) next);
            if (total >= request.from() && begun && !isFull(page)) {
                page.append((char) next);
            }
            total++;
        }
        long end = request.from() + page.length();
        Json read = Json.object()
                .with("text", page.toString())
                .with("from", request.from())
                .with("total", total);
        return end < total && !page.isEmpty() ? read.with("next", end) : read;
    }

    private static boolean isFull(StringBuilder page) {
        return page.length() >= CHARACTERS && !Character.isHighSurrogate(page.charAt(page.length() - 1));
    }
}
