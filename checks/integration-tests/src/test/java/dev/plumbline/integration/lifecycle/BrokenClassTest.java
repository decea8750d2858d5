package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BrokenClassTest {

    /** As a class is whose native library is missing. */
    private static final class Native {
        static final int HANDLE = load();

        private static int load() {
            throw new UnsatisfiedLinkError("no drawing in java.library.path");
        }
    }

    /** Needs that class at first, and not later. */
    private record Model(AtomicInteger calls) implements AiProvider {
        @Override
        public String id() {
            return "model";
        }

        @Override
        public String defaultModel() {
            return "m";
        }

        @Override
        public AiReturn call(AiCall call) {
            return AiReturn.ofText("Wall " + (calls.getAndIncrement() < 2 ? Native.HANDLE : 5));
        }
    }

    /** Needs it, too. */
    public static final class Pen {
        @Tool("Draws.")
        public int draw() {
            return Native.HANDLE;
        }
    }

    @Test
    @Tag("F139")
    @DisplayName("139 a class that cannot be initialised fails the call, twice differently; the next session works")
    void brokenProvider_failsItsCallOnly() {
        try (AiRuntime ai = AiRuntime.of(new Model(new AtomicInteger()))) {
            assertThat(category(ai)).isIn(AiError.Category.INTERNAL, AiError.Category.EXTENSION);
            assertThat(category(ai)).isIn(AiError.Category.INTERNAL, AiError.Category.EXTENSION);
            assertThat(ai.send("And now?").text()).isEqualTo("Wall 5");
        }
    }

    private static AiError.Category category(AiRuntime ai) {
        try (ConversationSession session = ai.session(AiBody.builder().build())) {
            return session.send("A wall.").error().orElseThrow().category();
        }
    }

    @Test
    @Tag("F139")
    @DisplayName("139 a tool that needs such a class has failed, and the turn goes on")
    void brokenTool_isAFailedCall() {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("draw", Map.of()).says("It could not be drawn.");
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).addTools(new Pen()).build()) {
            AiBody body = AiBody.builder().toolFilter("*").build();
            assertThat(ai.session(body).send("A wall.").text()).isEqualTo("It could not be drawn.");
        }
    }
}
