package dev.plumbline.providers;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.plumbline.body.Interaction;
import dev.plumbline.json.JsonWriter;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The bytes of interactions that were sent before, so that a transcript is not encoded anew for every round. Known again
 * by identity and only as long as somebody else holds them; bounded in bytes. Safe for any number of threads.
 */
final class Encodings {
    static final int LARGEST = 64 << 10;

    private static final long ALL = 32L << 20;
    private static final int EACH = 200;

    private final Cache<Interaction, Kept> kept = Caffeine.newBuilder()
            .weakKeys()
            .maximumWeight(ALL)
            .weigher((Interaction item, Kept entry) -> EACH + entry.bytes.length)
            .executor(Runnable::run)
            .build();

    /**
     * What {@code writing} writes into an array, without its brackets; empty when it writes nothing.
     *
     * @param items what is written; at least one
     * @param ids on what else it depends
     */
    byte[] of(List<? extends Interaction> items, String ids, Consumer<JsonWriter> writing) {
        Kept known = kept.getIfPresent(items.get(0));
        if (known != null && known.isOf(items, ids)) {
            return known.bytes;
        }
        byte[] bytes = written(writing);
        if (bytes.length <= LARGEST) {
            kept.put(items.get(0), new Kept(rest(items), ids, bytes));
        }
        return bytes;
    }

    private static byte[] written(Consumer<JsonWriter> writing) {
        JsonWriter json = new JsonWriter().array();
        writing.accept(json);
        byte[] array = json.end().toBytes();
        return Arrays.copyOfRange(array, 1, array.length - 1);
    }

    private static List<WeakReference<Interaction>> rest(List<? extends Interaction> items) {
        return items.stream().skip(1).map(WeakReference<Interaction>::new).toList();
    }

    /** How many interactions are kept, for tests. */
    long size() {
        kept.cleanUp();
        return kept.estimatedSize();
    }

    /** The first of the items is the key; a strong hold on any of them would keep it alive. */
    private static final class Kept {
        private final List<WeakReference<Interaction>> rest;
        private final String ids;
        private final byte[] bytes;

        Kept(List<WeakReference<Interaction>> rest, String ids, byte[] bytes) {
            this.rest = rest;
            this.ids = ids;
            this.bytes = bytes;
        }

        boolean isOf(List<? extends Interaction> items, String told) {
            if (rest.size() != items.size() - 1 || !ids.equals(told)) {
                return false;
            }
            for (int i = 0; i < rest.size(); i++) {
                if (!rest.get(i).refersTo(items.get(i + 1))) {
                    return false;
                }
            }
            return true;
        }
    }
}
