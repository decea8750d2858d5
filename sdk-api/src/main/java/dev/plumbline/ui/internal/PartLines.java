package dev.plumbline.ui.internal;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.internal.Words;
import dev.plumbline.ui.Question.Part;
import java.util.stream.Collectors;

/** Writes a part of a question as lines, for a view that shows text alone, and names what a window shows of it. */
public final class PartLines {

    private PartLines() {}

    /**
     * Returns the part as lines, as in the text of a question. Several lines of a tool or a server have a bar in front of
     * each, so that none of them looks like a line of the host.
     */
    public static String of(Part part, Words words) {
        if (part.isFolded()) {
            return indent(part) + fold(part, words);
        }
        return part.before()
                .map(old ->
                        framed(part, before(part, words), old) + "\n" + framed(part, heading(part, words), part.text()))
                .orElseGet(() -> framed(part, part.heading(), part.text()));
    }

    /** Returns what is shown for a folded part: its heading, and how long it is. */
    public static String fold(Part part, Words words) {
        String what = part.heading().isEmpty() ? words.say("part.text") : part.heading();
        return words.say("part.folded", what, part.text().length());
    }

    /** Returns the heading of what was approved before. */
    public static String before(Part part, Words words) {
        return words.say("part.before", part.heading());
    }

    /** Returns the heading of the text of a part. */
    public static String heading(Part part, Words words) {
        return part.before().isPresent() ? words.say("part.now", part.heading()) : part.heading();
    }

    private static String indent(Part part) {
        return part.source() == ContentOrigin.HOST && !part.heading().isEmpty() ? "    " : "";
    }

    private static String framed(Part part, String head, String body) {
        if (head.isEmpty()) {
            return body;
        }
        if (part.source() == ContentOrigin.HOST || (body.indexOf('\n') < 0 && body.indexOf('\r') < 0)) {
            return indent(part) + head + ": " + body;
        }
        return body.lines().map(line -> "  | " + line).collect(Collectors.joining("\n", head + ":\n", ""));
    }
}
