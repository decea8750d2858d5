package dev.plumbline.providers;

import dev.plumbline.json.internal.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The bytes of the lists of tools that were sent lately, so that they are not encoded for each conversation. Tools are
 * compared by identity and referenced weakly. Thread-safe.
 */
final class EncodedToolsCache {
    private static final int LISTS = 8;

    /** The lists, latest first; replaced as a whole. */
    private volatile List<EncodingCache.Kept> lists = List.of();

    /**
     * Returns the elements that {@code writing} writes into an array, without its brackets.
     *
     * @param tools the tools; at least one
     * @param options further values on which the bytes depend
     */
    byte[] of(List<?> tools, String options, Consumer<JsonWriter> writing) {
        List<EncodingCache.Kept> known = lists;
        for (int i = 0; i < known.size(); i++) {
            if (known.get(i).isOf(tools, options)) {
                return known.get(i).bytes();
            }
        }
        byte[] bytes = EncodingCache.written(writing);
        if (bytes.length <= EncodingCache.LARGEST) {
            List<EncodingCache.Kept> latest = new ArrayList<>(known.subList(0, Math.min(known.size(), LISTS - 1)));
            latest.add(0, EncodingCache.Kept.of(tools, options, bytes));
            lists = List.copyOf(latest);
        }
        return bytes;
    }
}
