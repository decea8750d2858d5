package dev.plumbline.views;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.internal.Words;
import java.util.Locale;

/** Says why a tool has no result, for a person. The message of an envelope is for the model, and in English where it is ours. */
final class FailureText {
    private FailureText() {}

    /**
     * Returns the message itself in English, and for a failure of the tool's own, which is in the language of its author;
     * otherwise the sentence of its code. What the person has done is said to the person: a no, and a stop while the tool ran.
     */
    static String of(ToolEnvelope.Failure failure, Words words) {
        if (failure.code() == ToolEnvelope.Code.DENIED && failure.message().startsWith("The user ")) {
            return words.say("failure.DENIED.user");
        }
        if (failure.code() == ToolEnvelope.Code.CANCELLED && failure.effect() == ToolEnvelope.Effect.UNKNOWN) {
            return words.say("failure.CANCELLED.unknown");
        }
        boolean isEnglish = words.locale().getLanguage().equals(Locale.ENGLISH.getLanguage());
        boolean isOfTheTool =
                failure.code() == ToolEnvelope.Code.FAILED && !failure.message().startsWith("The tool ");
        return isEnglish || isOfTheTool
                ? failure.message()
                : words.say("failure." + failure.code().name());
    }
}
