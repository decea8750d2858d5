package dev.plumbline.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.plugin.Hook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A person speaks in the middle of a turn. */
@Timeout(120)
class InterjectionsTest {
    @Test
    void interjection_isReadAfterTheRunningTools() {
        try (EngineFixture fixture = new EngineFixture()) {
            ConversationSession session = fixture.open();
            fixture.tools.tool("draw", (call, scope) -> {
                assertThat(session.interject("In red.")).isTrue();
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("draw", Map.of()).says("Red it is.");

            AiReturn ret = session.send("Go.");

            assertThat(ret.text()).isEqualTo("Red it is.");
            assertThat(fixture.provider.calls().get(1).effective())
                    .extracting(Interaction::kind)
                    .containsExactly(
                            Interaction.Kind.SYSTEM,
                            Interaction.Kind.USER,
                            Interaction.Kind.TOOL_CALL,
                            Interaction.Kind.TOOL_RESULT,
                            Interaction.Kind.USER);
            assertThat(session.body().interactions()).hasSize(6);
            assertThat(session.interject("Too late.")).isFalse();
        }
    }

    @Test
    void interjection_duringTheLastAnswer_isAnsweredToo() {
        List<Runnable> speak = new ArrayList<>();
        Hook speaker = new Hook() {
            @Override
            public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
                if (entry.text().equals("Done.")) {
                    speak.forEach(Runnable::run);
                }
                return Decision.proceed();
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("speaker", speaker, ""))) {
            fixture.provider.says("Done.").says("And in red.");
            ConversationSession session = fixture.open();
            speak.add(() -> assertThat(session.interject("In red.")).isTrue());

            AiReturn ret = session.send("Go.");

            assertThat(ret.text()).isEqualTo("And in red.");
            assertThat(ret.interactions()).extracting(Interaction::text).containsExactly("Done.", "And in red.");

            assertThat(session.path())
                    .extracting(ConversationEntry::text)
                    .containsSubsequence("Go.", "Done.", "In red.", "And in red.");
        }
    }

    @Test
    void interjection_ofATurnThatWasCancelled_standsUnanswered() {
        try (EngineFixture fixture = new EngineFixture()) {
            ConversationSession session = fixture.open();
            fixture.tools.tool("draw", (call, scope) -> {
                session.interject("In red.");
                session.cancel("enough");
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("draw", Map.of()).says("Red it is.");

            session.send("Go.");

            assertThat(session.head().text()).isEqualTo("In red.");
            assertThat(session.runToStableResult().text()).isEqualTo("Red it is.");
        }
    }
}
