package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Coalescing;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.FinishReason;
import dev.plumbline.session.ConversationSession;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What views see only where options ask for it: tool calls as they are written, and that a turn still runs. */
@Timeout(120)
class ViewOptionsTest {
    private static final SessionOptions PROPOSALS =
            SessionOptions.builder().showToolProposals(true).build();

    private static List<SessionEvent> turn(SessionOptions options) throws InterruptedException {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw");
            fixture.provider
                    .streams(List.of(
                            new AiDelta.ToolCallPart(0, "a", "draw", "{\"n\""),
                            new AiDelta.ToolCallPart(0, "", "", ":1"),
                            new AiDelta.ToolCallPart(0, "", "", "}"),
                            new AiDelta.Finish(FinishReason.TOOL_CALLS)))
                    .says("Done.");
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);
            return seen.afterFinished(session.send(Interaction.user("Go."), options));
        }
    }

    private static List<SessionEvent.ToolProposed> proposals(List<SessionEvent> events) {
        return events.stream()
                .filter(SessionEvent.ToolProposed.class::isInstance)
                .map(SessionEvent.ToolProposed.class::cast)
                .toList();
    }

    @Test
    @Tag("SH148")
    @Tag("M4")
    void proposals_areShownAsTheyAreWritten_whereOptionsSaySo() throws InterruptedException {
        List<SessionEvent> events = turn(PROPOSALS);
        assertThat(proposals(events))
                .isNotEmpty()
                .allMatch(piece -> piece.tool().equals("draw"));
        assertThat(proposals(events).stream()
                        .map(SessionEvent.ToolProposed::arguments)
                        .collect(Collectors.joining()))
                .isEqualTo("{\"n\":1}");
        assertThat(proposals(events).toString()).doesNotContain("draw", "{\"n\"");
        assertThat(events)
                .filteredOn(
                        event -> event instanceof SessionEvent.ToolProposed || event instanceof SessionEvent.ToolCalled)
                .last()
                .isInstanceOf(SessionEvent.ToolCalled.class);
        assertThat(proposals(turn(SessionOptions.none()))).isEmpty();
        assertThat(proposals(turn(SessionOptions.builder()
                        .showToolProposals(false)
                        .build()
                        .mergedOver(PROPOSALS))))
                .isEmpty();
    }

    @Test
    void proposal_thatIsTakenBack_isReset() throws InterruptedException {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.streams(List.of(
                    new AiDelta.ToolCallPart(0, "a", "draw", "{"),
                    new AiDelta.Reset(2),
                    new AiDelta.Text("Nothing to draw."),
                    new AiDelta.Finish(FinishReason.STOP)));
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);
            AiReturn ret = session.send(Interaction.user("Go."), PROPOSALS);
            assertThat(ret.text()).isEqualTo("Nothing to draw.");
            assertThat(seen.afterFinished(ret))
                    .filteredOn(event -> event instanceof SessionEvent.ToolProposed
                            || event instanceof SessionEvent.Reset
                            || event instanceof SessionEvent.Text)
                    .extracting(event -> event.getClass().getSimpleName())
                    .containsExactly("ToolProposed", "Reset", "Text");
        }
    }

    @Test
    @Tag("SH148")
    @Tag("M4")
    void heartbeat_isPublishedWhileNothingElseIs() throws Exception {
        SessionOptions beating =
                SessionOptions.builder().heartbeat(Duration.ofSeconds(10)).build();
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled();
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);
            CompletableFuture<AiReturn> turn = session.sendAsync(Interaction.user("Go."), beating);
            while (fixture.provider.calls().isEmpty()) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 4; i++) {
                fixture.clock.advance(Duration.ofSeconds(10));
            }
            session.cancel("enough");
            AiReturn ret = turn.get(60, TimeUnit.SECONDS);
            fixture.clock.advance(Duration.ofMinutes(5));
            assertThat(seen.afterFinished(ret))
                    .filteredOn(SessionEvent.Heartbeat.class::isInstance)
                    .last()
                    .extracting(event -> ((SessionEvent.Heartbeat) event).running())
                    .isEqualTo(Duration.ofSeconds(40));
            assertThat(seen.events()).last().isInstanceOf(SessionEvent.TurnFinished.class);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SessionOptions.builder().heartbeat(Duration.ZERO));
    }

    @Test
    void heartbeat_isNotPublishedWhileOtherNewsIs_norUnlessAskedFor() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            SessionOptions beating =
                    SessionOptions.builder().heartbeat(Duration.ofSeconds(10)).build();
            fixture.tools.tool("draw", (call, scope) -> {
                fixture.clock.advance(Duration.ofSeconds(10)); // the call itself was news
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("draw", Map.of()).says("Done.");
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);
            seen.afterFinished(session.send(Interaction.user("Go."), beating));
            fixture.provider.blocksUntilCancelled();
            CompletableFuture<AiReturn> silent = session.sendAsync("And?");
            while (fixture.provider.calls().size() < 3) {
                Thread.onSpinWait();
            }
            fixture.clock.advance(Duration.ofMinutes(1));
            session.cancel("enough");
            seen.afterFinished(silent.get(60, TimeUnit.SECONDS));
            assertThat(seen.events()).noneMatch(SessionEvent.Heartbeat.class::isInstance);
        }
    }

    @Test
    @Tag("SH148")
    @Tag("M4")
    void view_isCalledByTheWindowOfTheTurn() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("a", "b", "c", "d").says("e", "f");
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);
            assertThat(session.send("One?").text()).isEqualTo("abcd");
            seen.afterTurns(1);
            assertThat(String.join("", texts(seen))).isEqualTo("abcd");
            assertThat(texts(seen)).hasSizeLessThanOrEqualTo(2);

            SessionOptions slow = SessionOptions.builder()
                    .coalescing(new Coalescing(1_000, Duration.ofDays(1)))
                    .build();
            session.send(new Interaction.User(List.of(new Part.Text("Two?"))), slow);
            seen.afterTurns(2);
            assertThat(texts(seen)).last().isEqualTo("ef");
        }
    }

    private static List<String> texts(RecordingObserver seen) {
        return seen.events().stream()
                .filter(SessionEvent.Text.class::isInstance)
                .map(event -> ((SessionEvent.Text) event).piece())
                .toList();
    }

    @Test
    @Tag("SH36")
    @Tag("SH148")
    void choice_overrides() {
        SessionOptions lower =
                SessionOptions.builder().coalescing(Coalescing.BATTERY_SAVER).build();
        SessionOptions mine =
                SessionOptions.builder().coalescing(Coalescing.LOW_LATENCY).build();
        assertThat(mine.mergedOver(lower).coalescing()).contains(Coalescing.LOW_LATENCY);
        assertThat(SessionOptions.none().mergedOver(lower).coalescing()).contains(Coalescing.BATTERY_SAVER);
        assertThatIllegalArgumentException().isThrownBy(() -> new Coalescing(0, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> new Coalescing(1, Duration.ofMillis(-1)));
    }
}
