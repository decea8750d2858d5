package dev.plumbline.integration.lifecycle;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Tool;
import java.util.List;

/**
 * A program that asks one question and goes, run as a child process; with the argument {@code tool} it has a tool that is
 * called, with an address it asks a server there.
 */
final class FirstCallProgram {
    private FirstCallProgram() {}

    /** Says what was answered. */
    public static void main(String[] args) {
        boolean tool = args.length > 0 && args[0].equals("tool");
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(
                        args.length == 0 || tool
                                ? new Yes(tool)
                                : OpenAiChat.builder("one").baseUrl(args[0]).build())
                .redaction(RedactionOptions.ofDefaults())
                .cache(ResponseStore.inMemory(10))
                .addView(new ConversationObserver() {});
        AiRuntime ai = (tool ? builder.addTools(new Walls()) : builder).build();
        AiBody body = AiBody.builder()
                .addUser("Is anybody there?")
                .toolFilter(tool ? "*" : "")
                .build();
        System.out.println(ai.send(body).text());
        Runtime.getRuntime().halt(0);
    }

    /** The tool. */
    static final class Walls {
        @Tool("Draws a wall.")
        String wall(int length) {
            return "a wall of " + length;
        }
    }

    private static final class Yes implements AiProvider {
        private boolean calls;

        Yes(boolean calls) {
            this.calls = calls;
        }

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
            if (!calls) {
                return AiReturn.ofText("Yes.");
            }
            calls = false;
            return AiReturn.builder()
                    .deltas(List.of(
                            new AiDelta.ToolCallPart(0, "c1", "wall", "{\"length\":5}"),
                            new AiDelta.Finish(FinishReason.TOOL_CALLS)))
                    .build();
        }
    }
}
