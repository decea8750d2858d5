package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import java.util.function.Consumer;

/** The programs of docs/coming-from-java.md with this library. */
final class ComingFromJavaExamples {
    private ComingFromJavaExamples() {}

    static String ask(AiProvider provider) {
        try (AiRuntime ai = AiRuntime.of(provider)) {
            return ai.send("What is a plumb line?").text();
        }
    }

    static void stream(ConversationSession session, Consumer<String> show) {
        session.observe(new ConversationObserver() {
            @Override
            public void onText(String piece) {
                show.accept(piece);
            }

            @Override
            public void onFinished(AiReturn ret) {
                ret.error().ifPresent(error -> show.accept(error.userMessage()));
            }
        });
        session.sendAsync("What is a plumb line?"); // returns at once
    }

    static final class WallTools {
        @Tool("Draws a wall.")
        String drawWall(@Param("length in millimetres") double length) {
            return "w1, " + length + " mm";
        }
    }

    static String draw(AiProvider provider) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new WallTools())
                .build()) {
            ConversationSession draughtsman = ai.session(
                    AiBody.builder().addSystem("You draw floor plans.").build());
            return draughtsman.send("A wall of 5 metres.").text();
        }
    }

    record Wall(String id, double millimetres) {}

    static Wall typed(AiProvider provider) {
        try (AiRuntime ai = AiRuntime.of(provider)) {
            return ai.send("Describe a wall of 5 metres.", Wall.class);
        }
    }
}
