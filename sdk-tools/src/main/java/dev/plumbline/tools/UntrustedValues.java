package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * The values that decide what a call does and that stand in nothing that the user, the host or a tool of the program
 * wrote: strangers supplied them, or the model made them up, perhaps of something that strangers spelled otherwise.
 */
final class UntrustedValues {
    private static final int MOST_SHOWN = 60;

    private UntrustedValues() {}

    /** Returns a sentence for each of a call, as {@link #of(List, ToolDefinition, Json, Words)}, with pseudonyms restored. */
    static List<String> of(GuardedToolContext call) {
        return of(call.setting().scope().conversation(), call.setting().definition(), call.meant(), call.words());
    }

    /** Returns a sentence for each, for a person, escaped: the value and where it stands. */
    static List<String> of(List<Interaction> conversation, ToolDefinition tool, Json arguments, Words words) {
        List<DecidingArguments.Value> deciding = DecidingArguments.of(tool, arguments);
        if (deciding.isEmpty()) {
            return List.of();
        }
        TrustedText trusted = TrustedText.of(conversation);
        List<String> sentences = new ArrayList<>();
        for (DecidingArguments.Value value : deciding) {
            if (!trusted.has(value)) {
                String named = VisibleTextEscaper.of(value.name()) + " "
                        + VisibleTextEscaper.quoted(JsonTruncator.ofText(value.text(), MOST_SHOWN));
                sentences.add(named + " " + place(conversation, value, words));
            }
        }
        return sentences;
    }

    private static String place(List<Interaction> conversation, DecidingArguments.Value value, Words words) {
        for (int i = conversation.size() - 1; i >= 0; i--) {
            if (conversation.get(i) instanceof Interaction.ToolResult result
                    && ContentOrigin.of(result.envelope()).isUntrusted()
                    && TrustedText.stands(
                            value, TrustedText.lines("", result.envelope().result()))) {
                return words.say("value.stands", UntrustedReading.tool(conversation, result, words));
            }
        }
        return words.say("value.nowhere");
    }
}
