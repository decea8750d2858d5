package dev.plumbline.assistant;

import dev.plumbline.assistant.ToolServer.RefusedServer;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
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

    /**
     * Logs what has failed, with the class of the exception and its place in the plug-in, and without a message that may
     * have content; the person reads that as a sentence.
     */
    static void log(Level level, String what, Throwable failure) {
        System.getLogger("dev.plumbline.assistant").log(level, what, ExtensionFailure.withoutMessages(failure));
    }

    static String code(Throwable failure) {
        return failure instanceof AiException known ? known.error().code() : "";
    }
}
