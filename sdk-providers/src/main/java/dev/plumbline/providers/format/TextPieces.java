package dev.plumbline.providers.format;

import java.util.ArrayList;
import java.util.List;

/**
 * The pieces of one text, which some services send cumulatively: each piece has the text so far and what is new. They are
 * recognised because each begins with the one before it and is longer; what may be either is held until the next piece
 * shows which. One thread.
 */
final class TextPieces {
    /** Fewer different characters may repeat in any text, such as a line of dashes. */
    private static final int DISTINCT = 4;

    /** The least length of a first piece that only a cumulative second one begins with. */
    private static final int CERTAIN = 8;

    /** A text that repeats itself is shown after so many pieces. */
    private static final int MOST_HELD = 3;

    private final List<String> held = new ArrayList<>(0);
    private String first = "";
    private String last = "";
    private Kind kind = Kind.UNKNOWN;

    /** Returns what is new, as far as it is known. */
    String pass(String piece) {
        if (kind == Kind.PIECES || piece.isEmpty()) {
            return piece;
        }
        boolean begins = piece.startsWith(last);
        if (kind == Kind.CUMULATIVE) {
            String more = begins ? piece.substring(last.length()) : last.startsWith(piece) ? "" : piece;
            last = begins ? piece : last + more;
            return more;
        }
        if (last.isEmpty()) {
            first = piece;
            last = piece;
            return piece;
        }
        if (!begins || piece.length() == last.length() || held.size() == MOST_HELD) {
            return rest() + piece;
        }
        if (!held.isEmpty() && isTelling()) {
            return cumulative(piece);
        }
        held.add(piece);
        last = piece;
        return "";
    }

    private boolean isTelling() {
        return first.chars().distinct().count() >= DISTINCT;
    }

    private String cumulative(String piece) {
        kind = Kind.CUMULATIVE;
        held.clear();
        last = piece;
        return piece.substring(first.length());
    }

    /** Returns what is held, before other content or the end. */
    String rest() {
        if (kind != Kind.UNKNOWN || last.isEmpty()) {
            return "";
        }
        if (!held.isEmpty() && first.length() >= CERTAIN && isTelling()) {
            return cumulative(last);
        }
        kind = Kind.PIECES;
        String all = String.join("", held);
        held.clear();
        return all;
    }

    boolean isCumulative() {
        return kind == Kind.CUMULATIVE;
    }

    private enum Kind {
        UNKNOWN,
        PIECES,
        CUMULATIVE
    }
}
