package dev.plumbline.plugin.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The front matter of a Markdown file and the text behind it. Of YAML it reads what skills use: texts, with and without
 * quotes, over one or several lines, lists of texts, and members below a member. Every value is a text. Anchors, tags and
 * maps in braces are refused, as are two members of one name.
 *
 * @param fields the front matter
 * @param text the text behind it
 */
record FrontMatter(Json fields, String text) {
    private static final String FENCE = "---";

    /** A text in quotes, with a comment behind it. */
    private static final Pattern QUOTED = Pattern.compile("(\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^']|'')*')\\s+#.*");

    private static final Pattern ITEM = Pattern.compile("\\s*(\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^']|'')*'|[^,]+)\\s*,?");

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException names the line that cannot be read
     */
    static FrontMatter of(String file) {
        String whole = file.startsWith("\uFEFF") ? file.substring(1) : file;
        List<String> lines = whole.lines().toList();
        int end = lines.isEmpty() || !lines.get(0).stripTrailing().equals(FENCE) ? -1 : fence(lines);
        if (end < 0) {
            throw new IllegalArgumentException(
                    SkillFiles.MAIN + " does not begin with front matter between two lines of ---");
        }
        Json fields = new Lines(lines.subList(1, end)).members(0);
        String text = String.join("\n", lines.subList(end + 1, lines.size())).strip();
        return new FrontMatter(fields, text);
    }

    private static int fence(List<String> lines) {
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).stripTrailing().equals(FENCE)) {
                return i;
            }
        }
        return -1;
    }

    /** Reads lines one after the other. */
    private static final class Lines {
        private final List<String> lines;
        private int at;

        Lines(List<String> lines) {
            this.lines = lines;
        }

        private boolean isBlank() {
            String line = lines.get(at).strip();
            return line.isEmpty() || line.startsWith("#");
        }

        private int indent() {
            String line = lines.get(at);
            return line.length() - line.stripLeading().length();
        }

        /** Reads the members that begin at that column. */
        Json members(int column) {
            Json members = Json.object();
            while (at < lines.size()) {
                if (isBlank()) {
                    at++;
                    continue;
                }
                if (indent() < column) {
                    return members;
                }
                String line = lines.get(at).strip();
                int colon = line.indexOf(':');
                boolean key = colon > 0 && (colon == line.length() - 1 || line.charAt(colon + 1) == ' ');
                if (indent() > column || !key) {
                    throw new IllegalArgumentException(
                            "line " + (at + 2) + " of " + SkillFiles.MAIN + " is not a member of its front matter");
                }
                String name = unquoted(line.substring(0, colon));
                String beginning = uncommented(line.substring(colon + 1).strip());
                if (members.get(name).exists()
                        || (!beginning.isEmpty() && "{&*!%@`".indexOf(beginning.charAt(0)) >= 0)) {
                    throw new IllegalArgumentException("line " + (at + 2) + " of " + SkillFiles.MAIN
                            + (members.get(name).exists()
                                    ? " has a member that was there before"
                                    : " has YAML that is not read here; write the text in quotes"));
                }
                at++;
                members = members.with(name, value(beginning, column));
            }
            return members;
        }

        private Json value(String beginning, int column) {
            if (beginning.matches("[>|][+-]?[1-9]?[+-]?")) {
                return Json.of(block(beginning.startsWith(">"), column));
            }
            if (!beginning.isEmpty()) {
                return beginning.startsWith("[") && beginning.endsWith("]")
                        ? list(beginning)
                        : Json.of(unquoted(continued(beginning, column)));
            }
            while (at < lines.size() && isBlank()) {
                at++;
            }
            if (at >= lines.size()) {
                return Json.of("");
            }
            boolean items = lines.get(at).strip().startsWith("- ") && indent() >= column;
            return items ? items(indent()) : indent() > column ? members(indent()) : Json.of("");
        }

        /** Joins the lines of a text that goes on below its beginning. */
        private String continued(String beginning, int column) {
            StringBuilder text = new StringBuilder(beginning);
            while (at < lines.size() && !lines.get(at).isBlank() && indent() > column) {
                text.append(' ').append(uncommented(lines.get(at++).strip()));
            }
            return text.toString();
        }

        /** Reads the lines of a block: each of its own, or folded into paragraphs. */
        private String block(boolean folded, int column) {
            List<String> own = new ArrayList<>();
            while (at < lines.size() && (lines.get(at).isBlank() || indent() > column)) {
                own.add(lines.get(at++));
            }
            int margin = own.stream()
                    .filter(line -> !line.isBlank())
                    .mapToInt(line -> line.length() - line.stripLeading().length())
                    .min()
                    .orElse(0);
            List<String> shifted = own.stream()
                    .map(line -> line.isBlank() ? "" : line.substring(margin).stripTrailing())
                    .toList();
            String text = String.join("\n", shifted).strip();
            return folded ? text.replaceAll("(?<!\n)\n(?!\n)", " ").replaceAll("\n\n", "\n") : text;
        }

        private Json items(int column) {
            List<Json> items = new ArrayList<>();
            while (at < lines.size()
                    && (isBlank()
                            || (indent() == column && lines.get(at).strip().startsWith("- ")))) {
                if (!isBlank()) {
                    items.add(Json.of(unquoted(
                            uncommented(lines.get(at).strip().substring(2).strip()))));
                }
                at++;
            }
            return Json.of(items);
        }

        private static Json list(String flow) {
            String inner = flow.substring(1, flow.length() - 1).strip();
            List<Json> items = new ArrayList<>();
            for (Matcher item = ITEM.matcher(inner); item.find(); ) {
                items.add(Json.of(unquoted(item.group(1))));
            }
            return Json.of(items);
        }

        /** Returns what is written before a comment. */
        private static String uncommented(String written) {
            if (written.startsWith("#")) {
                return "";
            }
            if (written.startsWith("\"") || written.startsWith("'")) {
                Matcher quoted = QUOTED.matcher(written);
                return quoted.matches() ? quoted.group(1) : written;
            }
            int comment = written.indexOf(" #");
            return comment < 0 ? written : written.substring(0, comment).stripTrailing();
        }

        private static String unquoted(String written) {
            String text = written.strip();
            if (text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")) {
                return quoted(text);
            }
            return text.length() > 1 && text.startsWith("'") && text.endsWith("'")
                    ? text.substring(1, text.length() - 1).replace("''", "'")
                    : text;
        }

        /** Reads a text in double quotes, whose escapes are nearly those of JSON. */
        private static String quoted(String text) {
            try {
                return Json.parse(text).asText();
            } catch (JsonException otherEscape) {
                return text.substring(1, text.length() - 1);
            }
        }
    }
}
