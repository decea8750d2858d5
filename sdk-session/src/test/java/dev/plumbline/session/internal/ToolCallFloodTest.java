package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.InMemorySessionStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers with more tool calls than a person can follow. */
@Timeout(120)
class ToolCallFloodTest {
    private static final int FLOOD = 10_000;

    private final Map<String, List<Json>> records = new HashMap<>();
    private final RecordingObserver seen = new RecordingObserver();

    private EngineFixture fixture() {
        EngineFixture fixture =
                new EngineFixture(builder -> builder.journal(InMemorySessionStore.of(records), FailureMode.FAIL));
        fixture.tools.echo("draw");
        return fixture;
    }

    private static List<AiDelta> calls(int count) {
        List<AiDelta> deltas = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> deltas.add(new AiDelta.ToolCallPart(i, "c" + i, "draw", "{}")));
        deltas.add(new AiDelta.Finish(FinishReason.TOOL_CALLS));
        return deltas;
    }

    private List<Json> recordsOf(String kind) {
        return records.values().iterator().next().stream()
                .filter(record -> record.get("kind").asText().equals(kind))
                .toList();
    }

    @Test
    @DisplayName("S15 ten thousand calls of one answer are refused in one entry, and none runs")
    void s15_tenThousandCalls_areRefusedInOneEntry() {
        try (EngineFixture fixture = fixture()) {
            fixture.provider.streams(calls(FLOOD));
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::code).contains("tool-call-flood");
            assertThat(ret.error().orElseThrow().message()).contains("10000").contains("256");
            assertThat(fixture.tools.ran).isEmpty();
            assertThat(fixture.tools.scopes).isEmpty();
            assertThat(session.path()).hasSize(4);
            assertThat(session.head().interactions())
                    .hasSize(FLOOD)
                    .allMatch(item -> item instanceof Interaction.ToolResult result
                            && result.envelope().toJson().utf8Length() < 160);
        }
        assertThat(recordsOf("call")).isEmpty();
        assertThat(recordsOf("result")).isEmpty();
        assertThat(recordsOf("entry")).hasSize(3);
        assertThat(records.values().iterator().next()).hasSizeLessThan(10);
    }

    @Test
    @DisplayName("S15 every call of a flood has one result, also for views")
    void s15_everyCallOfAFlood_hasItsResult() throws InterruptedException {
        try (EngineFixture fixture = fixture()) {
            fixture.provider.streams(calls(300));
            ConversationSession session = fixture.open();
            session.observe(seen);

            AiReturn ret = session.send("Go.");

            assertThat(EngineFixture.codes(ret)).hasSize(300).containsOnly("BUDGET");
            assertThat(AiBody.unpaired(ret.interactions())).isEmpty();
            assertThat(seen.afterFinished(ret))
                    .noneMatch(SessionEvent.ToolCalled.class::isInstance)
                    .filteredOn(SessionEvent.ToolFinished.class::isInstance)
                    .hasSize(300);
        }
    }

    @Test
    @DisplayName("S15 what a flood stores grows with its number of calls, not with its square")
    void s15_recordsOfAFlood_areLinear() {
        long once = stored(4_000);
        assertThat(stored(16_000)).isBetween(3 * once, 5 * once);
    }

    /** Returns the number of characters that are stored. */
    private long stored(int count) {
        records.clear();
        try (EngineFixture fixture = fixture()) {
            fixture.provider.streams(calls(count));
            fixture.open().send("Go.");
        }
        return records.values().iterator().next().stream()
                .mapToLong(record -> record.text().length())
                .sum();
    }

    @Test
    @DisplayName("S15 256 calls are considered, and more where the budget allows more in one round")
    void s15_limitOfAFlood() {
        try (EngineFixture fixture = fixture()) {
            fixture.provider.streams(calls(256)).says("Done.");
            AiReturn ret = fixture.open().send("Go.");
            assertThat(ret.text()).isEqualTo("Done.");
            assertThat(fixture.tools.ran).hasSize(32);
        }
        SessionOptions wide = SessionOptions.builder()
                .budget(Budget.ofDefaults().withToolCalls(400, 400))
                .build();
        try (EngineFixture fixture = new EngineFixture(builder -> builder.defaults(wide))) {
            fixture.tools.echo("draw");
            fixture.provider.streams(calls(400)).says("Done.");
            fixture.open().send("Go.");
            assertThat(fixture.tools.ran).hasSize(400);
        }
    }

    @Test
    @DisplayName("S15 a conversation with a flood goes on")
    void s15_conversation_goesOn() {
        try (EngineFixture fixture = fixture()) {
            fixture.provider.streams(calls(FLOOD)).says("Again.");
            ConversationSession session = fixture.open();
            session.send("Go.");

            assertThat(session.send("And now?").text()).isEqualTo("Again.");
            assertThat(Set.copyOf(session.path())).hasSize(6);
        }
    }
}
