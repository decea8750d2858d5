package dev.plumbline.body;

import dev.plumbline.body.internal.Digest;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An immutable list of interactions that caches their digests. Appending shares the existing items and digests only the
 * new one; inserting shares the digests of all items. Thread-safe; every change in place throws {@link
 * UnsupportedOperationException}.
 */
public final class Transcript extends AbstractList<Interaction> implements RandomAccess {
    private static final SharedSlots NOTHING = new SharedSlots(new Slot[0], 0);
    private static final Transcript EMPTY = new Transcript(NOTHING, 0);

    private final SharedSlots store;
    private final int size;

    private Transcript(SharedSlots store, int size) {
        this.store = store;
        this.size = size;
    }

    /** Returns the empty transcript. */
    public static Transcript empty() {
        return EMPTY;
    }

    /** Returns the list as a transcript; itself if it is one. */
    public static Transcript of(List<? extends Interaction> interactions) {
        return interactions instanceof Transcript transcript ? transcript : EMPTY.appendAll(interactions);
    }

    /** Returns a copy with one more item at the end; costs the new item only. */
    public Transcript append(Interaction interaction) {
        return append(new Item(interaction));
    }

    /** Returns a copy with more items at the end. */
    public Transcript appendAll(List<? extends Interaction> interactions) {
        Transcript longer = this;
        for (Interaction interaction : interactions) {
            longer = longer.append(interaction);
        }
        return longer;
    }

    /**
     * Returns a copy with one more item at {@code index}; the digests of the others are kept.
     *
     * @throws IndexOutOfBoundsException when the index is not between 0 and the size
     */
    public Transcript insert(int index, Interaction interaction) {
        Objects.checkIndex(index, size + 1);
        Transcript copy = prefix(index).append(interaction);
        for (int i = index; i < size; i++) {
            copy = copy.append(slot(i).item);
        }
        return copy;
    }

    /**
     * Returns a transcript of the items of {@code list}, with the digests of those instances that this one contains in
     * the same order. A common beginning is shared; a transcript that grew from the same beginning has its digests and
     * is returned as it is.
     */
    public Transcript reuse(List<? extends Interaction> list) {
        if (list instanceof Transcript other && beginsLike(other)) {
            return other;
        }
        int from = sharedWith(list);
        Transcript result = prefix(from);
        for (Interaction interaction : list.subList(from, list.size())) {
            int at = indexOfInstance(interaction, from);
            result = at < 0 ? result.append(interaction) : result.append(slot(at).item);
            from = at < 0 ? from : at + 1;
        }
        return result;
    }

    private boolean beginsLike(Transcript other) {
        return size > 0 && other.size > 0 && slot(0).item == other.slot(0).item;
    }

    /** Returns how many instances at the beginning are the same in both. */
    private int sharedWith(List<? extends Interaction> list) {
        int same = 0;
        for (Interaction interaction : list) {
            if (same == size || slot(same).item.value != interaction) {
                break;
            }
            same++;
        }
        return same;
    }

    /**
     * Returns how many items at the front are shared because one transcript grew from the other; compares no items, so
     * it may return fewer than are equal.
     */
    public int shared(Transcript other) {
        SharedSlots mine = store;
        SharedSlots its = other.store;
        int count = Math.min(size, other.size);
        while (mine != its) {
            SharedSlots later = mine.depth >= its.depth ? mine : its;
            SharedSlots before = later.before;
            if (before == null) {
                return 0;
            }
            count = Math.min(count, later.start);
            mine = later == mine ? before : mine;
            its = later == its ? before : its;
        }
        return count;
    }

