package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are nested deep: what is too deep is refused before it is stored, what was stored is read. */
@Timeout(120)
class DeepValuesTest {
    private final FailingSessionStore store = new FailingSessionStore();

    private EngineFixture fixture() {
        return fixture(builder -> builder);
    }

    private EngineFixture fixture(UnaryOperator<EngineSettings> more) {
        return new EngineFixture(builder -> more.apply(builder.journal(store, FailureMode.FAIL)));
    }

    /** An object of so many levels. */
    private static Json deep(int levels) {
        return Json.parse("{\"a\":".repeat(levels - 1) + "{}" + "}".repeat(levels - 1));
    }

    private void goesOn(EngineFixture fixture, ConversationSession session) {
        fixture.provider.says("Fine.").says("Fine.");
        assertThat(session.send("And then?").orThrow().text()).isEqualTo("Fine.");
        session.close();
        ConversationSession again = fixture.engine.resume(session.id(), SessionOptions.none());
        assertThat(again.tree()).isEqualTo(session.tree());
        assertThat(again.send("And now?").orThrow().text()).isEqualTo("Fine.");
    }

    @ParameterizedTest
    @Tag("S2")
    @ValueSource(ints = {129, 160, 195, 196, 197, 198, 199})
    @DisplayName("S2 an executor's outcome that is too deep is INVALID_RESULT, and the conversation goes on")
    void outcomeOfAnExecutor_isBounded(int levels) {
        try (EngineFixture fixture = fixture()) {
            fixture.tools.tool("dig", (call, scope) -> ToolEnvelope.ok(deep(levels)));
            fixture.provider.callsTool("dig", Map.of()).says("Done.");
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Go.");

            assertThat(EngineFixture.codes(ret)).containsExactly("INVALID_RESULT");
            assertThat(ret.toolResults()
                            .get(0)
                            .envelope()
                            .failure()
                            .orElseThrow()
                            .message())
                    .contains(levels + " levels deep", "at most 128");
            goesOn(fixture, session);
        }
    }

    @Test
    @DisplayName("S2 128 levels are stored and read again, boxed or beside the outcome")
    void outcomeOf128Levels_isStored() {
        try (EngineFixture fixture = fixture()) {
            fixture.tools.tool(
                    "dig",
                    (call, scope) -> ToolEnvelope.ok(List.of(deep(127)))
                            .withMeta(deep(128))
                            .withParts(new Part.Opaque("p", deep(128))));
            fixture.provider.callsTool("dig", deep(128).fields()).says("Done.");
            ConversationSession session = fixture.open();

            assertThat(EngineFixture.codes(session.send("Go."))).containsExactly("ok");
            goesOn(fixture, session);
        }
    }

