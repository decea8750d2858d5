package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.Usage;
import dev.plumbline.session.ConversationSession;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TurnTest {
    @Test
    @Tag("SH10")
    @Tag("SH11")
    @Tag("SH12")
    @Tag("SH14")
    @Tag("SH16")
    @Tag("SH22")
    @Tag("SH90")
    @Tag("C2")
    @Tag("C11")
    @Tag("C13")
    @Tag("C27")
    @Tag("C91")
    @Tag("H13")
    @Tag("B6")
    @Tag("B7")
    @Tag("B8")
    @Tag("B11")
    @Tag("B12")
    @Tag("B13")
    @Tag("B15")
    @Tag("B16")
    @Tag("B29")
    @Tag("B31")
    void turn_withTools() throws InterruptedException {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw_wall");
            fixture.provider
                    .callsTool("draw_wall", Map.of("length", 5))
                    .callsTool("draw_wall", Map.of("length", 4))
                    .says("Two walls stand.");
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);

            AiReturn ret = session.send("Draw two walls.");

            assertThat(ret.text()).isEqualTo("Two walls stand.");
            assertThat(ret.toolResults())
                    .extracting(Interaction.ToolResult::callId)
                    .containsExactly("call_1", "call_2");
            assertThat(ret.usage()).isEqualTo(Usage.of(20, 3).withCalls(2));
            assertThat(session.usage()).isEqualTo(ret.usage());
            assertThat(session.path())
                    .extracting(ConversationEntry::kind)
                    .containsExactly(
                            Interaction.Kind.SYSTEM,
                            Interaction.Kind.USER,
                            Interaction.Kind.TOOL_CALL,
                            Interaction.Kind.TOOL_RESULT,
                            Interaction.Kind.ASSISTANT);
            assertThat(session.head().text()).isEqualTo("Two walls stand.");
            assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
            assertThat(names(seen.afterTurns(1)))
                    .containsExactly(
                            "TurnStarted",
                            "EntryAppended",
                            "RoundStarted",
                            "EntryAppended",
                            "ToolCalled",
                            "ToolFinished",
                            "ToolCalled",
                            "ToolFinished",
                            "EntryAppended",
                            "RoundStarted",
                            "Text",
                            "EntryAppended",
                            "TurnFinished");
            assertThat(fixture.provider.calls().get(1).effective()).hasSize(6);
        }
    }

    @Test
    @Tag("SH12")
    @Tag("SH14")
    void life_ofAFailedTurn() throws InterruptedException {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw_wall");
            fixture.provider
                    .callsTool("draw_wall", Map.of())
                    .failsAfter("One wall", AiError.of(AiError.Category.NETWORK, "cut", "cut"));
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);

            AiReturn ret = session.send("Draw.");

            assertThat(ret.isOk()).isFalse();
            assertThat(ret.toolResults()).hasSize(1);
            assertThat(names(seen.afterTurns(1)))
                    .containsExactly(
                            "TurnStarted",
                            "EntryAppended",
                            "RoundStarted",
                            "EntryAppended",
                            "ToolCalled",
                            "ToolFinished",
                            "EntryAppended",
                            "RoundStarted",
                            "Text",
                            "EntryAppended",
                            "TurnFinished");
            assertThat(session.path())
                    .extracting(ConversationEntry::status)
                    .containsExactly(
                            ConversationEntry.Status.COMPLETE,
                            ConversationEntry.Status.COMPLETE,
                            ConversationEntry.Status.COMPLETE,
                            ConversationEntry.Status.COMPLETE,
                            ConversationEntry.Status.FAILED);
            assertThat(session.last(Interaction.Kind.USER))
                    .map(ConversationEntry::text)
                    .contains("Draw.");
        }
    }

    private static List<String> names(List<SessionEvent> events) {
        return events.stream().map(event -> event.getClass().getSimpleName()).toList();
    }

    @Test
    void turn_rolledBackWhenNothingArrived() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.fails(AiError.Category.NETWORK).says("Here.");
            ConversationSession session = fixture.open();

            AiReturn failed = session.send("Are you there?");

            assertThat(failed.error()).map(AiError::category).contains(AiError.Category.NETWORK);
            assertThat(session.path()).extracting(ConversationEntry::kind).containsExactly(Interaction.Kind.SYSTEM);
            assertThat(session.send("And now?").text()).isEqualTo("Here.");
            assertThat(fixture.telemetry)
                    .hasExactlyElementsOfTypes(
                            TelemetryEvent.SessionOpened.class,
                            TelemetryEvent.TurnStarted.class,
                            TelemetryEvent.RoundStarted.class,
                            TelemetryEvent.RoundFinished.class,
                            TelemetryEvent.TurnFinished.class,
                            TelemetryEvent.TurnStarted.class,
                            TelemetryEvent.RoundStarted.class,
                            TelemetryEvent.RoundFinished.class,
                            TelemetryEvent.TurnFinished.class);
        }
    }

    @Test
    @Tag("C62")
    @Tag("C68")
    void partialAnswer_keptAndFlagged() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider
                    .failsAfter("The wall is", AiError.of(AiError.Category.NETWORK, "cut", "cut"))
                    .says("Yes.");
            ConversationSession session = fixture.open();

            AiReturn failed = session.send("How long is it?");

            assertThat(failed.partialText()).isEqualTo("The wall is");
            assertThat(session.head().status()).isEqualTo(ConversationEntry.Status.FAILED);
            session.send("Again?");
            assertThat(fixture.provider.calls().get(1).effective())
                    .extracting(Interaction::kind)
                    .isEqualTo(List.of(Interaction.Kind.SYSTEM, Interaction.Kind.USER, Interaction.Kind.USER));
        }
    }
}
