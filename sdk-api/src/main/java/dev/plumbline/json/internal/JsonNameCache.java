package dev.plumbline.json.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cache of member names, so that similar documents, such as the answers of one server, share their strings. A name
 * replaces another in the same slot, so the size is bounded. Thread-safe.
 */
public final class JsonNameCache {
    private static final int PLACES = 256;
    private static final int LONGEST = 64;

    /** A thread that reads a slot while another fills it sees one name or the other, both complete. */
    private final @Nullable Known[] places = new Known[PLACES];

    /** Creates an empty cache. */
    public JsonNameCache() {}

    /** Returns the name at that position, with quotes, in the scanner's bytes. */
    String of(byte[] bytes, int start, int end, JsonScanner scanner) {
        int from = start + 1;
        int to = end - 1;
        if (from == to || to - from > LONGEST) {
            return scanner.text(start, end);
        }
        int place = (to - from + 7 * bytes[from] + 31 * bytes[(from + to) / 2] + 3 * bytes[to - 1]) & (PLACES - 1);
        Known known = places[place];
        if (known == null || !Arrays.equals(known.spelling, 0, known.spelling.length, bytes, from, to)) {
            known = new Known(Arrays.copyOfRange(bytes, from, to), scanner.text(start, end));
            places[place] = known;
        }
        return known.name;
    }

    /** A name and its bytes. */
    private static final class Known {
        final byte[] spelling;
        final String name;

        Known(byte[] spelling, String name) {
            this.spelling = spelling;
            this.name = name;
        }
    }
}
