package dev.plumbline.assistant;

import dev.plumbline.assistant.ToolServer.RefusedServer;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.lang.System.Logger.Level;
import java.util.Set;

/** What a failure is for people: a sentence that says what happened and what to do. */
final class Faults {
    private static final Set<String> OWN = Set.of(
            "no-key", "no-model", "address", "project", "proxy", "trust-file", "journal-damaged", "server-address");

    private Faults() {}

    static String sentence(Throwable failure, AssistantWords words) {
        if (failure instanceof AiException known) {
            AiError error = known.error();
            return OWN.contains(error.code()) ? words.say("fault." + error.code()) : error.userMessage(words.locale());
        }
        if (failure instanceof RefusedServer refused) {
            return refused.sentence(words);
        }
        if (failure instanceof LinkageError) { // the file of the plug-in was replaced
            return words.say("fault.replaced");
        }
        return words.say("fault.other", String.valueOf(failure.getMessage()));
    }

    /** Logs why a conversation did not begin, with its place in the plug-in; the person sees the same as a sentence. */
    static void logStart(Throwable failure) {
        System.getLogger("dev.plumbline.assistant").log(Level.ERROR, "the conversation did not begin", failure);
    }

    static String code(Throwable failure) {
        return failure instanceof AiException known ? known.error().code() : "";
    }
}
