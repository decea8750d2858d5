package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.ui.HostApplication;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ViewsDocTest {
    private static final String LAST = "You are welcome.";

    @Test
    @Tag("SH38")
    @Tag("A26")
    @DisplayName("SH38 a window is an observer: words and tools appear on the UI thread, after a restart, too")
    void window_showsTheConversation_onTheUiThread(@TempDir Path folder) throws Exception {
        ScriptedProvider model = ScriptedProvider.create()
                .says("I draw.")
                .callsTool("draw", Map.of())
                .says("Done.", " Look!")
                .says(LAST);
        AiTool draw = AiTool.of("draw", "Draws.", Json.object().with("type", "object"), (in, context) -> "drawn");
        String id;
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .host(HostApplication.of(SwingUtilities::invokeLater, SwingUtilities::isEventDispatchThread))
                .addTools(draw)
                .journal(folder)
                .build()) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build());
            id = session.id();
            Window window = new Window();
            ViewsExamples.show(session, window);
            session.send("Hello.");
            session.send("Draw.");
            session.send("Thanks.");
            assertThat(window.over.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(window.lines.values())
                    .containsExactly("Hello.", "I draw.", "Draw.", "draw: COMPLETED", "Done. Look!", "Thanks.", LAST);
            assertThat(window.strangers).isEmpty();
        }
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).journal(folder).build()) {
            Window again = new Window();
            ViewsExamples.show(ai.resume(id), again);
            assertThat(again.lines.values()).hasSize(7).contains("draw: COMPLETED", "Done. Look!");
        }
    }

    @Test
    @DisplayName(
            "61 6 a program without a window saves a conversation as Markdown, with what its tools were given and returned")
    void n61_6_aConversationIsSavedAsMarkdown(@TempDir Path folder) throws IOException {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("draw", Map.of("length", 5)).says("**Done.**");
        AiTool draw = AiTool.of("draw", "Draws.", Json.object().with("type", "object"), (in, context) -> "w1");
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).addTools(draw).build()) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.send("A wall.");
            assertThat(ViewsExamples.saved(session, folder))
                    .content()
                    .isEqualTo("## You\n\nA wall.\n\n## draw: completed\n\nArguments:\n\n```\nlength: 5\n```\n\n"
                            + "Result:\n\n```\nvalue: w1\n```\n\n## Model\n\n**Done.**\n\n");
        }
    }

    /** Lines by key, and the threads that should not have touched them. */
    private static final class Window implements ViewsExamples.Screen {
        final Map<String, String> lines = new LinkedHashMap<>();
        final List<String> strangers = new ArrayList<>();
        private final CountDownLatch over = new CountDownLatch(1);

        @Override
        public void add(String key, String line) {
            lines.put(key, line);
        }

        @Override
        public void set(String key, String line) {
            touched();
            lines.put(key, line);
            if (line.equals(LAST)) {
                over.countDown();
            }
        }

        @Override
        public void append(String key, String words) {
            touched();
            lines.merge(key, words, String::concat);
        }

        @Override
        public void remove(String key) {
            touched();
            lines.remove(key);
        }

        private void touched() {
            if (!SwingUtilities.isEventDispatchThread()) {
                strangers.add(Thread.currentThread().getName());
            }
        }
    }
}
