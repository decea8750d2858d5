package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The beginning of a conversation: the interactions a body brings, grouped as they once came into being. */
final class Opening {
    private static final Set<Interaction.Kind> INSTRUCTIONS = Set.of(Interaction.Kind.CONTEXT, Interaction.Kind.SYSTEM);
    private static final Set<Interaction.Kind> ANSWER = Set.of(Interaction.Kind.ASSISTANT, Interaction.Kind.TOOL_CALL);
    private static final Set<Interaction.Kind> RESULTS = Set.of(Interaction.Kind.TOOL_RESULT);

    private Opening() {}

    static List<List<Interaction>> groups(List<Interaction> interactions) {
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
        return List.of(INSTRUCTIONS, ANSWER, RESULTS).stream()
                .anyMatch(kinds -> kinds.contains(before.kind()) && kinds.contains(item.kind()));
    }

    private static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }
}