    @ParameterizedTest
    @Tag("S2")
    @ValueSource(ints = {129, 194, 195, 199, 200})
    @DisplayName("S2 a part of an answer that is too deep fails the turn: its text is stored, the part is not")
    void answer_isBounded(int levels) {
        try (EngineFixture fixture = fixture()) {
            fixture.provider.streams(List.of(
                    new AiDelta.Text("Words."),
                    new AiDelta.Boundary(),
                    new AiDelta.ToolCallPart(0, "c1", "dig", "{}"),
                    new AiDelta.Whole(new Part.Opaque("scripted", deep(levels))),
                    new AiDelta.Finish(FinishReason.TOOL_CALLS)));
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.INVALID_RESPONSE);
            assertThat(ret.error().orElseThrow().message()).contains(levels + " levels deep", "at most 128");
            assertThat(ret.toolCalls()).isEmpty();
            assertThat(fixture.tools.ran).isEmpty();
            goesOn(fixture, session);
        }
    }

    @ParameterizedTest
    @Tag("S2")
    @ValueSource(ints = {195, 200})
    @DisplayName("S2 an entry that cannot be written down is refused before anything of it is stored")
    void entry_isStoredWholeOrNotAtAll(int levels) {
        Hook deepens = new Hook() {
            @Override
            public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
                return entry.kind() == Interaction.Kind.ASSISTANT
                                && entry.text().equals("Deep.")
                        ? Decision.replace(new ConversationEntry(
                                entry.id(),
                                entry.parent(),
                                List.of(new Interaction.Assistant(List.of(new Part.Opaque("hook", deep(levels))))),
                                entry.status(),
                                entry.usage(),
                                entry.at(),
                                entry.took()))
                        : Decision.proceed();
            }
        };
        try (EngineFixture fixture = fixture(builder -> builder.addHook("deepens", deepens, ""))) {
            fixture.provider.says("Deep.");
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.EXTENSION);
            assertThat(ret.interactions()).isEmpty();
            assertThat(session.path()).extracting(ConversationEntry::text).containsExactly("You draw.");
            goesOn(fixture, session);
        }
    }

    @ParameterizedTest
    @Tag("S2")
    @ValueSource(ints = {129, 160, 194})
    @DisplayName("S2 what an older version stored deeper than the limit is read, and the conversation goes on")
    void olderRecords_areRead(int levels) {
        try (EngineFixture fixture = fixture()) {
            fixture.tools.echo("dig");
            fixture.provider.callsTool("dig", Map.of("a", 1)).says("Done.").says("Fine.");
            ConversationSession session = fixture.open();
            session.send("Go.");
            session.close();
            store.records.replaceAll((id, records) ->
                    records.stream().map(record -> deepened(record, levels)).toList());
            store.records.replaceAll((id, records) -> new ArrayList<>(records));

            ConversationSession again = fixture.engine.resume(session.id(), SessionOptions.none());

            assertThat(again.body().interactions())
                    .anySatisfy(item -> assertThat(item)
                            .isInstanceOfSatisfying(
                                    Interaction.ToolCall.class,
                                    call -> assertThat(call.arguments()).isEqualTo(deep(levels))));
            goesOn(fixture, again);
        }
    }

    /** The record with deep arguments, and a deep outcome, in the place of flat ones. */
    private static Json deepened(Json record, int levels) {
        return Json.parse(record.text().replace("{\"a\":1}", deep(levels).text()));
    }

    @Test
    @Tag("S2")
    @DisplayName(
            "S2 an outcome of an older version that is too deep for its entry does not keep a crash from being mended")
    void olderOutcomeOfAnOpenCall_isBounded() {
        try (EngineFixture fixture = fixture()) {
            fixture.tools.echo("dig");
            fixture.provider.callsTool("dig", Map.of("a", 1)).says("Done.");
            ConversationSession session = fixture.open();
            session.send("Go.");
            session.close();
            List<Json> records = new ArrayList<>();
            for (Json record : store.only()) {
                boolean result = record.get("kind").asText().equals("result");
                records.add(result ? deepened(record, 196) : record);
                if (result) {
                    break;
                }
            }
            store.records.put(session.id(), records);

            ConversationSession again = fixture.engine.resume(session.id(), SessionOptions.none());

            goesOn(fixture, again);
            assertThat(again.path())
                    .flatExtracting(ConversationEntry::interactions)
                    .anySatisfy(item -> assertThat(item)
                            .isInstanceOfSatisfying(
                                    Interaction.ToolResult.class,
                                    result -> assertThat(result.envelope().failure())
                                            .map(ToolEnvelope.Failure::code)
                                            .contains(ToolEnvelope.Code.INVALID_RESULT)));
        }
    }

    @Test
    @Tag("S2")
    @DisplayName("S2 a kept value that is too deep is refused, and the one before stays")
    void keptValue_isBounded() {
        StateKey<Json> key =
                StateKey.of("k", StateKey.Scope.SESSION, Json.object()).withPersistent(json -> json, json -> json);
        List<Optional<Json>> seen = new ArrayList<>();
        try (EngineFixture fixture = fixture()) {
            fixture.tools.tool("keep", (call, scope) -> {
                State state = scope.state();
                state.update(key, old -> deep(128));
                assertThatThrownBy(() -> state.update(key, old -> deep(129)))
                        .isInstanceOf(JsonException.class)
                        .hasMessageContaining("nested 129 levels deep");
                seen.add(Optional.of(state.get(key)));
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("keep", Map.of()).says("Done.");
            ConversationSession session = fixture.open();

            session.send("Go.").orThrow();

            assertThat(seen).containsExactly(Optional.of(deep(128)));
            goesOn(fixture, session);
        }
    }
}
