package dev.plumbline.providers;

import dev.plumbline.body.Interaction;
import dev.plumbline.json.internal.JsonWriter;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cache of recent request bodies: a later request of the same conversation reuses, as one block, the bytes of the
 * messages that both begin with. A conversation is identified by its first interaction. Interactions are compared by
 * identity and referenced weakly; bounded in bytes and conversations. Thread-safe.
 */
final class RequestBodyCache {
    /**
     * The maximum length of a cached body in bytes. A longer one has large attachments, which would displace many
     * conversations.
     */
    static final int LARGEST = 4 << 20;

    /** The minimum length of a cached body in bytes. A shorter one is written faster than it is looked up. */
    static final int SHORTEST = 4 << 10;

    private static final long ALL = 32L << 20;
    private static final int CONVERSATIONS = 256;

    /** The overhead of an interaction in bytes. */
    private static final int EACH = 64;

    /** The bodies, latest first. */
    private final Deque<Body> bodies = new ArrayDeque<>();

    private final int shortest;
    private long weight;

    /** Creates a cache of bodies of at least that length. */
    RequestBodyCache(int shortest) {
        this.shortest = shortest;
    }

    /** Begins a body with the messages of these items in this order. */
    Writing begin(List<? extends Interaction> order) {
        Interaction[] items = order.toArray(new Interaction[0]);
        return new Writing(items, items.length == 0 ? null : latest(items[0]));
    }

    private synchronized @Nullable Body latest(Interaction first) {
        for (Body known : bodies) {
            if (known.items[0].refersTo(first)) {
                return known;
            }
        }
        return null;
    }

    private synchronized void put(Body latest, Interaction first) {
        for (Iterator<Body> all = bodies.iterator(); all.hasNext(); ) {
            Body known = all.next();
            if (known.items[0].refersTo(first) || known.items[0].refersTo(null)) {
                weight -= known.weight();
                all.remove();
            }
        }
        weight += latest.weight();
        bodies.addFirst(latest);
        while (weight > ALL || bodies.size() > CONVERSATIONS) {
            weight -= bodies.removeLast().weight();
        }
    }

    /** Returns the number of bytes held, including overheads; for tests. */
    synchronized long weight() {
        return weight;
    }

    /** One body while it is written. One use, one thread. */
    final class Writing {
        private final Interaction[] items;
        private final @Nullable Body before;
        private final int[] ends;
        private int start;
        private int taken;

        private Writing(Interaction[] items, @Nullable Body before) {
            this.items = items;
            this.before = before;
            this.ends = new int[items.length];
        }

        Interaction[] items() {
            return items;
        }

        /**
         * Writes the messages that the previous body also began with into an open array, and returns the number of
         * their items.
         *
         * @param first whether the array is still empty
         */
        int begin(JsonWriter json, boolean first) {
            start = json.size() + (first ? 0 : 1);
            if (before != null) {
                taken = before.shared(items);
                if (taken > 0) {
                    json.encoded(before.bytes, before.start, before.ends[taken - 1]);
                    for (int i = 0; i < taken; i++) {
                        ends[i] = before.ends[i] == 0 ? 0 : before.ends[i] - before.start + start;
                    }
                }
            }
            return taken;
        }

        /** Records that the messages of the items up to that one are written and do not depend on later items. */
        void ends(int index, JsonWriter json) {
            ends[index] = json.size();
        }

        /** Ends the body, with which the next body is likely to begin. */
        byte[] end(byte[] body) {
            if (items.length > 0 && body.length >= shortest && body.length <= LARGEST) {
                put(new Body(held(), ends, start, body), items[0]);
            }
            return body;
        }

        private WeakReference<Interaction>[] held() {
            WeakReference<Interaction>[] held = before == null ? none() : Arrays.copyOf(before.items, items.length);
            for (int i = before == null ? 0 : taken; i < items.length; i++) {
                held[i] = new WeakReference<>(items[i]);
            }
            return held;
        }

        @SuppressWarnings("unchecked") // Java has no arrays of generic types
        private WeakReference<Interaction>[] none() {
            return (WeakReference<Interaction>[]) new WeakReference<?>[items.length];
        }
    }

    /** A body and the items of its messages. Immutable. */
    private static final class Body {
        private final WeakReference<Interaction>[] items;

        /** For each item, the end of the messages up to it; 0 if a later item could have changed them. */
        private final int[] ends;

        /** The start of the messages. */
        private final int start;

        private final byte[] bytes;

        Body(WeakReference<Interaction>[] items, int[] ends, int start, byte[] bytes) {
            this.items = items;
            this.ends = ends;
            this.start = start;
            this.bytes = bytes;
        }

        long weight() {
            return bytes.length + (long) EACH * items.length;
        }

        /** Returns the number of leading items that are identical and whose bytes can be reused. */
        int shared(Interaction[] others) {
            int most = Math.min(items.length, others.length);
            int same = 0;
            while (same < most && items[same].refersTo(others[same])) {
                same++;
            }
            while (same > 0 && (ends[same - 1] == 0 || goesOn(others, same))) {
                same--;
            }
            return same;
        }

        /** Returns whether the preceding answer and the following item belong to one message. */
        private static boolean goesOn(Interaction[] items, int at) {
            return at < items.length
                    && TranscriptFormatter.isAnswer(items[at])
                    && TranscriptFormatter.isAnswer(items[at - 1]);
        }
    }
}
