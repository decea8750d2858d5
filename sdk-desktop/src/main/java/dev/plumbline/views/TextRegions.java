package dev.plumbline.views;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text that grows, in regions of bounded length, of which only the last one changes. A region of Markdown can be read
 * alone: it ends between blocks, and one that had to end inside of a block of code or a table repeats the lines that begin
 * it. The regions do not depend on the pieces in which the text came.
 */
final class TextRegions {
    /** The most characters of a region. */
    static final int MOST = 2_400;

    private static final int FULL = 2_000;
    private static final int ENOUGH = 1_000;
    private static final int WORD = 200;
    private static final int MOST_TABLE_ROWS = 16;
    private static final Pattern FENCE = Pattern.compile("( *)(`{3,}|~{3,})([^`]*)");
    private static final Pattern TABLE_RULE = Pattern.compile(" {0,3}\\|?( *:?-+:? *\\|)+( *:?-+:? *)?");

    private final boolean isMarkdown;
    private final List<Region> closed = new ArrayList<>();
    private final StringBuilder open = new StringBuilder();
    private String lead = "";
    private String fence = "";
    private String tableHead = "";
    private int tableRows;
    private int lineStart;
    private int lineBefore;
    private boolean isBlankBefore;

    private TextRegions(boolean isMarkdown) {
        this.isMarkdown = isMarkdown;
    }

    /** A piece of a text, and the lines before it that are needed to read it alone. */
    record Region(String lead, String text) {
        /** Returns whether it goes on inside of a block that began before it. */
        boolean continues() {
            return !lead.isEmpty();
        }

        String source() {
            return lead + text;
        }

        /** Written by hand, because the JDK's equals of records keeps the class loader of a plug-in (S5). */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Region region && lead.equals(region.lead) && text.equals(region.text);
        }

        @Override
        public int hashCode() {
            return 31 * lead.hashCode() + text.hashCode();
        }
    }

    static TextRegions of(String text, boolean isMarkdown) {
        TextRegions regions = new TextRegions(isMarkdown);
        regions.append(text);
        return regions;
    }

    /** Returns the number of regions. Those before the last one stay as they are. */
    int count() {
        return closed.size() + (open.length() > 0 ? 1 : 0);
    }

    Region get(int index) {
        return index < closed.size() ? closed.get(index) : new Region(lead, open.toString());
    }

    int length(int index) {
        return index < closed.size() ? closed.get(index).text().length() : open.length();
    }

    void append(String piece) {
        for (int i = 0; i < piece.length(); i++) {
            char next = piece.charAt(i);
            open.append(next);
            if (next == '\n') {
                endLine();
            } else if (open.length() >= MOST) {
                cutInLine();
            }
        }
    }

    private void endLine() {
        String line = open.substring(lineStart, open.length() - 1);
        if (!isMarkdown) {
            goOn();
        } else if (!fence.isEmpty()) {
            endLineOfCode(line);
        } else {
            endLineOfText(line);
        }
        if (open.length() >= FULL) {
            cut(open.length());
        }
    }

    private void endLineOfCode(String line) {
        Matcher begin = FENCE.matcher(fence);
        Matcher end = FENCE.matcher(line.stripTrailing());
        boolean ends = begin.matches()
                && end.matches()
                && end.group(3).isEmpty()
                && end.group(2).startsWith(begin.group(2));
        goOn();
        if (ends) {
            fence = "";
            cut(open.length());
        }
    }

    private void endLineOfText(String line) {
        Matcher begin = FENCE.matcher(line);
        if (begin.matches()) {
            endTable();
            if (begin.group(1).isEmpty()) {
                cut(lineStart);
            }
            fence = line;
        } else if (!tableHead.isEmpty() && line.indexOf('|') >= 0) {
            tableRows++;
        } else if (isTableRule(line)) {
            cut(lineBefore);
            tableHead = open.toString();
        } else {
            endTable();
            if (isBlankBefore && lineStart >= ENOUGH && beginsBlock(line)) {
                cut(lineStart);
            }
        }
        isBlankBefore = line.isBlank();
        goOn();
        if (tableRows == MOST_TABLE_ROWS) {
            cut(open.length());
        }
    }

    private void endTable() {
        if (!tableHead.isEmpty()) {
            tableHead = "";
            cut(lineStart);
        }
    }

    private boolean isTableRule(String line) {
        return !isBlankBefore
                && lineStart > lineBefore
                && open.substring(lineBefore, lineStart).indexOf('|') >= 0
                && TABLE_RULE.matcher(line).matches();
    }

    /** Returns whether a line cannot belong to an item of a list before it. */
    private static boolean beginsBlock(String line) {
        return !line.isBlank() && !Character.isWhitespace(line.charAt(0));
    }

    private void goOn() {
        lineBefore = lineStart;
        lineStart = open.length();
    }

    private void cutInLine() {
        int space = open.lastIndexOf(" ") + 1;
        int end = open.length();
        if (space > Math.max(lineStart, end - WORD)) {
            end = space;
        } else if (Character.isHighSurrogate(open.charAt(end - 1))) {
            end--;
        }
        cut(end);
    }

    /** Ends the region there; what follows begins the next one. */
    private void cut(int end) {
        if (end > 0) {
            closed.add(new Region(lead, open.substring(0, end)));
            open.delete(0, end);
            lead = fence.isEmpty() ? tableHead : fence + "\n";
            tableRows = 0;
            lineStart = Math.max(0, lineStart - end);
            lineBefore = Math.max(0, lineBefore - end);
        }
    }
}
