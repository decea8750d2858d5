package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes strings with marks, and parts of them. A part keeps the marks within it, so that a value is hidden in it that
 * only the text around the part announces.
 */
public final class MarkedText {
    private MarkedText() {}

    /** Returns the marks of a string or number, in order. */
    public static List<Mark> marks(Json value) {
        return JsonAccess.node(value).marks();
    }

    /** Returns a string with these marks. */
    public static Json of(String text, List<Mark> marks) {
        return marks.isEmpty() ? Json.of(text) : JsonAccess.json(new TextNode.Marked(text, marks), JsonLocation.ROOT);
    }

    /** Returns a number of that spelling, with a mark. */
    public static Json number(String spelling, String kind) {
        NumberNode number = (NumberNode) JsonAccess.node(Json.parse(spelling));
        return JsonAccess.json(number.marked(new Mark(kind, 0, spelling.length())), JsonLocation.ROOT);
    }

    /** Returns a part of a string with the marks in it. */
    public static Json slice(Json text, int from, int to) {
        return of(text.asText().substring(from, to), within(marks(text), from, to));
    }

    /** Returns the parts of the marks within a range, as positions in it. */
    static List<Mark> within(List<Mark> marks, long from, long to) {
        List<Mark> within = new ArrayList<>(0);
        for (Mark mark : marks) {
            long start = Math.max(mark.start(), from);
            long end = Math.min(mark.end(), to);
            if (mark.isOfSettings()) {
                within.add(mark);
            } else if (start < end) {
                within.add(new Mark(mark.kind(), (int) (start - from), (int) (end - from)));
            }
        }
        return within;
    }

    /** Returns these strings as one. */
    public static Json join(List<Json> strings) {
        StringBuilder text = new StringBuilder();
        List<Mark> marks = new ArrayList<>();
        for (Json string : strings) {
            for (Mark mark : marks(string)) {
                marks.add(
                        mark.isOfSettings()
                                ? mark
                                : new Mark(mark.kind(), text.length() + mark.start(), text.length() + mark.end()));
            }
            text.append(string.asText());
        }
        return of(text.toString(), marks);
    }
}
