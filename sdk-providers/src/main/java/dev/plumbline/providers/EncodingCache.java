package dev.plumbline.providers;

import dev.plumbline.body.Interaction;
import dev.plumbline.json.internal.JsonWriter;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A cache of the encoded pieces of recent requests, so that a transcript is not encoded again for every round: a
 * conversation, identified by its first interaction, mostly repeats earlier content in the same order. Interactions are
 * compared by identity and referenced weakly; bounded in bytes and conversations. Thread-safe.
 */
final class EncodingCache {
    static final int LARGEST = 64 << 10;

    private static final long ALL = 32L << 20;
    private static final int CONVERSATIONS = 256;
    private static final int EACH = 200;

    /** The maximum number of removed pieces between two remaining ones that is still detected. */
    private static final int AHEAD = 8;

    /** The requests, latest first. */
    private final Deque<Request> requests = new ArrayDeque<>();

    private long weight;

    /** Begins a request of these interactions in this order. */
    Writing begin(List<? extends Interaction> transcript) {
        Optional<Interaction> first = transcript.isEmpty() ? Optional.empty() : Optional.of(transcript.get(0));
        return new Writing(first, first.flatMap(this::latest).map(Request::kept).orElseGet(List::of));
    }

    private synchronized Optional<Request> latest(Interaction first) {
        for (Request known : requests) {
            if (known.first.refersTo(first)) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    private synchronized void put(Interaction first, List<Kept> kept) {
        for (Iterator<Request> all = requests.iterator(); all.hasNext(); ) {
            Request known = all.next();
            if (known.first.refersTo(first) || known.first.refersTo(null)) {
                weight -= known.weight;
                all.remove();
            }
        }
        Request latest = Request.of(first, kept);
        weight += latest.weight;
        requests.addFirst(latest);
        while (requests.size() > 1 && (weight > ALL || requests.size() > CONVERSATIONS)) {
            weight -= requests.removeLast().weight;
        }
    }

    /** Returns the number of bytes held, including overheads; for tests. */
    synchronized long weight() {
        return weight;
    }

    /**
     * The pieces of a request in order; the bytes of earlier ones are looked up at their previous position. One use,
     * one thread.
     */
    final class Writing {
        private final Optional<Interaction> first;
        private final List<Kept> before;
        private final List<Kept> now;
        private int next;

        private Writing(Optional<Interaction> first, List<Kept> before) {
            this.first = first;
            this.before = before;
            this.now = new ArrayList<>(before.size() + AHEAD);
        }

        /** Returns the size of the previous request in bytes. */
        int expected() {
            int sum = 0;
            for (Kept kept : before) {
                sum += kept.bytes.length + 1;
            }
            return sum;
        }

        /**
         * Returns the cached bytes of one item, which depend on nothing else, if the previous request continued with
         * it.
         */
        Optional<byte[]> next(Interaction item) {
            if (next == before.size() || !before.get(next).isOnly(item)) {
                return Optional.empty();
            }
            Kept known = before.get(next++);
            now.add(known);
            return Optional.of(known.bytes);
        }

        /**
         * Returns the elements that {@code writing} writes into an array, without its brackets; empty if it writes
         * nothing.
         *
         * @param items the interactions to write, or the tools before them; at least one
         * @param ids further values on which the bytes depend
         */
        byte[] of(List<?> items, String ids, Consumer<JsonWriter> writing) {
            Optional<Kept> known = find(items, ids);
            byte[] bytes = known.isPresent() ? known.get().bytes : written(writing);
            if (bytes.length <= LARGEST) {
                now.add(known.orElseGet(() -> Kept.of(items, ids, bytes)));
            }
            return bytes;
        }

        private Optional<Kept> find(List<?> items, String ids) {
            int end = Math.min(before.size(), next + AHEAD);
            for (int i = next; i < end; i++) {
                if (before.get(i).isOf(items, ids)) {
                    next = i + 1;
                    return Optional.of(before.get(i));
                }
            }
            return Optional.empty();
        }

        /** Ends the request, with whose pieces the next request is likely to begin. */
        void end() {
            first.ifPresent(item -> put(item, now));
        }
    }

    static byte[] written(Consumer<JsonWriter> writing) {
        JsonWriter json = new JsonWriter().array();
        writing.accept(json);
        byte[] array = json.end().toBytes();
        return Arrays.copyOfRange(array, 1, array.length - 1);
    }

    /** The pieces of one request. */
    private record Request(WeakReference<Interaction> first, List<Kept> kept, long weight) {
        static Request of(Interaction first, List<Kept> kept) {
            long weight = 0;
            for (Kept piece : kept) {
                weight += EACH + piece.bytes.length;
            }
            return new Request(new WeakReference<>(first), kept, weight);
        }
    }

    /** The bytes of a piece, without strong references to its interactions, which would keep them in memory. */
    static final class Kept {
        private final List<WeakReference<Object>> items;
        private final String ids;
        private final byte[] bytes;

        private Kept(List<WeakReference<Object>> items, String ids, byte[] bytes) {
            this.items = items;
            this.ids = ids;
            this.bytes = bytes;
        }

        static Kept of(List<?> items, String ids, byte[] bytes) {
            return new Kept(items.stream().map(WeakReference<Object>::new).toList(), ids, bytes);
        }

        boolean isOnly(Interaction item) {
            return items.size() == 1 && ids.isEmpty() && items.get(0).refersTo(item);
        }

        byte[] bytes() {
            return bytes;
        }

        boolean isOf(List<?> others, String callIds) {
            if (items.size() != others.size() || !ids.equals(callIds)) {
                return false;
            }
            for (int i = 0; i < items.size(); i++) {
                if (!items.get(i).refersTo(others.get(i))) {
                    return false;
                }
            }
            return true;
        }
    }
}
