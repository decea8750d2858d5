package dev.plumbline.views;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parts of a file of Markdown, of which no reader takes what follows them for code or HTML that they have begun. */
final class SavedMarkdown {
    private static final Pattern LINES = Pattern.compile("\r\n|\r|\n");
    private static final Pattern FENCE = Pattern.compile("^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$");
    private static final Pattern LANGUAGE = Pattern.compile("^[\\w+-]*");
    private static final Pattern TAG = Pattern.compile("(^|[^\\w`\\\\])<(?=[A-Za-z/!?])");

    private SavedMarkdown() {}

    /** Returns a text as it is, but with each code block closed and without HTML; code in a line keeps what is in it. */
    static String part(String text) {
        String[] lines = LINES.split(text, -1);
        List<String> made = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            Matcher fence = FENCE.matcher(lines[i]);
            if (!fence.matches()) {
                made.add(TAG.matcher(lines[i]).replaceAll("$1\\\\<"));
                continue;
            }
            int end = end(lines, i, fence.group(1));
            List<String> code = List.of(lines).subList(i + 1, end);
            Matcher language = LANGUAGE.matcher(fence.group(2).strip());
            made.add(code(language.find() ? language.group() : "", String.join("\n", code)));
            i = end;
        }
        return String.join("\n", made);
    }

    /** Returns the line that closes a code block, or the number of lines. */
    private static int end(String[] lines, int begin, String fence) {
        Pattern closing = Pattern.compile("^ {0,3}" + fence.charAt(0) + "{" + fence.length() + ",}\\s*$");
        int end = begin + 1;
        while (end < lines.length && !closing.matcher(lines[end]).matches()) {
            end++;
        }
        return end;
    }

    /** Returns a code block, between fences that are longer than any in the code. */
    static String code(String language, String code) {
        String fence = "```";
        while (code.contains(fence)) {
            fence += "`";
        }
        return fence + language + "\n" + code + (code.isEmpty() ? "" : "\n") + fence;
    }
}
