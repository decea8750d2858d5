package dev.plumbline.providers;

import dev.plumbline.call.AiDelta;
import java.util.ArrayList;
import java.util.List;

/**
 * The tool calls of one answer while they arrive: says to which call a piece belongs, by its index, then by its id, then
 * by order, and numbers the calls from 0 in the order in which they began. Not thread-safe.
 */
final class ToolCallAssembler {
    private final List<Slot> slots = new ArrayList<>();

    /** The piece as a delta of its call. */
    AiDelta.ToolCallPart take(Piece piece) {
        int number = find(piece);
        if (number < 0) {
            number = slots.size();
            slots.add(new Slot(piece.index()));
        }
        return slots.get(number).take(number, piece);
    }

    /** What is left of characters cut in two. */
    List<AiDelta> rest() {
        List<AiDelta> rest = new ArrayList<>(0);
        for (int i = 0; i < slots.size(); i++) {
            String half = slots.get(i).halves.rest();
            if (!half.isEmpty()) {
                rest.add(new AiDelta.ToolCallPart(i, "", "", half));
            }
        }
        return rest;
    }

    private int find(Piece piece) {
        for (int i = slots.size() - 1; i >= 0; i--) {
            if (piece.index() < 0
                    ? slots.get(i).fitsWithoutIndex(piece, i == slots.size() - 1)
                    : slots.get(i).fits(piece)) {
                return i;
            }
        }
        return -1;
    }

    /** A piece of a tool call; an index below zero says that none was given. */
    record Piece(long index, String id, String name, String arguments) {}

    private static final class Slot {
        private final long index;
        private final SurrogateJoiner halves = new SurrogateJoiner();
        private String id = "";
        private String name = "";

        Slot(long index) {
            this.index = index;
        }

        /** Some servers give every call the index 0: another id is another call. */
        boolean fits(Piece piece) {
            return index == piece.index() && (id.isEmpty() || piece.id().isEmpty() || id.equals(piece.id()));
        }

        /** Without index and id, a name begins a call and arguments go on with the last one. */
        boolean fitsWithoutIndex(Piece piece, boolean last) {
            if (!piece.id().isEmpty() && !id.isEmpty()) {
                return id.equals(piece.id());
            }
            return last && (piece.name().isEmpty() || name.isEmpty());
        }

        AiDelta.ToolCallPart take(int number, Piece piece) {
            String newId = id.isEmpty() ? piece.id() : "";
            String newName = name.isEmpty() ? piece.name() : "";
            id += newId;
            name += newName;
            return new AiDelta.ToolCallPart(number, newId, newName, halves.pass(piece.arguments()));
        }
    }
}
