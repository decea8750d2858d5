package dev.plumbline.providers.format;

import dev.plumbline.call.AiDelta;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Assembles the tool calls of one answer: finds the call of a piece by its index, then its id, then by order, and
 * numbers the calls from 0 in the order of their start. Not thread-safe.
 */
public final class ToolCallAssembler {
    private final List<Slot> slots;

    /** The number of the latest call with an index, an id, or both. */
    private final Map<Object, Integer> latest = new HashMap<>();

    private boolean members;

    /** Creates an assembler that keeps its calls in that list. */
    public ToolCallAssembler(List<Slot> slots) {
        this.slots = slots;
    }

    /** Returns the number of the call to which a piece belongs; the number of a new call if it belongs to none. */
    public int find(Piece piece) {
        int last = slots.size() - 1;
        if (last >= 0 && slots.get(last).fitsAsLast(piece)) {
            return last;
        }
        int found = piece.index() < 0 ? number(piece.id()) : number(piece.index());
        if (found < 0 && piece.whole() && piece.index() < slots.size()) {
            found = slots.get((int) piece.index()).isSaidBy(piece) ? (int) piece.index() : found;
        } else if (found >= 0 && piece.index() >= 0 && !slots.get(found).fits(piece)) {
            found = number(new Key(piece.index(), piece.id()));
        }
        return found < 0 ? slots.size() : found;
    }

    private int number(Object key) {
        return latest.getOrDefault(key, -1);
    }

    /** Returns the piece as a delta of the call with that number; starts the call if it is new. */
    public AiDelta.ToolCallPart take(int number, Piece piece) {
        if (number == slots.size()) {
            slots.add(new Slot(piece.index()));
            latest.put(piece.index(), number);
        }
        Slot slot = slots.get(number);
        if (slot.id.isEmpty() && !piece.id().isEmpty()) {
            latest.put(piece.id(), number);
            latest.put(new Key(slot.index, piece.id()), number);
        }
        members |= piece.members() != null;
        return slot.take(number, piece);
    }

    /** Returns the number of calls that have begun. */
    public int size() {
        return slots.size();
    }

    /** Returns whether there are members that {@link #takeMembers} has not returned yet. */
    boolean hasMembers() {
        return members;
    }

    /** Returns opaque data with the members of calls that only the provider understands, each once. */
    List<Json> takeMembers() {
        List<Json> all = new ArrayList<>();
        for (int i = 0; i < slots.size(); i++) {
            Json own = slots.get(i).members;
            if (own != null) {
                all.add(ProviderMembers.ofCall(slots.size() - 1 - i, own));
                slots.get(i).members = null;
            }
        }
        members = false;
        return all;
    }

    /** Returns the rest of the arguments: what was held, and halves of characters that were cut in two. */
    List<AiDelta> rest(Consumer<String> remarks) {
        List<AiDelta> rest = new ArrayList<>(0);
        for (int i = 0; i < slots.size(); i++) {
            CallArguments.Rest held = slots.get(i).arguments.rest();
            String text =
                    slots.get(i).halves.pass(held.text()) + slots.get(i).halves.rest();
            if (!text.isEmpty()) {
                rest.add(new AiDelta.ToolCallPart(i, "", "", text));
            }
            if (held.repeated()) {
                remarks.accept("the service sent arguments of a tool call more than once; they count once");
            }
        }
        return rest;
    }

    private record Key(long index, String id) {

        /** Compares by hand, because the JDK creates a record's method by method handles, which slows a first call (0063). */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && index == key.index && id.equals(key.id);
        }

        @Override
        public int hashCode() {
            return 31 * Long.hashCode(index) + id.hashCode();
        }
    }

    /**
     * A piece of a tool call.
     *
     * @param index the index; below zero if none was given
     * @param members the members that only the provider understands, if any
     * @param whole whether it has all of the call, also what earlier pieces had
     */
    public record Piece(
            long index,
            String id,
            String name,
            String arguments,
            @Nullable Json members,
            boolean whole) {
        public Piece(long index, String id, String name, String arguments) {
            this(index, id, name, arguments, null);
        }

        public Piece(long index, String id, String name, String arguments, @Nullable Json members) {
            this(index, id, name, arguments, members, false);
        }

        /** Returns a copy that has all of the call. */
        public Piece asWhole() {
            return new Piece(index, id, name, arguments, members, true);
        }
    }

    /** A call while it is assembled. */
    public static final class Slot {
        private final long index;
        private final CallArguments arguments = new CallArguments();
        private final SurrogateJoiner halves = new SurrogateJoiner();
        private String id = "";
        private String name = "";
        private boolean argued;
        private @Nullable Json members;

        public Slot(long index) {
            this.index = index;
        }

        /**
         * Returns whether a piece without index and id belongs to the last call: arguments do, a name begins a new
         * call.
         */
        boolean fitsAsLast(Piece piece) {
            if (piece.index() >= 0) {
                return fits(piece);
            }
            if (piece.id().isEmpty() || id.isEmpty()) {
                return piece.name().isEmpty() || name.isEmpty();
            }
            return id.equals(piece.id());
        }

        /**
         * Returns whether a piece belongs to this call. Some servers give every call the index 0, so a different id
         * means a different call.
         */
        boolean fits(Piece piece) {
            return index == piece.index() && (id.isEmpty() || piece.id().isEmpty() || id.equals(piece.id()));
        }

        /** Returns whether a whole call, which is in the place of this one, is this one again. */
        boolean isSaidBy(Piece piece) {
            return index < 0 && (id.isEmpty() || piece.id().isEmpty() || id.equals(piece.id()));
        }

        AiDelta.ToolCallPart take(int number, Piece piece) {
            String newId = id.isEmpty() ? piece.id() : "";
            String newName = newName(piece.name());
            id += newId;
            name += newName;
            argued |= !piece.arguments().isEmpty();
            add(piece.members());
            return new AiDelta.ToolCallPart(
                    number, newId, newName, halves.pass(arguments.add(piece.arguments(), piece.whole())));
        }

        /**
         * Returns the name after a piece of it. A name may arrive in pieces before the arguments; some servers repeat
         * it completely or partly.
         */
        private String newName(String piece) {
            if (argued && !name.isEmpty()) {
                return "";
            }
            return piece.startsWith(name) ? piece.substring(name.length()) : piece;
        }

        private void add(@Nullable Json more) {
            if (members == null || more == null) {
                members = more == null ? members : more;
                return;
            }
            for (Map.Entry<String, Json> member : more.fields().entrySet()) {
                members = members.with(member.getKey(), member.getValue());
            }
        }
    }
}
