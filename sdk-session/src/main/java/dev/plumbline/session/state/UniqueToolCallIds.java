package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The unique tool-call ids of a conversation. An id that a provider leaves empty or repeats is replaced by a generated
 * one, so that results cannot be swapped. Guarded by the conversation's lock.
 */
final class UniqueToolCallIds {
    private final Set<String> used = new HashSet<>();
    private int own;

    /** Adds the ids of existing interactions. */
    void addAll(List<Interaction> interactions) {
        for (Interaction item : interactions) {
            if (item instanceof Interaction.ToolCall call) {
                used.add(call.id());
            }
        }
    }

    /** Returns the interactions with a unique id for every tool call. */
    List<Interaction> named(List<? extends Interaction> interactions) {
        if (!hasCalls(interactions)) {
            return List.copyOf(interactions);
        }
        List<Interaction> named = new ArrayList<>(interactions.size());
        for (Interaction item : interactions) {
            named.add(item instanceof Interaction.ToolCall call ? named(call) : item);
        }
        return named;
    }

    private static boolean hasCalls(List<? extends Interaction> interactions) {
        for (Interaction item : interactions) {
            if (item instanceof Interaction.ToolCall) {
                return true;
            }
        }
        return false;
    }

    private Interaction named(Interaction.ToolCall call) {
        if (!call.id().isEmpty() && used.add(call.id())) {
            return call;
        }
        String id = "call_" + ++own;
        while (!used.add(id)) {
            id = "call_" + ++own;
        }
        return new Interaction.ToolCall(id, call.name(), call.arguments());
    }
}
