package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.session.state.ConversationState;
import dev.plumbline.session.state.OpenCalls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives ids to the entries and tool calls of a conversation, each once: hooks see an entry before it is stored, while other
 * branches store theirs. Guarded by the conversation's lock.
 */
final class ConversationIds {
    private long entry;
    private long call;
    /** The ids of all tool calls; null until the first one needs an id. */
    private @Nullable Set<String> calls;

    /** Returns the highest number of an entry id that was given, also for an entry that is not stored. */
    long highestEntry(ConversationState state) {
        entry = Math.max(entry, state.highestEntry());
        return entry;
    }

    /** Returns the id of the next entry. */
    ConversationEntry.Id nextEntry(ConversationState state) {
        entry = highestEntry(state) + 1;
        return new ConversationEntry.Id("e" + entry);
    }

    /**
     * Returns the interactions with a unique id for each tool call. An id that a provider leaves empty or repeats is
     * replaced, so that results cannot be swapped, also in the results behind it.
     */
    List<Interaction> withUniqueCalls(ConversationState state, List<? extends Interaction> interactions) {
        if (OpenCalls.calls(interactions).isEmpty()) {
            return List.copyOf(interactions);
        }
        Set<String> used = calls == null ? state.callIds() : calls;
        calls = used;
        List<Interaction> named = new ArrayList<>(interactions.size());
        Map<String, String> renamed = new HashMap<>();
        for (Interaction item : interactions) {
            if (item instanceof Interaction.ToolCall asked) {
                String id = asked.id();
                while (id.isEmpty() || !used.add(id)) {
                    call++;
                    id = "call_" + call;
                }
                renamed.put(asked.id(), id);
                named.add(
                        id.equals(asked.id()) ? asked : new Interaction.ToolCall(id, asked.name(), asked.arguments()));
            } else if (item instanceof Interaction.ToolResult result) { // of a side turn, whose rounds are one entry
                named.add(new Interaction.ToolResult(
                        renamed.getOrDefault(result.callId(), result.callId()), result.envelope()));
            } else {
                named.add(item);
            }
        }
        return named;
    }
}
