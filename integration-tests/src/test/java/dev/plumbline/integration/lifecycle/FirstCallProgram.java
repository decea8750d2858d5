package dev.plumbline.integration.lifecycle;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.policies.InMemoryResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;

/** A program that asks one question and goes, run as a child process. */
final class FirstCallProgram {
    private FirstCallProgram() {}

    /** Says what was answered. */
    public static void main(String[] args) {
        AiRuntime ai = AiRuntime.builder()
                .addProvider(new Yes())
                .redaction(RedactionOptions.ofDefaults())
                .cache(InMemoryResponseStore.ofEntries(10))
                .addView(new ConversationObserver() {})
                .build();
        System.out.println(ai.send("Is anybody there?").text());
        Runtime.getRuntime().halt(0);
    }

    private static final class Yes implements AiProvider {
        @Override
        public String id() {
            return "yes";
        }

        @Override
        public String defaultModel() {
            return "always";
        }

        @Override
        public AiReturn call(AiCall call) {
            return AiReturn.ofText("Yes.");
        }
    }
}
