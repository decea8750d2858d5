package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;

/** The cells below headings of tables of HTML. Tags are found once for all headings. Used by one thread, for one text. */
final class HtmlCells {
    private final LookaheadText text;
    private final List<Tag> tags = new ArrayList<>();
    private int searched;
    /** The last row, and the number of headings so far. */
    private int row = Detector.NONE;

    private int headings;

    HtmlCells(LookaheadText text) {
        this.text = text;
    }

    private enum Kind {
        ROW,
        HEADING,
        CELL,
        END
    }

    /**
     * A tag.
     *
     * @param row the index of its row
     * @param headings the number of headings before it
     */
    private record Tag(Kind kind, int at, int row, int headings) {}

    /** Receives a cell, from an index to before another. */
    interface Receiver {
        void accept(int from, int to);
    }

    /** Passes on the cells below a heading whose name is from an index to before another. */
    void below(int start, int end, Receiver receiver) {
        int column = column(start);
        if (column < 0) {
            return;
        }
        search(end + Detector.LONGEST);
        int cell = -1;
        int open = end;
        for (int i = first(end); i < tags.size() && tags.get(i).at - end < Detector.LONGEST; i++) {
            Tag tag = tags.get(i);
            if (tag.at < open || tag.kind == Kind.HEADING) {
                continue;
            }
            if (tag.kind == Kind.END) {
                return;
            }
            cell = tag.kind == Kind.ROW ? -1 : cell + 1;
            if (tag.kind == Kind.CELL) {
                open = tag.at;
                while (text.at(open) != '>' && text.at(open) != LookaheadText.NOTHING && text.at(open) != '\n') {
                    open++;
                }
                open++;
            }
            if (cell == column) {
                content(open, end + Detector.LONGEST, receiver);
            }
        }
    }

    private void content(int from, int most, Receiver receiver) {
        int to = from;
        while (to < most && text.at(to) != '<' && text.at(to) != LookaheadText.NOTHING) {
            to++;
        }
        if (to < most && text.at(to) == '<' && !text.says("</table", to)) {
            receiver.accept(from, to);
        }
    }

    /** Returns the number of headings before one in its row, less one. */
    private int column(int start) {
        search(start);
        int behind = first(start);
        int row = behind == 0 ? Detector.NONE : tags.get(behind - 1).row;
        int first = first(Math.max(row, start - Detector.LONGEST));
        int before = behind == tags.size() ? headings : tags.get(behind).headings;
        return first == behind ? -1 : before - tags.get(first).headings - 1;
    }

    private void search(int to) {
        for (; searched < to && text.at(searched) != LookaheadText.NOTHING; searched++) {
            if (text.at(searched) == '<') {
                add(searched);
            }
        }
    }

    private void add(int at) {
        if (text.says("<tr", at)) {
            row = at;
            tags.add(new Tag(Kind.ROW, at, row, headings));
        } else if (text.says("<td", at)) {
            tags.add(new Tag(Kind.CELL, at, row, headings));
        } else if (text.says("<th", at) && !AsciiChars.letter(text.at(at + 3))) {
            tags.add(new Tag(Kind.HEADING, at, row, headings++));
        } else if (text.says("</table", at)) {
            tags.add(new Tag(Kind.END, at, row, headings));
        }
    }

    /** Returns the number of the first tag at an index or behind it. */
    private int first(int from) {
        int low = 0;
        int high = tags.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (tags.get(middle).at < from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
