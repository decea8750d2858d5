package dev.plumbline.providers.format;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.json.Json;

/** The roles that interactions have in the messages of every format, and the text of those that the system says. */
public final class MessageRoles {
    private MessageRoles() {}

    /** Returns whether the interaction is part of an answer. */
    public static boolean isAnswer(Interaction item) {
        return item instanceof Interaction.Assistant || item instanceof Interaction.ToolCall;
    }

    /**
     * Returns whether the interaction may have the role of the system: instructions, a summary, and facts, unless one of
     * them is content that somebody else wrote.
     */
    public static boolean isDirection(Interaction item) {
        return item instanceof Interaction.System
                || item instanceof Interaction.Summary
                || (item instanceof Interaction.Context context
                        && context.values().values().stream().noneMatch(ContentOrigin::isMarkedUntrusted));
    }

    /** Returns facts, instructions and summaries as text in a message of the user. */
    public static String directionOfUser(Interaction item) {
        return item instanceof Interaction.Context
                ? "From the program, not from the user. " + direction(item)
                : direction(item);
    }

    /** Returns facts, instructions and summaries as text. */
    public static String direction(Interaction item) {
        if (item instanceof Interaction.Context context) {
            return "Facts, as JSON:\n" + Json.of(context.values()).text();
        }
        if (item instanceof Interaction.Summary summary) {
            return "Summary of the conversation so far:\n" + summary.text();
        }
        return item instanceof Interaction.System system ? system.text() : "";
    }
}
