package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.plugin.Hook;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A person speaks in the middle of a turn. */
@Timeout(120)
class InterjectionsTest {
    @Test
    @Tag("B9")
    @Tag("B14")
    @Tag("B23")
    @Tag("B29")
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
    @Tag("C91")
    @Tag("FM14")
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

    /** A filter of what users say, as pages show it. */
    private static final Hook CALM = new Hook() {
        @Override
        public Decision<Interaction.User> onUserMessage(Interaction.User input, Context context) {
            return input.text().contains("sesame")
                    ? Decision.stop("a password")
                    : Decision.replace(Interaction.user(input.text().replace("!", ".")));
        }
    };

    private static EngineFixture interjecting(String text, Hook hook) {
        EngineFixture fixture = new EngineFixture(b -> b.addHook("calm", hook, ""));
        fixture.provider.callsTool("draw", Map.of()).says("Red it is.");
        fixture.tools.tool("draw", (call, scope) -> {
            assertThat(scope.listener().interject(text)).isTrue();
            return ToolEnvelope.ok(1);
        });
        return fixture;
    }

    @Test
    @DisplayName("M21 one filter sees the message of a turn and an interjection")
    void m21_interjection_passesTheFilter() {
        try (EngineFixture fixture = interjecting("In red!", CALM)) {
            ConversationSession session = fixture.open();

            assertThat(session.send("Go!").text()).isEqualTo("Red it is.");

            assertThat(session.path()).extracting(ConversationEntry::text).contains("Go.", "In red.");
            List<Interaction> sent = fixture.provider.calls().get(1).effective();
            assertThat(sent.get(sent.size() - 1)).isEqualTo(Interaction.user("In red."));
        }
    }

    @Test
    @DisplayName("M21 an interjection that a hook stops is neither stored nor sent, and ends the turn with the reason")
    void m21_refusedInterjection_endsTheTurn() {
        try (EngineFixture fixture = interjecting("Open sesame.", CALM)) {
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).hasValueSatisfying(error -> {
                assertThat(error.category()).isEqualTo(AiError.Category.POLICY_DENIED);
                assertThat(error.details()).containsEntry("reason", "a password");
            });
            assertThat(session.path()).extracting(ConversationEntry::text).doesNotContain("Open sesame.");
            assertThat(fixture.provider.calls()).hasSize(1);
            assertThat(EngineFixture.codes(ret)).containsExactly("ok");
        }
    }

    @Test
    @DisplayName("M21 the beginning of a turn is told once, and an interjection is none")
    void m21_beginningOfATurn_isNoInterjection() {
        List<String> asked = new ArrayList<>();
        Hook turns = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                asked.add("turn " + input.text());
                return Decision.proceed();
            }

            @Override
            public Decision<Interaction.User> onUserMessage(Interaction.User message, Context context) {
                asked.add("interjection " + message.text());
                return Decision.proceed();
            }

            @Override
            public void onTurnFinished(AiReturn ret, Context context) {
                asked.add("finished");
            }
        };
        try (EngineFixture fixture = interjecting("In red!", turns)) {
            fixture.open().send("Go!");
        }
        assertThat(asked).containsExactly("turn Go!", "interjection In red!", "finished");
    }

    @Test
    @Tag("B23")
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
