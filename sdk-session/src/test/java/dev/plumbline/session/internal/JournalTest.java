package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class JournalTest {
    private static EngineFixture fixture(SessionStore store, List<String> ran) {
        return fixture(store, ran, FailureMode.SKIP);
    }

    private static EngineFixture fixture(SessionStore store, List<String> ran, FailureMode onFailure) {
        EngineFixture fixture =
                new EngineFixture(4, Optional.of(new DrawingProvider()), b -> b.journal(store, onFailure));
        fixture.tools.tool("draw", (call, scope) -> {
            ran.add(call.id());
            return ToolEnvelope.ok(call.arguments());
        });
        fixture.tools.tool("look", (call, scope) -> {
            ran.add(call.id());
            return ToolEnvelope.ok(call.arguments());
        });
        fixture.tools.readOnly.add("look");
        return fixture;
    }

    private static AiBody plan() {
        return AiBody.builder().addSystem("You draw.").toolFilter("*").build();
    }

    private static List<Interaction> said(ConversationSession session) {
        return session.path().stream()
                .flatMap(entry -> entry.interactions().stream())
                .toList();
    }

    @Test
    @Tag("F62")
    @Tag("B1")
    @DisplayName(
            "62 the program dies after any record: resumed, it comes to the same transcript, and no call runs twice")
    void crashAnywhere_isGoneOnFrom() {
        FailingSessionStore whole = new FailingSessionStore();
        List<Interaction> expected;
        try (EngineFixture fixture = fixture(whole, new ArrayList<>())) {
            ConversationSession session = fixture.engine.open(plan(), SessionOptions.none());
            session.send("A house.");
            expected = said(session);
        }
        List<Json> records = whole.only();
        assertThat(records).hasSize(17);
        for (int length = 1; length <= records.size(); length++) {
            resumeAfter(records.subList(0, length), expected);
        }
    }

    private static void resumeAfter(List<Json> records, List<Interaction> expected) {
        FailingSessionStore store = new FailingSessionStore();
        store.records.put("s", new ArrayList<>(records));
        Set<String> began = calls(records, "call");
        Set<String> ended = calls(records, "result");
        List<String> ran = new ArrayList<>();
        try (EngineFixture fixture = fixture(store, ran)) {
            ConversationSession session = fixture.engine.resume("s", SessionOptions.none());
            List<Interaction> before = said(session);
            assertThat(expected.subList(0, before.size())).isEqualTo(before);
            Set<String> unknown = new HashSet<>(began);
            unknown.removeAll(ended);
            assertThat(session.unknownOutcomes().stream().map(Interaction.ToolCall::id))
                    .containsExactlyInAnyOrderElementsOf(unknown);

            if (before.stream().noneMatch(Interaction.User.class::isInstance)) {
                session.send("A house.");
            } else if (!before.equals(expected)) {
                session.runToStableResult();
            }

            assertThat(said(session).stream().map(JournalTest::withoutUnknown).toList())
                    .isEqualTo(alike(said(session), expected));
            assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
            assertThat(ran).doesNotHaveDuplicates().noneMatch(ended::contains);
            Set<String> twice = new HashSet<>(began);
            twice.retainAll(ran);
            assertThat(names(expected, twice)).allMatch("look"::equals);
        }
    }

    private static Set<String> calls(List<Json> records, String kind) {
        return records.stream()
                .filter(record -> record.get("kind").asText().equals(kind))
                .map(record -> kind.equals("call")
                        ? record.get("call").asText()
                        : record.get("result").get("callId").asText())
                .collect(Collectors.toSet());
    }

    private static List<String> names(List<Interaction> transcript, Set<String> ids) {
        return transcript.stream()
                .filter(Interaction.ToolCall.class::isInstance)
                .map(Interaction.ToolCall.class::cast)
                .filter(call -> ids.contains(call.id()))
                .map(Interaction.ToolCall::name)
                .toList();
    }

    private static Object withoutUnknown(Interaction item) {
        return isUnknown(item) ? "unknown" : item;
    }

    /** The expected transcript, with "unknown" where the other one says so of a drawing. */
    private static List<?> alike(List<Interaction> got, List<Interaction> expected) {
        List<Object> alike = new ArrayList<>(expected);
        for (int i = 0; i < Math.min(got.size(), expected.size()); i++) {
            if (isUnknown(got.get(i)) && expected.get(i) instanceof Interaction.ToolResult) {
                alike.set(i, "unknown");
            }
        }
        return alike;
    }

    private static boolean isUnknown(Interaction item) {
        return item instanceof Interaction.ToolResult result
                && result.envelope()
                        .failure()
                        .filter(f -> f.code() == ToolEnvelope.Code.OUTCOME_UNKNOWN)
                        .isPresent();
    }

    @Test
    @Tag("F62")
    @DisplayName("62 a call is written down before its tool begins, and its outcome before anybody is asked again")
    void call_isWrittenDownBeforeItsToolBegins() {
        FailingSessionStore store = new FailingSessionStore();
        List<String> atTool = new ArrayList<>();
        try (EngineFixture fixture = fixture(store, new ArrayList<>())) {
            fixture.tools.tool("draw", (call, scope) -> {
                Json newest = store.only().get(store.only().size() - 1);
                atTool.add(
                        newest.get("kind").asText() + " " + newest.get("call").asText() + " of " + call.id());
                return ToolEnvelope.ok(1);
            });
            fixture.engine.open(plan(), SessionOptions.none()).send("A house.");
        }
        assertThat(atTool).containsExactly("call call_1 of call_1", "call call_3 of call_3");
        List<String> kinds =
                store.only().stream().map(record -> record.get("kind").asText()).toList();
        assertThat(kinds).containsSubsequence("call", "result", "call", "result", "entry", "entry", "call");
    }

    @Test
    @Tag("F62")
    @DisplayName(
            "62 resumed, a model that asks under an id that ran before asks anew: the old call keeps its one result")
    void idThatRanBefore_isAnotherCallAfterAResume() {
        FailingSessionStore store = new FailingSessionStore();
        List<String> ran = new ArrayList<>();
        try (EngineFixture fixture = stubborn(store, ran)) {
            fixture.engine.open(plan(), SessionOptions.none()).send("A house.");
        }
        try (EngineFixture fixture = stubborn(store, ran)) {
            ConversationSession session = fixture.engine.resume("id1", SessionOptions.none());
            session.send("Another one.");
            assertThat(ran).containsExactly("same", "call_1");
            assertThat(said(session))
                    .filteredOn(Interaction.ToolResult.class::isInstance)
                    .extracting(item -> ((Interaction.ToolResult) item).callId())
                    .containsExactly("same", "call_1");
            assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
        }
    }

    /** With a model that gives every call the same id. */
    private static EngineFixture stubborn(SessionStore store, List<String> ran) {
        AiProvider model = new AiProvider() {
            @Override
            public String id() {
                return "stubborn";
            }

            @Override
            public String defaultModel() {
                return "same";
            }

            @Override
            public AiReturn call(AiCall call) {
                List<Interaction> sent = call.effective();
                return sent.get(sent.size() - 1) instanceof Interaction.User
                        ? AiReturn.builder()
                                .ids(call.ids())
                                .interactions(List.of(new Interaction.ToolCall("same", "draw", Json.object())))
                                .build()
                        : AiReturn.ofText("Drawn.");
            }
        };
        EngineFixture fixture = new EngineFixture(4, Optional.of(model), b -> b.journal(store, FailureMode.SKIP));
        fixture.tools.tool("draw", (call, scope) -> {
            ran.add(call.id());
            return ToolEnvelope.ok(1);
        });
        return fixture;
    }

    @Test
    @Tag("T8")
    @Tag("T9")
    void anotherMessageAfterACrash_answersTheOpenCallsFirst() {
        FailingSessionStore whole = new FailingSessionStore();
        try (EngineFixture fixture = fixture(whole, new ArrayList<>())) {
            fixture.engine.open(plan(), SessionOptions.none()).send("A house.");
        }
        int firstCall = indexOf(whole.only(), "result") + 2;
        FailingSessionStore store = new FailingSessionStore();
        store.records.put("s", new ArrayList<>(whole.only().subList(0, firstCall)));
        List<String> ran = new ArrayList<>();
        try (EngineFixture fixture = fixture(store, ran)) {
            ConversationSession session = fixture.engine.resume("s", SessionOptions.none());
            session.send("Something else.");

            List<Interaction> said = said(session);
            List<ToolEnvelope> first = said.subList(4, 6).stream()
                    .map(item -> ((Interaction.ToolResult) item).envelope())
                    .toList();
            assertThat(first.get(0).isOk()).isTrue();
            assertThat(first.get(1).failure())
                    .hasValueSatisfying(f -> assertThat(f.code()).isEqualTo(ToolEnvelope.Code.OUTCOME_UNKNOWN));
            assertThat(said.get(6).text()).isEqualTo("Something else.");
            assertThat(session.unknownOutcomes()).isEmpty();
        }
    }

    private static int indexOf(List<Json> records, String kind) {
        return records.stream()
                .map(record -> record.get("kind").asText())
                .toList()
                .indexOf(kind);
    }

    @Test
    void branchesAndUsage_areRestored() {
        FailingSessionStore store = new FailingSessionStore();
        List<ConversationEntry> leaves;
        String id;
        try (EngineFixture fixture = fixture(store, new ArrayList<>())) {
            ConversationSession session = fixture.engine.open(
                    plan(), SessionOptions.builder().namespace("drawing").build());
            id = session.id();
            session.send("A house.");
            session.fork("side").send("A shed.");
            session.edit(session.last(Interaction.Kind.USER).orElseThrow(), "A tower.");
            leaves = session.tree().leaves();
        }
        try (EngineFixture fixture = fixture(store, new ArrayList<>())) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(session.tree().leaves()).isEqualTo(leaves);
            assertThat(session.tree().heads().keySet()).containsExactly("main", "side");
            assertThat(session.head().text()).isEqualTo("Drawn.");
            assertThat(session.path()).extracting(ConversationEntry::text).contains("A tower.");
            assertThat(session.body().toolFilter().text()).isEqualTo("*");
            session.continueFrom(session.tree().head("side"));
            assertThat(session.path()).extracting(ConversationEntry::text).contains("A shed.");
            assertThat(fixture.engine.stored())
                    .extracting(SessionStore.StoredSession::namespace)
                    .containsExactly("drawing");
        }
    }

    @Test
    void interrupted_isWhatTheListSays() {
        FailingSessionStore store = new FailingSessionStore();
        try (EngineFixture fixture = fixture(store, new ArrayList<>())) {
            ConversationSession session = fixture.engine.open(plan(), SessionOptions.none());
            assertThat(fixture.engine.stored()).isEmpty();
            fixture.tools.tool("draw", (call, scope) -> {
                assertThat(fixture.engine.stored().get(0).interrupted()).isTrue();
                return ToolEnvelope.ok(1);
            });
            AiReturn ret = session.send("A house.");
            assertThat(ret.toolResults().get(0).envelope().isOk()).isTrue();
            assertThat(fixture.engine.stored().get(0).interrupted()).isFalse();
        }
        assertThat(store.released).hasSize(1);
    }

    @Test
    @Tag("F87")
    @DisplayName("87 the journal cannot be written: reported once, and the turn goes on, or stops before the tool")
    void failingStore_skipOrFail() {
        for (int failAt = 0; failAt < 12; failAt++) {
            FailingSessionStore store = new FailingSessionStore();
            store.failAt = failAt;
            try (EngineFixture fixture = fixture(store, new ArrayList<>(), FailureMode.SKIP)) {
                AiReturn ret =
                        fixture.engine.open(plan(), SessionOptions.none()).send("A house.");
                assertThat(ret.isOk()).isTrue();
                assertThat(fixture.telemetry)
                        .filteredOn(TelemetryEvent.ExtensionFailed.class::isInstance)
                        .hasSize(1);
                assertThat(store.only()).hasSizeLessThanOrEqualTo(failAt); // records noted together count together
            }
            FailingSessionStore other = new FailingSessionStore();
            other.failAt = failAt;
            List<String> ran = new ArrayList<>();
            try (EngineFixture fixture = fixture(other, ran, FailureMode.FAIL)) {
                ConversationSession session = fixture.engine.open(plan(), SessionOptions.none());
                AiReturn ret = session.send("A house.");
                assertThat(ret.error()).map(AiError::code).contains("journal");
                assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
                assertThat(calls(other.only(), "call")).containsAll(ran);
            }
        }
    }

    @Test
    void resume_ofWhatIsNotThere() {
        try (EngineFixture fixture = fixture(new FailingSessionStore(), new ArrayList<>());
                EngineFixture without = new EngineFixture()) {
            assertThatThrownBy(() -> fixture.engine.resume("nobody", SessionOptions.none()))
                    .isInstanceOf(AiException.class)
                    .extracting(e -> ((AiException) e).error().category())
                    .isEqualTo(AiError.Category.NOT_FOUND);
            assertThatIllegalStateException().isThrownBy(() -> without.engine.resume("x", SessionOptions.none()));
            assertThat(without.engine.stored()).isEmpty();
        }
    }

    @Test
    @Tag("F135")
    @DisplayName(
            "135 a first record of another shape, and one of a newer version, are refused by number, without a word")
    void records_thatDoNotFit_areNamedByNumber() {
        FailingSessionStore whole = new FailingSessionStore();
        try (EngineFixture fixture = fixture(whole, new ArrayList<>())) {
            fixture.engine.open(plan(), SessionOptions.none()).send("A house.");
        }
        Map<Integer, Json> wrong = Map.of(
                1, Json.parse("{\"kind\":\"opened\",\"format\":2,\"namespace\":\"\",\"body\":{},\"entries\":[]}"),
                3, Json.parse("{\"kind\":\"secret\"}"));
        wrong.forEach((number, record) -> {
            FailingSessionStore store = new FailingSessionStore();
            List<Json> records = new ArrayList<>(whole.only());
            records.set(number - 1, record);
            store.records.put("s", records);
            try (EngineFixture fixture = fixture(store, new ArrayList<>())) {
                assertThatThrownBy(() -> fixture.engine.resume("s", SessionOptions.none()))
                        .isInstanceOf(AiException.class)
                        .hasMessageContaining("record " + number)
                        .hasMessageNotContaining("secret");
            }
            assertThat(store.only()).isEqualTo(records);
            assertThat(store.released).containsExactly("s");
        });
    }
}
