package dev.plumbline.providers;

import dev.plumbline.body.Interaction;
import dev.plumbline.json.JsonWriter;
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
 * The bytes of what the latest requests were made of, so that a transcript is not encoded anew for every round: a conversation,
 * known by the interaction it begins with, mostly says again what it said before, in the same order. Interactions are known by
 * identity, and held by others; bounded in bytes and in conversations. Safe for any number of threads.
 */
final class EncodingCache {
    static final int LARGEST = 64 << 10;

    private static final long ALL = 32L << 20;
    private static final int CONVERSATIONS = 256;
    private static final int EACH = 200;

    /** How many pieces may have gone between two that stay, and be noticed. */
    private static final int AHEAD = 8;

    /** The latest first. */
    private final Deque<Request> requests = new ArrayDeque<>();

    private long weight;

    /** Begins a request that says these things, in this order. */
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

    /** How many bytes are held, overheads included; for tests. */
    synchronized long weight() {
        return weight;
    }

    /** The pieces of a request, in their order; the bytes of earlier ones are looked up where they were then. One use, one thread. */
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

        /** How many bytes the request before had. */
        int expected() {
            int sum = 0;
            for (Kept kept : before) {
                sum += kept.bytes.length + 1;
            }
            return sum;
        }

        /** The bytes of one item alone, which depend on nothing else, if the request before went on with it. */
        Optional<byte[]> next(Interaction item) {
            if (next == before.size() || !before.get(next).isOnly(item)) {
                return Optional.empty();
            }
            Kept known = before.get(next++);
            now.add(known);
            return Optional.of(known.bytes);
        }

        /**
         * What {@code writing} writes into an array, without its brackets; empty when it writes nothing.
         *
         * @param items what is written, interactions or the tools before them; at least one
         * @param ids on what else it depends
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

        /** All is written: it is what the next request is likely to begin with. */
        void end() {
            first.ifPresent(item -> put(item, now));
        }
    }

    private static byte[] written(Consumer<JsonWriter> writing) {
        JsonWriter json = new JsonWriter().array();
        writing.accept(json);
        byte[] array = json.end().toBytes();
        return Arrays.copyOfRange(array, 1, array.length - 1);
    }

    /** What one request was made of. */
    private record Request(WeakReference<Interaction> first, List<Kept> kept, long weight) {
        static Request of(Interaction first, List<Kept> kept) {
            long weight = 0;
            for (Kept piece : kept) {
                weight += EACH + piece.bytes.length;
            }
            return new Request(new WeakReference<>(first), kept, weight);
        }
    }

    /** The bytes of a piece; a strong hold on its interactions would keep them alive. */
    private static final class Kept {
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
