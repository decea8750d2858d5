package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.extend.Entry;
import dev.plumbline.extend.Hook;
import java.util.List;

/** What a hook may put in the place of what it was shown; the rest is refused as its mistake. */
final class Replacements {
    private Replacements() {}

    /** Other words under the same name; whatever ties calls and results together stays. */
    static Entry entry(Entry before, Entry after) {
        require(
                new Entry(
                                before.id(),
                                before.parent(),
                                after.interactions(),
                                before.status(),
                                before.usage(),
                                before.at(),
                                before.took())
                        .equals(after),
                "id, parent, status, usage and times of an entry stay as they are");
        require(
                ties(before.interactions()).equals(ties(after.interactions())),
                "the tool calls of an entry, and the calls its results belong to, stay as they are");
        return after;
    }

    /** Each interaction as far as it may not change: a call whole, a result by its call, the rest by its kind. */
    private static List<?> ties(List<Interaction> interactions) {
        return interactions.stream()
                .map(item -> item instanceof Interaction.ToolCall
                        ? item
                        : item instanceof Interaction.ToolResult result ? result.callId() : item.kind())
                .toList();
    }

    /** More answers to the same calls. */
    static Hook.ToolBatch batch(Hook.ToolBatch before, Hook.ToolBatch after) {
        require(before.calls().equals(after.calls()), "a call leaves its batch only by being answered");
        return after;
    }

    /** Something else to follow the same round. */
    static Hook.Round round(Hook.Round before, Hook.Round after) {
        return before.withNext(after.next());
    }

    private static void require(boolean rule, String message) {
        if (!rule) {
            throw new IllegalArgumentException(message);
        }
    }
}
