package dev.plumbline.sandbox.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonPointer;
import dev.plumbline.json.internal.Marks;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a page of a JSON document: whole elements of a list, whole members of an object, or a part of a text. An item
 * that is too long for a page is listed as left out, with the pointer to read it.
 */
final class JsonPageReader {
    private static final int PAGE_BYTES = 24_000;
    private static final int LONGEST_NAME = 4_096;

    private final JsonStreamScanner scan;
    private final PageRequest request;
    private final Marks marks;
    /** The pointer to what is read, in the stored document. */
    private final String pointer;

    private final List<Json> names = new ArrayList<>();
    private final List<Json> values = new ArrayList<>();
    private long remainingBytes = PAGE_BYTES;
    private long total;

    private JsonPageReader(JsonStreamScanner scan, PageRequest request, Marks marks, String pointer) {
        this.scan = scan;
        this.request = request;
        this.marks = marks;
        this.pointer = pointer;
    }

    /** Reads a page of a document with these marks. */
    static Json read(InputStream in, PageRequest request, Marks marks) throws IOException {
        JsonStreamScanner scan = new JsonStreamScanner(in);
        String pointer = "";
        for (String step : stepsInto(scan, request.steps())) {
            enter(scan, step);
            pointer = JsonPointer.below(pointer, step);
        }
        JsonPageReader page = new JsonPageReader(scan, request, marks, pointer);
        return switch (scan.first()) {
            case '[' -> page.elements();
            case '{' -> page.members();
            case '"' -> TextPageReader.read(new JsonStringReader(scan), request, marks, pointer);
            default -> Json.object().with("value", page.shown(scan.value(PAGE_BYTES), ""));
        };
    }

    /** Returns the path without the step {@code items} for a list that was stored without its envelope. */
    private static List<String> stepsInto(JsonStreamScanner scan, List<String> steps) throws IOException {
        boolean bare = scan.first() == '[' && !steps.isEmpty() && steps.get(0).equals("items");
        return bare ? steps.subList(1, steps.size()) : steps;
    }

    /** Moves to an element or member of the next value. */
    private static void enter(JsonStreamScanner scan, String step) throws IOException {
        boolean isList = scan.first() == '[';
        if (!isList && scan.first() != '{') {
            throw nothingThere();
        }
        scan.pass(isList ? '[' : '{');
        for (int index = 0; ; index++) {
            if (!scan.more(isList ? ']' : '}', index == 0)) {
                throw nothingThere();
            }
            String name = isList ? Integer.toString(index) : name(scan);
            if (name.equals(step)) {
                return;
            }
            scan.value(0);
        }
    }

    private static RuntimeException nothingThere() {
        return PageRequest.wrong("\"at\" points to nothing in this result");
    }

    private static String name(JsonStreamScanner scan) throws IOException {
        String name = scan.value(LONGEST_NAME)
                .bytes()
                .map(bytes -> Json.parse(bytes).asText())
                .orElse("");
        scan.pass(':');
        return name;
    }

    private Json elements() throws IOException {
        scan.pass('[');
        while (scan.more(']', total == 0)) {
            take(Long.toString(total), Json.object());
        }
        return paged(Json.object().with("items", values));
    }

    private Json members() throws IOException {
        scan.pass('{');
        while (scan.more('}', total == 0)) {
            String name = name(scan);
            take(name, Json.object().with("name", marks.name(name, JsonPointer.below(pointer, name))));
        }
        List<Json> members = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            members.add(names.get(i).with("value", values.get(i)));
        }
        return paged(Json.object().with("members", members));
    }

    /** Adds the next value if it is on the page and fits; the first one always fits. */
    private void take(String step, Json name) throws IOException {
        boolean wanted = total >= request.from() && values.size() < request.count() && remainingBytes > 0;
        total++;
        JsonStreamScanner.Passed passed = scan.value(wanted ? PAGE_BYTES / 2 : 0);
        if (!wanted) {
            return;
        }
        Json value = shown(passed, JsonPointer.below("", step));
        long size = value.text().length();
        if (size <= remainingBytes || values.isEmpty()) {
            names.add(name);
            values.add(value);
        }
        remainingBytes -= size;
    }

    /** Returns a value below, with its marks. A name with a mark is only read as the name of a member of its own page. */
    private Json shown(JsonStreamScanner.Passed passed, String below) {
        String place = pointer + below;
        Optional<byte[]> bytes = marks.hasNameBelow(place) ? Optional.empty() : passed.bytes();
        return bytes.map(known -> marks.mark(Json.parse(known), place))
                .orElseGet(() -> Json.object()
                        .with("leftOut", passed.kind())
                        .with("bytes", passed.length())
                        .with("at", marks.pointer(request.at() + below)));
    }

    private Json paged(Json page) {
        long end = request.from() + values.size();
        Json about = page.with("from", request.from()).with("total", total);
        return end < total && !values.isEmpty() ? about.with("next", end) : about;
    }
}
