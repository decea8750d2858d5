package dev.plumbline.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Member names that were read before: documents that are alike, such as the events of a stream, share their strings. One that
 * comes to the place of another takes it, so there are never many. Not thread-safe.
 */
final class KnownNames {
    private static final int PLACES = 64;
    private static final int LONGEST = 64;

    private final byte[][] spellings = new byte[PLACES][];
    private final String[] names = new String[PLACES];

    /** The name that these bytes spell, without quotes and escapes. */
    String of(byte[] bytes, int from, int to) {
        if (from == to || to - from > LONGEST) {
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
        int place = (to - from + 7 * bytes[from] + 31 * bytes[(from + to) / 2] + 3 * bytes[to - 1]) & (PLACES - 1);
        byte[] known = spellings[place];
        if (known == null || !Arrays.equals(known, 0, known.length, bytes, from, to)) {
            spellings[place] = Arrays.copyOfRange(bytes, from, to);
            names[place] = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
        return names[place];
    }
}
