package dev.plumbline.views;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block of a text that was read as Markdown, for any toolkit. Nothing in it is to be read as HTML. Immutable; {@code
 * toString} shows kind and length only. Created by the SDK.
 */
public sealed interface MarkdownBlock {
    // The records have an equals written by hand: the JDK's keeps the class loader of the last record that was compared
    // (S5).

    /** Returns its number of characters. */
    int length();

    /** Lines of text below each other: paragraphs, headings, items of lists, quotations. */
    record Text(List<Line> lines) implements MarkdownBlock {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Text text && lines.equals(text.lines);
        }

        @Override
        public int hashCode() {
            return lines.hashCode();
        }

        @Override
        public int length() {
            return lines.stream().mapToInt(Line::length).sum();
        }
    }

    /**
     * A block of code.
     *
     * @param language what the author calls its language; empty for nothing
     * @param continues whether it goes on with the code of the block before it
     */
    record Code(String language, String code, boolean continues) implements MarkdownBlock {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Code block
                    && language.equals(block.language)
                    && code.equals(block.code)
                    && continues == block.continues;
        }

        @Override
        public int hashCode() {
            return 31 * language.hashCode() + code.hashCode();
        }

        @Override
        public int length() {
            return code.length();
        }

        @Override
        public String toString() {
            return "Code[" + length() + " characters]";
        }
    }

    /**
     * A table.
     *
     * @param rows its rows of cells
     * @param hasHead whether the first row is its head; false if it goes on with the table before it
     */
    record Table(List<List<Line>> rows, boolean hasHead) implements MarkdownBlock {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Table table && rows.equals(table.rows) && hasHead == table.hasHead;
        }

        @Override
        public int hashCode() {
            return rows.hashCode();
        }

        @Override
        public int length() {
            return rows.stream().flatMap(List::stream).mapToInt(Line::length).sum();
        }
    }

    /** A line across. */
    record Rule() implements MarkdownBlock {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Rule;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public int length() {
            return 1;
        }
    }

    /**
     * A line of text, which may need several on a screen.
     *
     * @param kind what it is
     * @param level of a heading 1 to 6; else how deep it is in lists or quotations
     * @param marker what stands before an item of a list, such as {@code •} or {@code 3.}; else empty
     * @param isFirst whether it is the first line of its paragraph
     * @param runs its text
     */
    record Line(Kind kind, int level, String marker, boolean isFirst, List<Run> runs) {
        static Line plain(String text) {
            return new Line(Kind.PARAGRAPH, 0, "", false, List.of(Run.plain(text)));
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Line line
                    && kind == line.kind
                    && level == line.level
                    && marker.equals(line.marker)
                    && isFirst == line.isFirst
                    && runs.equals(line.runs);
        }

        @Override
        public int hashCode() {
            return 31 * marker.hashCode() + runs.hashCode();
        }

        /** Returns its text without marks. */
        public String text() {
            return runs.stream().map(Run::text).reduce("", String::concat);
        }

        int length() {
            return marker.length()
                    + runs.stream().mapToInt(run -> run.text().length()).sum();
        }

        /** What a line is. */
        public enum Kind {
            /** A line of a paragraph. */
            PARAGRAPH,
            /** A heading. */
            HEADING,
            /** An item of a list, or a further line of it. */
            ITEM,
            /** A quotation. */
            QUOTE
        }
    }

    /**
     * Text of one style.
     *
     * @param link where it leads; empty for nowhere. Only http, https and mailto
     */
    record Run(String text, boolean isBold, boolean isItalic, boolean isCode, String link) {
        static Run plain(String text) {
            return new Run(text, false, false, false, "");
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Run run
                    && text.equals(run.text)
                    && isBold == run.isBold
                    && isItalic == run.isItalic
                    && isCode == run.isCode
                    && link.equals(run.link);
        }

        @Override
        public int hashCode() {
            return 31 * text.hashCode() + link.hashCode();
        }

        @Override
        public String toString() {
            return "Run[" + text.length() + " characters]";
        }
    }
}
