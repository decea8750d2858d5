package dev.plumbline.views;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.AiError;
import dev.plumbline.internal.Words;
import dev.plumbline.views.ChatPanel.ChatLabel;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a panel: those that a host has set, or else ours in the language of the panel.
 *
 * @param words ours
 * @param labels returns the text of a label; null for ours
 * @param errors returns the text of an error
 */
record ChatTexts(Words words, Function<ChatLabel, @Nullable String> labels, Function<AiError, String> errors) {
    static ChatTexts of(Locale locale) {
        return new ChatTexts(Words.of(locale), label -> null, error -> error.userMessage(locale));
    }

    String of(ChatLabel label) {
        return Objects.requireNonNullElseGet(labels.apply(label), () -> label.in(words));
    }

    String of(AiError error) {
        return errors.apply(error);
    }

    /** Returns why a tool has no result. */
    String of(ToolEnvelope.Failure failure) {
        return FailureText.of(failure, words);
    }

    /** Returns the status of a tool call, for a screen reader. */
    String of(ViewRow.ToolCallRow.Status status) {
        return words.say("status." + status.name());
    }

    String notSaved(String file) {
        return words.say("row.not-saved", file);
    }

    String tooLarge(String name, long megabytes) {
        return words.say("attachment.too-large", name, megabytes, ChipBar.MOST_BYTES >> 20);
    }

    String notSendable(String name) {
        return words.say("attachment.not-sendable", name);
    }

    String unreadable(String name) {
        return words.say("attachment.unreadable", name);
    }

    ChatTexts withLabels(Function<ChatLabel, @Nullable String> others) {
        return new ChatTexts(words, others, errors);
    }

    ChatTexts withErrors(Function<AiError, String> others) {
        return new ChatTexts(words, labels, others);
    }
}