    @Override
    public Interaction get(int index) {
        Objects.checkIndex(index, size);
        return slot(index).item.value;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Object[] toArray() {
        return toArray(new Interaction[0]);
    }

    /** Copies in one pass; the contract is that of the superclass. */
    @Override
    public <T> T[] toArray(T[] into) {
        T[] all = into.length < size ? Arrays.copyOf(into, size) : into;
        copy(all);
        if (all.length > size) {
            Arrays.fill(all, size, size + 1, null);
        }
        return all;
    }

    private void copy(Object[] into) {
        int end = size;
        for (SharedSlots at = store; at != null; at = at.before) {
            for (int i = at.start; i < end; i++) {
                into[i] = at.slots[i - at.start].item.value;
            }
            end = Math.min(end, at.start);
        }
    }

    /** Returns the 32-byte digest of one item, without its tool-call id; computed once. */
    public byte[] digest(int index) {
        Objects.checkIndex(index, size);
        return hashing(slot(index).item::digest).clone();
    }

    /**
     * Returns the chained digest of all items, in which tool-call ids are replaced by their order of first use; each
     * link is computed once.
     */
    public byte[] digest() {
        return hashing(this::digest).clone();
    }

    /**
     * Runs a computation with the {@link Digest} that transcripts of one origin share, because creating one is
     * expensive.
     */
    <T> T hashing(Function<Digest, T> computation) {
        Digest idle = store.idle.getAndSet(null);
        Digest digest = idle == null ? new Digest() : idle;
        T result = computation.apply(digest);
        store.idle.set(digest);
        return result;
    }

    byte[] digest(Digest digest) {
        int known = size;
        while (known > 0 && slot(known - 1).chain == null) {
            known--;
        }
        byte[] chain = known == 0 ? digest.begin("plb1/transcript").bytes() : slot(known - 1).chain;
        for (int i = known; i < size; i++) {
            chain = link(chain, i, digest);
        }
        return chain;
    }

    /**
     * Returns the summary of the attachments of all items; maintained as the transcript grows, so reading it costs
     * nothing.
     */
    public AttachmentSummary attached() {
        return size == 0 ? AttachmentSummary.NONE : slot(size - 1).attached;
    }

    /** Returns the index of the newest answer with an opaque part, such as a signature; -1 if there is none. Costs nothing. */
    public int lastOpaque() {
        return size == 0 ? -1 : slot(size - 1).lastOpaque;
    }

    /** Returns how many of the items have facts. Costs nothing. */
    public int contexts() {
        return size == 0 ? 0 : slot(size - 1).contexts;
    }

    /** Returns how many of the first items are known to hold each tool call with its result. */
    int paired() {
        int known = size;
        while (known > 0 && !slot(known - 1).paired) {
            known--;
        }
        return known;
    }

    /** Records that the first {@code length} items hold each tool call with its result. */
    void isPaired(int length) {
        slot(length - 1).paired = true;
    }

    /** Returns how many items have no chained digest yet: the cost of the next fingerprint. */
    int undigested() {
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += slot(i).chain == null ? 1 : 0;
        }
        return count;
    }

    private byte[] link(byte[] before, int index, Digest digest) {
        Slot slot = slot(index);
        byte[] own = slot.item.digest(digest);
        byte[] chain = digest.begin("plb1/then")
                .digest(before)
                .digest(own)
                .number(ordinal(index))
                .bytes();
        slot.chain = chain;
        return chain;
    }

    /**
     * Returns the number of the tool call that an item is or answers, counted from 1; 0 for other items and unknown
     * ids.
     */
    private long ordinal(int index) {
        Interaction item = slot(index).item.value;
        if (item instanceof Interaction.ToolCall) {
            return slot(index).calls;
        }
        return item instanceof Interaction.ToolResult result ? answered(result.callId(), index) : 0;
    }

    private long answered(String callId, int before) {
        for (int i = before - 1; i >= 0; i--) {
            if (slot(i).item.value instanceof Interaction.ToolCall call
                    && call.id().equals(callId)) {
                return slot(i).calls;
            }
        }
        return 0;
    }

    /**
     * Returns the first {@code length} items with their digests, at no cost.
     *
     * @throws IndexOutOfBoundsException when there are fewer, or the length is negative
     */
    public Transcript prefix(int length) {
        Objects.checkIndex(length, size + 1);
        if (length == 0) {
            return EMPTY;
        }
        return length == size ? this : new Transcript(store, length);
    }

    private int indexOfInstance(Interaction wanted, int from) {
        for (int i = from; i < size; i++) {
            if (slot(i).item.value == wanted) {
                return i;
            }
        }
        return -1;
    }

    private Slot slot(int index) {
        SharedSlots at = store;
        while (index < at.start) {
            at = Objects.requireNonNull(at.before, "only the first store starts at 0");
        }
        return at.slots[index - at.start];
    }

    private Transcript append(Item item) {
        Slot slot = new Slot(item, size == 0 ? null : slot(size - 1), size);
        SharedSlots target = store.claim(size) ? store : behind();
        target.slots[size - target.start] = slot;
        return new Transcript(target, size + 1);
    }

    /**
     * Returns a store for items after this transcript, its first slot taken: linked to the existing stores, or a flat
     * copy.
     */
    private SharedSlots behind() {
        if (store.depth == SharedSlots.DEEPEST) {
            Slot[] slots = new Slot[size + (size >> 1) + 1];
            for (int i = 0; i < size; i++) {
                slots[i] = slot(i);
            }
            return new SharedSlots(slots, size + 1);
        }
        boolean fork = size < store.start + store.slots.length;
        return new SharedSlots(store, size, new Slot[fork ? 2 : Math.max(4, size >> 1)], size + 1);
    }

