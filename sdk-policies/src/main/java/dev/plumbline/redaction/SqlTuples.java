package dev.plumbline.redaction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The items within brackets of SQL statements. A tuple within another is read with it, so no part of a text is read once for
 * each bracket before it. Used by one thread, for one text.
 */
final class SqlTuples {
    /** The number of readings that differ in what they take for strings: outside of any, and inside of either quote. */
    private static final int READINGS = 3;

    private final LookaheadText text;
    private final SecretLines lines;
    private final List<Reading> readings = new ArrayList<>();

    SqlTuples(LookaheadText text, SecretLines lines) {
        this.text = text;
        this.lines = lines;
    }

    /** Returns the tuple whose first item begins at an index. */
    Tuple at(int from) {
        for (Reading reading : readings) {
            if (reading.tuples.containsKey(from)) {
                return reading.read(from);
            }
        }
        if (readings.size() == READINGS) {
            readings.remove(Collections.min(readings, Comparator.comparingInt(each -> each.at)));
        }
        readings.add(new Reading(from));
        return readings.get(readings.size() - 1).read(from);
    }

    /** A tuple. */
    static final class Tuple {
        private final int from;
        /** The beginnings of its items. */
        final List<Integer> items = new ArrayList<>();
        /** The index behind it; {@link Detector#NONE} before it is known. */
        int end = Detector.NONE;

        private Tuple(int from) {
            this.from = from;
            items.add(from);
        }
    }

    /** What was read from one tuple on. */
    private final class Reading {
        private final Map<Integer, Tuple> tuples = new HashMap<>();
        /** The tuples around the index, the innermost last. */
        private final Deque<Tuple> open = new ArrayDeque<>();

        private int at;

        Reading(int from) {
            at = from;
            open(from);
        }

        private void open(int from) {
            Tuple tuple = new Tuple(from);
            tuples.put(from, tuple);
            open.addLast(tuple);
        }

        Tuple read(int from) {
            Tuple tuple = Objects.requireNonNull(tuples.get(from), "a tuple that was begun");
            while (tuple.end < 0) {
                Tuple first = open.getFirst();
                if (at - first.from >= Detector.LONGEST || text.at(at) == LookaheadText.NOTHING) {
                    open.removeFirst().end = at;
                } else {
                    step(open.getLast());
                }
            }
            return tuple;
        }

        private void step(Tuple tuple) {
            int c = text.at(at);
            if (c == '\'' || (c == '"' && !AsciiChars.alnum(text.at(at - 1)))) {
                SecretLines.Quote quote = lines.quote(at);
                int end = quote == null ? -1 : lines.close(quote);
                at = end < 0 ? at + 1 : end + 1;
                return;
            }
            at++;
            if (c == '(') {
                open(at);
            } else if (c == ')') {
                open.removeLast().end = at;
            } else if (c == ',') {
                tuple.items.add(at);
            }
        }
    }
}
