package dev.plumbline.views;

import dev.plumbline.event.AiError;
import java.util.function.Function;

/**
 * The texts that a host may set in a panel.
 *
 * @param labels returns the text of a label
 * @param errors returns the text of an error
 */
record ChatTexts(Function<ChatLabel, String> labels, Function<AiError, String> errors) {
    static ChatTexts english() {
        return new ChatTexts(ChatLabel::text, AiError::userMessage);
    }

    String of(ChatLabel label) {
        return labels.apply(label);
    }

    String of(AiError error) {
        return errors.apply(error);
    }

    ChatTexts withLabels(Function<ChatLabel, String> others) {
        return new ChatTexts(others, errors);
    }

    ChatTexts withErrors(Function<AiError, String> others) {
        return new ChatTexts(labels, others);
    }
}
