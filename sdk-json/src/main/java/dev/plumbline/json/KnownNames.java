package dev.plumbline.json;

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

    /** The name that stands there with its quotes, in the scanner's bytes. */
    String of(byte[] bytes, int start, int end, JsonScanner scanner) {
        int from = start + 1;
        int to = end - 1;
        if (from == to || to - from > LONGEST) {
            return scanner.text(start, end);
        }
        int place = (to - from + 7 * bytes[from] + 31 * bytes[(from + to) / 2] + 3 * bytes[to - 1]) & (PLACES - 1);
        byte[] known = spellings[place];
        if (known == null || !Arrays.equals(known, 0, known.length, bytes, from, to)) {
            spellings[place] = Arrays.copyOfRange(bytes, from, to);
            names[place] = scanner.text(start, end);
        }
        return names[place];
    }
}
