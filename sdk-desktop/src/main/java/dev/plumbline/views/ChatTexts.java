package dev.plumbline.views;

import dev.plumbline.event.AiError;
import dev.plumbline.views.ChatPanel.ChatLabel;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The texts that a host may set in a panel.
 *
 * @param labels returns the text of a label
 * @param errors returns the text of an error
 */
record ChatTexts(Function<ChatLabel, @Nullable String> labels, Function<AiError, String> errors) {
    static ChatTexts english() {
        return new ChatTexts(ChatLabel::text, AiError::userMessage);
    }

    /** Returns the text of a label; the English one if the host has none. */
    String of(ChatLabel label) {
        return Objects.requireNonNullElse(labels.apply(label), label.text());
    }

    String of(AiError error) {
        return errors.apply(error);
    }

    ChatTexts withLabels(Function<ChatLabel, @Nullable String> others) {
        return new ChatTexts(others, errors);
    }

    ChatTexts withErrors(Function<AiError, String> others) {
        return new ChatTexts(labels, others);
    }
}