    /**
     * Slots shared by transcripts that are prefixes of each other; each slot is written once, by the thread that
     * claimed it. A store that is full or forked is continued by another store linked to it, so growing and forking
     * copy nothing.
     */
    private static final class SharedSlots {
        private static final int DEEPEST = 24;

        private final @Nullable SharedSlots before;
        private final int start;
        private final Slot[] slots;
        private final int depth;
        private final AtomicInteger used;
        private final AtomicReference<@Nullable Digest> idle;

        /** Creates a store without a predecessor. */
        SharedSlots(Slot[] slots, int used) {
            this.before = null;
            this.start = 0;
            this.slots = slots;
            this.depth = 0;
            this.used = new AtomicInteger(used);
            this.idle = new AtomicReference<>();
        }

        SharedSlots(SharedSlots before, int start, Slot[] slots, int used) {
            this.before = before;
            this.start = start;
            this.slots = slots;
            this.depth = before.depth + 1;
            this.used = new AtomicInteger(used);
            this.idle = before == NOTHING ? new AtomicReference<>() : before.idle;
        }

        boolean claim(int at) {
            return at - start < slots.length && used.compareAndSet(at, at + 1);
        }
    }

    private static final class Slot {
        private final Item item;
        private final int calls;
        private final int contexts;
        private final int lastOpaque;
        private final AttachmentSummary attached;
        private volatile byte[] chain;
        private volatile boolean paired;

        @SuppressWarnings("NullAway.Init") // the chain is computed at its first use
        Slot(Item item, @Nullable Slot before, int index) {
            Interaction added = item.value;
            this.item = item;
            this.calls = (before == null ? 0 : before.calls) + (added instanceof Interaction.ToolCall ? 1 : 0);
            this.contexts = (before == null ? 0 : before.contexts) + (added instanceof Interaction.Context ? 1 : 0);
            this.lastOpaque = hasOpaque(added) ? index : before == null ? -1 : before.lastOpaque;
            this.attached = (before == null ? AttachmentSummary.NONE : before.attached).plus(added);
        }
    }

    /** Returns whether it is an answer with an opaque part. */
    static boolean hasOpaque(Interaction item) {
        if (item instanceof Interaction.Assistant answer) {
            for (Part part : answer.parts()) {
                if (part instanceof Part.Opaque) {
                    return true;
                }
            }
        }
        return false;
    }

    private static final class Item {
        private final Interaction value;
        private volatile byte[] own;

        @SuppressWarnings("NullAway.Init") // the digest is computed at its first use
        Item(Interaction value) {
            this.value = Objects.requireNonNull(value, "value");
        }

        byte[] digest(Digest digest) {
            byte[] known = own;
            if (known == null) {
                known = InteractionDigest.of(value, digest);
                own = known;
            }
            return known;
        }
    }

    /**
     * The size and kinds of what is attached to interactions in addition to text: images, audio and files.
     *
     * @param bytes the total size of the attachments of users and tools
     * @param images whether a user attached a picture
     * @param audio whether a user attached sound
     * @param files whether a user attached a file
     */
    public record AttachmentSummary(long bytes, boolean images, boolean audio, boolean files) {
        /** The summary of interactions without attachments. */
        public static final AttachmentSummary NONE = new AttachmentSummary(0, false, false, false);

        /** Returns the summary of both. */
        AttachmentSummary plus(Interaction more) {
            AttachmentSummary all = this;
            if (more instanceof Interaction.User user) {
                for (Part part : user.parts()) {
                    all = all.plus(part);
                }
            } else {
                long carried = bytes(more);
                all = carried == 0 ? this : new AttachmentSummary(bytes + carried, images, audio, files);
            }
            return all;
        }

        private AttachmentSummary plus(Part part) {
            boolean image = part instanceof Part.Image;
            boolean sound = part instanceof Part.Audio;
            boolean file = part instanceof Part.File;
            return image || sound || file
                    ? new AttachmentSummary(bytes + bytes(part), images || image, audio || sound, files || file)
                    : this;
        }

        private static long bytes(Interaction item) {
            if (item instanceof Interaction.Assistant assistant) {
                return bytes(assistant.parts());
            }
            return item instanceof Interaction.ToolResult result
                    ? bytes(result.envelope().parts())
                    : 0;
        }

        private static long bytes(List<Part> parts) {
            long sum = 0;
            for (Part part : parts) {
                sum += bytes(part);
            }
            return sum;
        }

        private static long bytes(Part part) {
            if (part instanceof Part.Image image) {
                return image.blob().size();
            }
            if (part instanceof Part.Audio audio) {
                return audio.blob().size();
            }
            return part instanceof Part.File file ? file.blob().size() : 0;
        }
    }
}
