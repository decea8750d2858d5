package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.policies.PromptTemplateOptions;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Tool;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A scenario whose cost is measured. */
enum CallScenario {
    /** {@code ai.send("hi")}. */
    PLAIN("plain", 0),
    /** A turn with one tool call. */
    ONE_TOOL("one tool", 1),
    /** A turn with one round of three tool calls. */
    THREE_TOOLS("three tools", 3),
    /** An edit of the last question after 1,000 messages. */
    BEHIND("behind 1,000", 0);

    static final List<CallScenario> ALL = List.of(values());
    private static final int MESSAGES = 1_000;

    private final String title;
    private final int toolCalls;

    CallScenario(String title, int toolCalls) {
        this.title = title;
        this.toolCalls = toolCalls;
    }

    /** The input of the tool. */
    record Wall(double length) {}

    /** The same tool as a method, as in docs/comparison. */
    static final class Walls {
        @Tool(name = "draw_wall", value = "Draws a wall.")
        String draw(int length) {
            return "a wall of " + length;
        }
    }

    /** Returns its name in the tables. */
    String title() {
        return title;
    }

    /** Returns the number of tool calls that the model requests. */
    int toolCalls() {
        return toolCalls;
    }

    /** Returns a runtime with the default settings, and a tool if it is needed. */
    AiRuntime standard(URI base) {
        AiRuntime.Builder ai = builder(base, true);
        return (toolCalls > 0 ? ai.addTools(wall()) : ai).build();
    }

    /**
     * Returns a runtime without streaming, with templates, redaction and a cache, and a tool if it is needed, as in
     * docs/comparison.
     */
    AiRuntime complete(URI base) {
        AiRuntime.Builder ai = builder(base, false)
                .templates(PromptTemplateOptions.ofDefaults())
                .redaction(RedactionOptions.ofDefaults())
                .cache(ResponseStore.inMemory(100));
        return (toolCalls > 0 ? ai.addTools(new Walls()) : ai).build();
    }

    private static AiRuntime.Builder builder(URI base, boolean streaming) {
        return AiRuntime.builder()
                .addProvider(OpenAiChat.builder("m")
                        .baseUrl(base.toString())
                        .streaming(streaming)
                        .build());
    }

    private static AiTool wall() {
        return AiTool.of("draw_wall", "Draws a wall.", Wall.class, (input, context) -> Map.of("id", "w1"));
    }

    /** Returns the call, always the same. */
    Runnable call(AiRuntime ai) {
        if (this == BEHIND) {
            return behind(ai);
        }
        AiBody body = wall("5");
        return () -> check(this == PLAIN ? ai.send("hi") : ai.send(body));
    }

    /** Returns the call with a different question each time, so that the cache misses. */
    Runnable varied(AiRuntime ai) {
        if (this == BEHIND) {
            return behind(ai);
        }
        AtomicInteger asked = new AtomicInteger();
        return () -> {
            String number = String.valueOf(asked.incrementAndGet());
            check(this == PLAIN ? ai.send("hi " + number) : ai.send(wall(number)));
        };
    }

    private static AiBody wall(String length) {
        return AiBody.builder().addUser("a wall of " + length).toolFilter("*").build();
    }

    private static Runnable behind(AiRuntime ai) {
        AiBody.Builder body = AiBody.builder();
        for (int i = 0; i < MESSAGES; i += 2) {
            body.addUser("Move wall " + i + " by 12.5 mm to the left, and say what is \"next\" to it.")
                    .addAssistant(
                            "Wall " + i + " stands 12.5 mm further to the left; the door D-" + i + " is next to it.");
        }
        ConversationSession session = ai.session(body.build());
        check(session.send("How many walls are there?"));
        ConversationEntry question = session.path().get(MESSAGES);
        AtomicInteger asked = new AtomicInteger();
        return () -> check(session.edit(question, "And wall " + asked.incrementAndGet() + "?"));
    }

    private static void check(AiReturn answer) {
        if (!answer.text().equals("Hello.")) {
            throw new IllegalStateException("the model said \"Hello.\", and the answer is \"" + answer.text() + "\"");
        }
    }
}
