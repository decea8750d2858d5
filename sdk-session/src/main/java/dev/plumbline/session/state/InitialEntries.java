package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Groups the interactions of a body into the first entries of a conversation. */
public final class InitialEntries {
    private static final Set<Interaction.Kind> INSTRUCTIONS = Set.of(Interaction.Kind.CONTEXT, Interaction.Kind.SYSTEM);
    private static final Set<Interaction.Kind> ANSWER = Set.of(Interaction.Kind.ASSISTANT, Interaction.Kind.TOOL_CALL);
    private static final Set<Interaction.Kind> RESULTS = Set.of(Interaction.Kind.TOOL_RESULT);

    private static final ConversationEntry.Id ROOT =
            ConversationTree.empty().root().id();

    private InitialEntries() {}

    /** Returns the entries of these interactions, each after the one before it. */
    public static List<ConversationEntry> of(List<Interaction> interactions, Instant now) {
        List<ConversationEntry> path = new ArrayList<>();
        ConversationEntry.Id before = ROOT;
        for (List<Interaction> group : groups(interactions)) {
            ConversationEntry.Id id = new ConversationEntry.Id("e" + (path.size() + 1));
            path.add(new ConversationEntry(
                    id, Optional.of(before), group, ConversationEntry.Status.COMPLETE, Usage.NONE, now, Duration.ZERO));
            before = id;
        }
        return path;
    }

    private static List<List<Interaction>> groups(List<Interaction> interactions) {
        List<List<Interaction>> groups = new ArrayList<>();
        for (Interaction item : interactions) {
            if (groups.isEmpty() || !together(last(last(groups)), item)) {
                groups.add(new ArrayList<>());
            }
            last(groups).add(item);
        }
        return groups;
    }

    private static boolean together(Interaction before, Interaction item) {
        return isBoth(INSTRUCTIONS, before, item) || isBoth(ANSWER, before, item) || isBoth(RESULTS, before, item);
    }

    private static boolean isBoth(Set<Interaction.Kind> kinds, Interaction before, Interaction item) {
        return kinds.contains(before.kind()) && kinds.contains(item.kind());
    }

    private static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }
}
