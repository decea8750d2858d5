package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values below a heading that means a secret: of tables with bars, of separated and of aligned columns, and of
 * the columns of an SQL statement. Used by one thread, for one text.
 */
final class SecretTables {
    /** The longest line that is read as a row. */
    private static final int MOST_COLUMNS = 64;

    private static final int SHORTEST_COOKIE = 16;

    /** How far before a column its statement begins. */
    private static final int MOST_BEFORE = 400;

    /** How far before the columns of a statement its beginning is. */
    private static final int MOST_BEFORE_OPEN = 200;

    /** The number of values that a row may have behind its name. */
    private static final int MOST_VALUES = 3;

    /** The number of names from which on a line is no heading. */
    private static final int MOST_NAMES = 8;

    /** The number of lines that are known, as a power of two, and a number to scatter them. */
    private static final int KNOWN_BITS = 4;

    private static final int SCATTER = 0x9e3779b1;

    private final LookaheadText text;
    private final SecretLines lines;
    private final SecretReader reader;
    private final SqlTuples tuples;
    private final HtmlCells cells;

    /** What may be between the names of columns. */
    private static final AsciiSet LISTED =
            AsciiSet.of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_, \"`[]\n.\r\t");

    private static final int BAR = 1;
    private static final int TAB = 1 << 1;
    private static final int SEMICOLON = 1 << 2;
    private static final int COMMA = 1 << 3;
    private static final int QUOTE = 1 << 4;
    private static final int GAP = 1 << 5;

    private int signsLine = -1;
    private int signs;
    /** The two lines whose beginnings were read last, up to where each is known; the last one first. */
    private int[] line = {0, -1};

    private int[] otherLine = {0, -1};
    private int endFrom;
    private int endTo = -1;
    private int names;
    private int namesLine = -1;
    private int listed;
    private int searched;
    /** The last statement that creates a table; whether its columns have begun, whether it is over, and the column. */
    private int created = -1;

    private boolean begun;
    private boolean over;
    private int depth;
    private int column;
    /** The tuples of statements that insert into all columns: where the statement and its first item begin. */
    private final List<int[]> inserts = new ArrayList<>();

    private int insertsTo;
    private int nextInsert;
    /** The last word for a statement that inserts into columns, and the end of the last statement. */
    private int into = -1;

    private int ended = -1;
    /** The line that was searched last for where copied values come from, and where it says so. */
    private int copyEnd = -1;

    private int stdin;
    private int open = -1;
    private int columns;
    private int closedFrom;
    private int closed;
    private int heading = -1;
    /** The lines that were read for a column, from an index to before another. */
    private final Map<Column, int[]> readTo = new HashMap<>();

    private List<List<Integer>> rows = List.of();
    private List<List<Integer>> copied = List.of();

    /** The lines whose cells were read last, by a hash of their places, and those whose columns were. */
    private final @Nullable Row[] known = new Row[1 << KNOWN_BITS];

    private final @Nullable Runs[] knownRuns = new Runs[1 << KNOWN_BITS];

    SecretTables(LookaheadText text, SecretLines lines, SecretReader reader) {
        this.text = text;
        this.lines = lines;
        this.reader = reader;
        this.tuples = new SqlTuples(text, lines);
        this.cells = new HtmlCells(text);
    }

    /** Reads the values below a name, if it is a heading. */
    boolean read(SecretNames.Name name) {
        int start = lineStart(name.start());
        int end = lineEnd(name.end());
        if (created(name) || inserted(name) || elements(name)) {
            return true;
        }
        names = namesLine == start ? names + 1 : 0;
        namesLine = start;
        if (end - start > Detector.LONGEST
                || names > MOST_NAMES
                || isItem(name, start)
                || (text.at(name.end()) == '(' && text.at(name.end() + 1) > ' ')) { // a function
            return false;
        }
        int next = behind(end);
        if (text.at(next) == LookaheadText.NOTHING) {
            return false;
        }
        for (char separator : new char[] {'|', '\t', ';', ',', ' '}) {
            if (!has(start, end, separator) || (separator == ' ' && !isQuoted(start, end))) {
                continue;
            }
            List<Integer> cells = cells(start, end, separator);
            boolean first = name.start() == start && text.at(name.end()) == separator && separator != '|';
            if (cells.size() <= 2) {
                continue;
            }
            boolean row = isRow(start, cells.size(), separator);
            boolean passed = row && !first && name.kind() != SecretNames.Kind.SESSION; // one of many rows
            if (passed || !(first || isCell(name, cells))) {
                continue;
            }
            if (row) {
                if (!first && name.kind() == SecretNames.Kind.SESSION) { // the name of a cookie
                    for (int i = column(name, cells) + 1; i + 1 < cells.size(); i++) {
                        if (isCookie(cells.get(i) + 1, cells.get(i + 1))) {
                            value(cells.get(i) + 1, cells.get(i + 1), name.kind());
                        }
                    }
                    return true;
                }
                if (first) { // a row among others that begins with its name
                    for (int i = 1; i + 1 < cells.size(); i++) {
                        value(cells.get(i) + 1, cells.get(i + 1), name.kind());
                    }
                    return true;
                }
            } else if (isCell(name, cells) && !hasNumber(cells) && isHeading(cells.size(), end, separator)) {
                rows(name, column(name, cells), cells.size(), end, separator);
                return true;
            }
        }
        return (signs & GAP) != 0 && aligned(name, start, end);
    }

    /** Returns whether a name is an item of a row that SQL inserts, and so no heading. */
    private boolean isItem(SecretNames.Name name, int start) {
        return text.at(name.end()) == '\''
                && text.slice(Math.max(start, name.start() - MOST_COLUMNS), name.start())
                        .toLowerCase(Locale.ROOT)
                        .contains("values");
    }

    /** Returns whether a cell has letters and digits as a cookie has. */
    private boolean isCookie(int from, int to) {
        for (int at = from; at < to; at++) {
            if (!AsciiChars.word(text.at(at)) && "+/=.-~%\"".indexOf(text.at(at)) < 0) {
                return false;
            }
        }
        return to - from >= SHORTEST_COOKIE && text.hasDigitIn(from, to);
    }

    /** Reads the value in the next cell of a row. */
    void cell(SecretNames.Name name, int separator) {
        int end = lineEnd(separator);
        boolean heading = isRule(behind(end), Math.min(lineEnd(behind(end)), behind(end) + Detector.LONGEST));
        int sign = text.at(separator);
        int from = separator + 1;
        for (int i = 0; i < MOST_VALUES && from < end; i++) {
            int to = from;
            while (to < end
                    && to - from < Detector.LONGEST
                    && !(isBar(sign) ? isBar(text.at(to)) : text.at(to) == sign)) {
                to++;
            }
            value(from, to, name.kind());
            from = heading ? end : to + 1;
        }
    }

    /** Returns the indexes of the separators of a line that are outside of quotes, with its beginning less one and its end. */
    private List<Integer> cells(int start, int end, char separator) {
        int place = (((start * 31 + end) * 31 + separator) * SCATTER) >>> (Integer.SIZE - KNOWN_BITS);
        Row row = known[place];
        if (row == null || row.start != start || row.end != end || row.separator != separator) {
            row = new Row(start, end, separator, readCells(start, end, separator));
            known[place] = row;
        }
        return row.cells;
    }

    /** A line, and the indexes of its separators. */
    private record Row(int start, int end, char separator, List<Integer> cells) {}

    private List<Integer> readCells(int start, int end, char separator) {
        List<Integer> cells = new ArrayList<>();
        cells.add(start - 1);
        boolean quoted = false;
        for (int at = start; at < end; at++) {
            int c = text.at(at);
            if (c == '"' && separator != '|' && (quoted || at == cells.get(cells.size() - 1) + 1)) {
                quoted = !quoted;
            }
            boolean divides = separator == '|' ? isBar(c) && text.at(at - 1) != '\\' : c == separator;
            if (divides && !quoted) {
                cells.add(at);
            }
        }
        cells.add(end);
        return cells.size() > MOST_COLUMNS ? List.of() : cells;
    }

    /** Returns whether a line has a separator. */
    private boolean has(int start, int end, char separator) {
        if (signsLine != start) {
            signsLine = start;
            signs = 0;
            for (int at = start; at < end; at++) {
                int c = text.at(at);
                signs |= isBar(c)
                        ? BAR
                        : c == '\t' ? TAB : c == ';' ? SEMICOLON : c == ',' ? COMMA : c == '"' ? QUOTE : 0;
                signs |= c == ' ' && text.at(at + 1) == ' ' ? GAP : 0;
            }
        }
        int needed = separator == '|'
                ? BAR
                : separator == '\t' ? TAB : separator == ';' ? SEMICOLON : separator == ',' ? COMMA : QUOTE;
        return (signs & needed) != 0;
    }

    /** Returns whether a line has strings alone. */
    private boolean isQuoted(int start, int end) {
        boolean quoted = false;
        for (int at = start; at < end; at++) {
            int c = text.at(at);
            quoted = (c == '"') != quoted;
            if (!quoted && c != '"' && c != ' ') {
                return false;
            }
        }
        return true;
    }

    static boolean isBar(int c) {
        return c == '|' || c == '│' || c == '║' || c == '┃';
    }

    /** Returns whether the line before has the same cells, so that this one is no heading. */
    private boolean isRow(int start, int count, char separator) {
        int last = start - 1;
        int before = lineStart(Math.max(0, last));
        return start > 0
                && ((isRule(before, last) && isRowAbove(before, count, separator))
                        || cells(before, last, separator).size() == count);
    }

    private boolean isRowAbove(int start, int count, char separator) {
        return start > 0 && cells(lineStart(start - 1), start - 1, separator).size() == count;
    }

    /** Returns whether a cell is a number, as in no heading. */
    private boolean hasNumber(List<Integer> cells) {
        for (int i = 0; i + 1 < cells.size(); i++) {
            int digits = 0;
            int at = cells.get(i) + 1;
            while (at < cells.get(i + 1) && (AsciiChars.digit(text.at(at)) || text.at(at) == ' ')) {
                digits += AsciiChars.digit(text.at(at)) ? 1 : 0;
                at++;
            }
            if (digits > 0 && at == cells.get(i + 1)) {
                return true;
            }
        }
        return false;
    }

    private static int column(SecretNames.Name name, List<Integer> cells) {
        int column = 0;
        while (column < cells.size() - 1 && cells.get(column + 1) < name.start()) {
            column++;
        }
        return column;
    }

    /** Returns whether the name is in a cell with no more than a few words. */
    private boolean isCell(SecretNames.Name name, List<Integer> cells) {
        int column = column(name, cells);
        if (column + 1 >= cells.size()) {
            return false;
        }
        String cell = text.slice(cells.get(column) + 1, cells.get(column + 1)).strip();
        if (cell.length() > 1 && "\"'`*".indexOf(cell.charAt(0)) >= 0) {
            cell = cell.replace("\"", "").replace("'", "").replace("`", "").replace("*", "");
        }
        return cell.length() <= name.end() - name.start() + 24
                && AsciiChars.all(cell, c -> c >= 128 || AsciiChars.word(c) || " -.()#".indexOf(c) >= 0)
                && countWords(cell) <= 4;
    }

    private static int countWords(String cell) {
        int words = 0;
        for (int i = 0; i < cell.length(); i++) {
            words += cell.charAt(i) != ' ' && (i == 0 || cell.charAt(i - 1) == ' ') ? 1 : 0;
        }
        return words;
    }

    /** Returns whether the lines behind a line are those below a heading of so many cells. */
    private boolean isHeading(int count, int end, char separator) {
        int next = behind(end);
        int last = lineEnd(next);
        if (separator == '|') {
            return isRule(next, last)
                    || (isFrame(lineStart(end)) && cells(next, last, separator).size() == count)
                    || (cells(next, last, separator).size() == count
                            && count > 3
                            && !isRule(lineStart(Math.max(0, lineStart(end) - 1)), Math.max(0, lineStart(end) - 1))
                            && !startsWithBar(next));
        }
        int second = behind(last);
        boolean more = text.at(second) == LookaheadText.NOTHING
                || cells(second, lineEnd(second), separator).size() == count
                || last == lineEnd(second)
                || isBlank(second, lineEnd(second));
        return last - next <= Detector.LONGEST && cells(next, last, separator).size() == count && more;
    }

    /** Returns whether the line before a line is the frame of a table of AsciiDoc, whose rows have no rules. */
    private boolean isFrame(int start) {
        int before = lineStart(Math.max(0, start - 1));
        return start > 0 && text.says("|===", before);
    }

    private boolean startsWithBar(int at) {
        return text.at(at) == '|';
    }

    private boolean isBlank(int from, int to) {
        return text.slice(from, to).isBlank();
    }

    /** Returns whether a line is a rule between a heading and its rows. */
    private boolean isRule(int from, int to) {
        int dashes = 0;
        boolean bar = false;
        for (int at = from; at < to; at++) {
            int c = text.at(at);
            boolean dash = c == '-' || c == '=' || c == '─' || c == '═' || c == '━';
            dashes += dash || c >= 0x2500 ? 1 : 0;
            bar |= c == '|';
            if (!dash && " |+:\t\r>".indexOf(c) < 0 && (c < 0x2500 || c > 0x257f)) {
                return false;
            }
        }
        return dashes >= (bar ? 2 : 3);
    }

    private void rows(SecretNames.Name name, int column, int count, int end, char separator) {
        if (heading != end) {
            heading = end;
            rows = rows(count, end, separator);
        }
        for (List<Integer> cells : rows) {
            value(cells.get(column) + 1, cells.get(column + 1), name.kind());
        }
    }

    private List<List<Integer>> rows(int count, int heading, char separator) {
        List<List<Integer>> all = new ArrayList<>();
        int at = behind(heading);
        while (text.at(at) != LookaheadText.NOTHING) {
            int end = lineEnd(at);
            if (end - at > Detector.LONGEST || end == at) {
                return all;
            }
            List<Integer> cells = cells(at, end, separator);
            boolean rule = isRule(at, end);
            if (cells.size() == count && !rule) {
                all.add(cells);
            } else if (!rule) {
                return all;
            }
            at = behind(end);
        }
        return all;
    }

    /** Notes the value of a cell, without what is around it. */
    private void value(int from, int to, SecretNames.Kind kind) {
        int start = from;
        int end = to;
        while (start < end && (text.at(start) <= ' ' || text.at(start) == '*')) {
            start++;
        }
        while (end > start && text.at(end - 1) <= ' ') {
            end--;
        }
        SecretLines.Quote quote = start < end ? lines.quote(start) : null;
        if (quote != null && end > quote.content() && text.at(end - 1) == quote.mark() && quote.slashes() == 0) {
            start = quote.content();
            end--;
        }
        while (end > start + 2 && text.at(end - 1) == '*' && text.at(end - 2) == '*') {
            end -= 2;
        }
        if (end > start && text.at(end - 1) == '*' && end - 1 > start && text.at(start - 1) == '*') {
            end--;
        }
        if (end > start
                && !isCommand(start, end)
                && !SecretSentences.isSentence(text.slice(start, Math.min(end, start + MOST_COLUMNS)))) {
            reader.accept(start, end, kind, true);
        }
    }

    /** Returns whether a cell is a command with an option or a path, behind a bar that is one of a shell. */
    private boolean isCommand(int from, int to) {
        String plain = text.slice(from, Math.min(to, from + Detector.LONGEST));
        int blank = plain.indexOf(' ');
        return blank > 0
                && AsciiChars.all(plain.substring(0, blank), c -> c >= 'a' && c <= 'z')
                && (plain.contains(" -") || plain.contains(" /"));
    }

    // ---- columns by their place

    private boolean aligned(SecretNames.Name name, int start, int end) {
        List<int[]> headings = runs(start, end);
        int own = -1;
        for (int i = 0; i < headings.size(); i++) {
            own = headings.get(i)[0] <= name.start() && headings.get(i)[1] >= name.end() ? i : own;
        }
        if (headings.size() < 2 || own < 0) {
            return false;
        }
        int[] heading = headings.get(own);
        int above = lineStart(Math.max(0, start - 1));
        if (start > 0
                && (runs(above, start - 1).size() == headings.size()
                        || (isRule(above, start - 1) && above > 0 && !isBlank(lineStart(above - 1), above - 1)))) {
            return false;
        }
        if (heading[1] - heading[0] > name.end() - name.start() + 16
                || !AsciiChars.all(text.part(start, end), c -> c != '=' && c != ':' && c != '"')) {
            return false;
        }
        int from = heading[0] - start;
        int to = own + 1 < headings.size() ? headings.get(own + 1)[0] - start : Integer.MAX_VALUE;
        int rows = 0;
        int at = behind(end);
        int since = at;
        Column column = new Column(own, headings.size(), from, to, name.kind(), reader.flags());
        while (text.at(at) != LookaheadText.NOTHING) {
            if (reader.flags() != column.state) {
                since = at;
                column = new Column(own, headings.size(), from, to, name.kind(), reader.flags());
            }
            int[] part = rows > 0 ? readTo.get(column) : null;
            if (part != null && at >= part[0] && at < part[1]) {
                at = part[1];
                since = part[0];
                break;
            }
            int last = lineEnd(at);
            if (last - at > Detector.LONGEST || isBlank(at, last)) {
                break;
            }
            if (!isRule(at, last)) {
                List<int[]> cells = runs(at, last);
                if (rows == 0 && cells.size() != headings.size() && cells.size() != headings.size() - 1) {
                    return false;
                }
                if (cells.size() == headings.size()) {
                    value(cells.get(own)[0], cells.get(own)[1], name.kind());
                    cells = List.of();
                }
                for (int[] cell : cells) {
                    int place = cell[0] - at;
                    if (place >= from - 1 && place < to - 1) {
                        value(cell[0], cellEnd(cell, at, to), name.kind());
                        break;
                    }
                }
                rows++;
            }
            at = behind(last);
        }
        readTo.put(column, new int[] {since, at});
        return rows > 0;
    }

    /**
     * A column of a table without bars: its number of so many, the places between which its cells begin, and what is known
     * of its name. Two headings with the same column have the same values.
     */
    private record Column(int number, int count, int from, int to, SecretNames.Kind kind, int state) {}

    /** Returns the end of a cell; a long one is divided from the next by one blank. */
    private int cellEnd(int[] cell, int line, int next) {
        int end = cell[0];
        while (end < cell[1] && text.at(end) > ' ') {
            end++;
        }
        return cell[1] - line > next ? end : cell[1];
    }

    /** Returns the parts of a line that are divided by two blanks or more. */
    private List<int[]> runs(int start, int end) {
        int place = ((start * 31 + end) * SCATTER) >>> (Integer.SIZE - KNOWN_BITS);
        Runs its = knownRuns[place];
        if (its == null || its.start != start || its.end != end) {
            its = new Runs(start, end, readRuns(start, end));
            knownRuns[place] = its;
        }
        return its.runs;
    }

    /** A line, and its parts. */
    private record Runs(int start, int end, List<int[]> runs) {}

    private List<int[]> readRuns(int start, int end) {
        List<int[]> runs = new ArrayList<>();
        int at = start;
        while (at < end) {
            while (at < end && text.at(at) == ' ') {
                at++;
            }
            int from = at;
            while (at < end && !(text.at(at) == ' ' && text.at(at + 1) == ' ')) {
                at++;
            }
            if (at > from && runs.size() < MOST_COLUMNS) {
                runs.add(new int[] {from, at});
            }
        }
        return runs;
    }

    // ---- columns of HTML

    /** Returns whether a cell follows the heading in its row, of which it is the heading. */
    private boolean isRowHeading(SecretNames.Name name) {
        return text.says("<td", lines.space(name.end() + "</th>".length()));
    }

    /** Reads the cells below a heading of a table of HTML. */
    private boolean elements(SecretNames.Name name) {
        if (text.at(name.end()) != '<' || !text.says("</th>", name.end()) || isRowHeading(name)) {
            return false;
        }
        cells.below(name.start(), name.end(), (from, to) -> value(from, to, name.kind()));
        return true;
    }

    // ---- columns of SQL

    /** Reads the values of an SQL statement, if the name is one of its columns. */
    private boolean inserted(SecretNames.Name name) {
        for (; listed < name.start(); listed++) {
            int c = text.at(listed);
            columns += c == ',' ? 1 : 0;
            if (c == '(') {
                open = into > ended && listed - into < MOST_BEFORE_OPEN ? listed + 1 : -1;
                columns = 0;
            } else if (!LISTED.contains(c)) {
                open = -1;
                ended = c == ';' ? listed : ended;
            } else if ((c == 'o' || c == 'O') && text.says("into", listed - 3)) {
                into = listed - 3;
            } else if ((c == 'y' || c == 'Y') && text.says("copy", listed - 3)) {
                into = listed - 3;
            }
        }
        if (open < 0) {
            return false;
        }
        int column = columns;
        if (heading != open) {
            heading = open;
            rows = tuples(name.end());
            copied = rows.isEmpty() ? copied(name.end()) : List.of();
        }
        for (List<Integer> cells : copied) {
            if (column + 1 < cells.size()) {
                value(cells.get(column) + 1, cells.get(column + 1), name.kind());
            }
        }
        if (!copied.isEmpty()) {
            return true;
        }
        for (List<Integer> row : rows) {
            if (column < row.size()) {
                item(row.get(column), name.kind());
            }
        }
        return !rows.isEmpty();
    }

    /** Reads what later statements insert into a column of a table that is created. */
    private boolean created(SecretNames.Name name) {
        for (; searched < name.start(); searched++) {
            int c = text.at(searched);
            if (c == ' ' && text.says(" table ", searched) && text.says("create", searched - 6)) {
                created = searched - 6;
            } else if ((c == 'e' || c == 'E') && text.says("create table", searched - 11)) {
                begun = false;
                over = false;
                depth = 0;
                column = 0;
            } else if (!begun) {
                begun = c == '(';
            } else {
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
                column += c == ',' && depth == 0 ? 1 : 0;
            }
            over |= c == ';';
        }
        if (created < 0 || name.start() - created > MOST_BEFORE || !begun || over) {
            return false;
        }
        boolean any = false;
        int at = firstTuple(name.end());
        while (at < inserts.size() && inserts.get(at)[0] - name.end() < Detector.LONGEST) {
            SqlTuples.Tuple row = tuples.at(inserts.get(at)[1]);
            if (depth == 0 && column < row.items.size()) {
                item(row.items.get(column), name.kind());
            }
            any = true;
            do {
                at++;
            } while (at < inserts.size() && inserts.get(at)[0] <= row.end);
        }
        return any;
    }

    /** Returns the number of the first tuple behind an index that a statement inserts into all columns of a table. */
    private int firstTuple(int from) {
        int end = from + Detector.LONGEST;
        for (int at = Math.max(from, insertsTo); at < end && text.at(at) != LookaheadText.NOTHING; at++) {
            insertsTo = at + 1;
            if (text.at(at - 1) <= ' ' && text.says("values", at) && text.at(space(at + 6)) == '(') {
                inserts.add(new int[] {at, space(at + 6) + 1});
            }
        }
        while (nextInsert < inserts.size() && inserts.get(nextInsert)[0] < from) {
            nextInsert++;
        }
        return nextInsert;
    }

    private boolean isCopied(int from, int end) {
        if (copyEnd != end) {
            copyEnd = end;
            stdin = text.slice(from, end).toLowerCase(Locale.ROOT).lastIndexOf("from stdin") + from;
        }
        return stdin >= from;
    }

    /** Returns the cells of the lines behind {@code COPY … FROM stdin}. */
    private List<List<Integer>> copied(int from) {
        int end = lineEnd(from);
        List<List<Integer>> all = new ArrayList<>();
        if (end - from > Detector.LONGEST || !isCopied(from, end)) {
            return all;
        }
        int at = behind(end);
        while (text.at(at) != LookaheadText.NOTHING && text.at(at) != '\\' && all.size() < Detector.LONGEST) {
            int last = lineEnd(at);
            if (last - at > Detector.LONGEST || last == at) {
                return all;
            }
            all.add(cells(at, last, '\t'));
            at = behind(last);
        }
        return all;
    }

    /** Returns the beginnings of the items of each row behind the columns of a statement. */
    private List<List<Integer>> tuples(int from) {
        List<List<Integer>> all = new ArrayList<>();
        int at = from >= closedFrom && from < closed ? closed : from;
        while (at - from < Detector.LONGEST && text.at(at) != ')' && text.at(at) != LookaheadText.NOTHING) {
            at++;
        }
        closedFrom = from;
        closed = at;
        at = space(at + 1);
        while (!text.says("values", at)
                && !text.says("select ", at)
                && at - from < Detector.LONGEST
                && text.at(at) != LookaheadText.NOTHING
                && text.at(at) != ';'
                && text.at(at) != '(') {
            at++;
        }
        if (text.says("select ", at)) {
            List<Integer> row = new ArrayList<>();
            row.addAll(tuples.at(at + 7).items);
            row.replaceAll(item -> text.at(space(item)) == '\'' ? item : closed); // others are columns
            all.add(row);
            return all;
        }
        if (!text.says("values", at)) {
            return all;
        }
        at = space(at + 6);
        while (text.at(at) == '(') {
            SqlTuples.Tuple row = tuples.at(at + 1);
            at = space(row.end);
            all.add(row.items);
            if (text.at(at) != ',') {
                return all;
            }
            at = space(at + 1);
        }
        return all;
    }

    /** Reads the first string of an item. */
    private void item(int from, SecretNames.Kind kind) {
        for (int at = from;
                at - from < MOST_COLUMNS
                        && text.at(at) != ','
                        && text.at(at) != ')'
                        && text.at(at) != ';'
                        && text.at(at) != LookaheadText.NOTHING;
                at++) {
            if (text.at(at) == '\'' || text.at(at) == '"') {
                SecretLines.Quote quote = lines.quote(at);
                if (quote != null) {
                    reader.quoted(quote, kind);
                }
                return;
            }
        }
    }

    private int space(int from) {
        int at = from;
        while (text.at(at) != LookaheadText.NOTHING && text.at(at) <= ' ') {
            at++;
        }
        return at;
    }

    /** Returns the index of the first character of a line. */
    int lineStart(int from) {
        int at = from;
        while (at > 0 && !isIn(line, at) && !isIn(otherLine, at) && text.at(at - 1) != '\n') {
            at--;
        }
        if (isIn(otherLine, at) || !isIn(line, at)) {
            int[] last = line;
            line = otherLine;
            otherLine = last;
        }
        line[0] = isIn(line, at) ? line[0] : at;
        line[1] = from;
        return line[0];
    }

    private static boolean isIn(int[] line, int at) {
        return at >= line[0] && at <= line[1];
    }

    private int lineEnd(int from) {
        if (from >= endFrom && from <= endTo) {
            return endTo;
        }
        int end = readLineEnd(from);
        endFrom = from;
        endTo = end;
        return end;
    }

    private int readLineEnd(int from) {
        int at = from;
        while (text.at(at) != LookaheadText.NOTHING && text.at(at) != '\n') {
            at++;
        }
        return at > from && text.at(at - 1) == '\r' ? at - 1 : at;
    }

    private int behind(int lineEnd) {
        int at = text.at(lineEnd) == '\r' ? lineEnd + 1 : lineEnd;
        return text.at(at) == '\n' ? at + 1 : Math.max(at, lineEnd);
    }
}
