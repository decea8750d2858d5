package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is there again after a restart besides the transcript: values, branches, summaries. */
@Timeout(120)
class SessionResumeTest {
    /** A type of the host that has no JSON form of its own. */
    private static final class Ink {
        private final int rgb;

        private Ink(int rgb) {
            this.rgb = rgb;
        }

        private static Json write(Ink ink) {
            return Json.of(String.format("#%06x", ink.rgb));
        }

        private static Ink read(Json json) {
            return new Ink(Integer.decode(json.asText()));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Ink ink && ink.rgb == rgb;
        }

        @Override
        public int hashCode() {
            return rgb;
        }
    }

    private static final StateKey<Integer> STROKES =
            StateKey.of("strokes", StateKey.Scope.BRANCH, 0).withPersistent();
    private static final StateKey<Ink> INK =
            StateKey.of("ink", StateKey.Scope.SESSION, new Ink(0)).withPersistent(Ink::write, Ink::read);
    private static final StateKey<Integer> FLEETING = StateKey.of("fleeting", StateKey.Scope.SESSION, 0);

    private final FailingSessionStore store = new FailingSessionStore();
    private final List<String> seen = new ArrayList<>();

    private EngineFixture fixture() {
        EngineFixture fixture = new EngineFixture(builder -> builder.journal(store, FailureMode.FAIL));
        fixture.tools.tool("stroke", (call, scope) -> {
            int strokes = scope.state().update(STROKES, n -> n + 1);
            Ink ink = scope.state().update(INK, old -> new Ink(old.rgb + 0x10));
            int fleeting = scope.state().update(FLEETING, n -> n + 1);
            seen.add(strokes + " " + Ink.write(ink).asText() + " " + fleeting);
            return ToolEnvelope.ok(strokes);
        });
        return fixture;
    }

    private static void script(EngineFixture fixture, int turns) {
        for (int i = 0; i < turns; i++) {
            fixture.provider.callsTool("stroke", Map.of()).says("Done.");
        }
    }

    @Test
    @Tag("SH178")
    void values_areThereAgain_perBranch_asTheirKeysReadThem() {
        String id;
        try (EngineFixture fixture = fixture()) {
            script(fixture, 3);
            ConversationSession session = fixture.open();
            id = session.id();
            session.send("One.");
            session.send("Two.");
            session.fork("side").send("Three.");
        }
        try (EngineFixture fixture = fixture()) {
            script(fixture, 2);
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            session.send("Four.");
            session.onBranch("side").send("Five.");
        }
        assertThat(seen).containsExactly("1 #000010 1", "2 #000020 2", "3 #000030 3", "3 #000040 1", "4 #000050 2");
    }

    @Test
    void valueOfADeath_isTheLastOneWritten() {
        String id;
        try (EngineFixture fixture = fixture()) {
            script(fixture, 2);
            ConversationSession session = fixture.open();
            id = session.id();
            session.send("One.");
            session.send("Two.");
        }
        List<Json> records = store.only();
        for (int length = 1; length <= records.size(); length++) {
            List<Json> kept = records.subList(0, length);
            long written = kept.stream()
                    .filter(record -> record.get("name").exists()
                            && record.get("name").asText().equals("strokes"))
                    .count();
            store.records.put(id, new ArrayList<>(kept));
            seen.clear();
            try (EngineFixture fixture = fixture()) {
                script(fixture, 1);
                fixture.engine.resume(id, SessionOptions.none()).send("Three.");
            }
            assertThat(seen).hasSize(1).allMatch(line -> line.startsWith(written + 1 + " "));
        }
    }

    @Test
    @Tag("SH178")
    void value_inAnotherForm_isNamedByItsKeyOnly() {
        String id;
        try (EngineFixture fixture = fixture()) {
            script(fixture, 1);
            ConversationSession session = fixture.open();
            id = session.id();
            session.send("One.");
        }
        store.records
                .get(id)
                .replaceAll(record -> record.get("name").exists() ? record.with("value", "CANARY") : record);
        List<Exception> refused = new ArrayList<>();
        try (EngineFixture fixture = fixture()) {
            fixture.tools.tool("stroke", (call, scope) -> {
                try {
                    return ToolEnvelope.ok(scope.state().get(STROKES));
                } catch (IllegalStateException e) {
                    refused.add(e);
                    return ToolEnvelope.ok(0);
                }
            });
            script(fixture, 1);
            fixture.engine.resume(id, SessionOptions.none()).send("Two.");
        }
        assertThat(refused).hasSize(1);
        assertThat(refused.get(0)).hasNoCause().hasMessageContaining("form").hasMessageNotContaining("CANARY");
    }

    @Test
    @Tag("B1")
    void interruptedFork_isGoneOnFrom() {
        String id;
        try (EngineFixture fixture = fixture()) {
            script(fixture, 2);
            ConversationSession session = fixture.open();
            id = session.id();
            session.send("One.");
            session.fork("side").send("Two.");
        }
        List<Json> records = store.records.get(id);
        List<String> kinds =
                records.stream().map(record -> record.get("kind").asText()).toList();
        store.records.put(id, new ArrayList<>(records.subList(0, kinds.lastIndexOf("call") + 1)));
        try (EngineFixture fixture = fixture()) {
            fixture.provider.says("Done after all.");
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(session.unknownOutcomes()).isEmpty();
            assertThatIllegalStateException().isThrownBy(session::runToStableResult);

            ConversationSession side = session.onBranch("side");
            assertThat(side.unknownOutcomes())
                    .extracting(Interaction.ToolCall::name)
                    .containsExactly("stroke");
            assertThat(side.runToStableResult().text()).isEqualTo("Done after all.");
            assertThat(side.unknownOutcomes()).isEmpty();
        }
    }

    @Test
    @Tag("B31")
    void onBranch_isForOneSessionAtATime() {
        try (EngineFixture fixture = fixture()) {
            script(fixture, 2);
            ConversationSession session = fixture.open();
            session.send("One.");
            ConversationSession side = session.fork("side");
            assertThatIllegalStateException().isThrownBy(() -> session.onBranch("side"));
            assertThatIllegalStateException().isThrownBy(() -> session.onBranch("main"));
            assertThatIllegalArgumentException().isThrownBy(() -> session.onBranch("nowhere"));
            side.send("Two.");
            side.close();
            ConversationSession again = session.onBranch("side");
            assertThat(again.head().text()).isEqualTo("Done.");
            assertThat(again.path()).hasSizeGreaterThan(session.path().size());
        }
    }

    @Test
    @Tag("C34")
    void summary_isSentInPlace_andThereAgain() {
        String id;
        ConversationTree tree;
        try (EngineFixture fixture = fixture()) {
            script(fixture, 2);
            fixture.provider.says("Short.");
            ConversationSession session = fixture.open();
            id = session.id();
            session.send("One.");
            session.send("Two.");
            ConversationEntry first = session.path().get(1);
            ConversationEntry last = session.path().get(4);

            session.summarize(first, last, "A stroke was drawn.");

            assertThat(session.body().interactions())
                    .extracting(Interaction::text)
                    .startsWith("You draw.", "A stroke was drawn.", "Two.");
            assertThat(session.tree().find(first.id())).contains(first);
            session.send("Three.");
            tree = session.tree();
        }
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(session.tree()).isEqualTo(tree);
            assertThat(session.head().text()).isEqualTo("Short.");
        }
    }

    @Test
    void summary_waitsForTurnsOfAllBranches() {
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.open();
            ConversationSession side = session.fork("side");
            ConversationEntry only = session.head();
            List<Exception> refused = new ArrayList<>();
            fixture.tools.tool("stroke", (call, scope) -> {
                try {
                    side.summarize(only, only, "Nothing.");
                } catch (IllegalStateException e) {
                    refused.add(e);
                }
                return ToolEnvelope.ok(1);
            });
            script(fixture, 1);
            AiReturn ret = session.send("One.");
            assertThat(ret.isOk()).isTrue();
            assertThat(refused).hasSize(1);
            side.summarize(only, only, "Nothing.");
            assertThat(side.head().text()).isEqualTo("Nothing.");
        }
    }

    @Test
    @Tag("C49")
    @Tag("H33")
    void persistent_onlyWhatOutlivesItsTurn_andComesBack() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StateKey.of("n", StateKey.Scope.TURN, 0).withPersistent())
                .withMessageContaining("turn");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        StateKey.of("ink", StateKey.Scope.SESSION, new Ink(1)).withPersistent())
                .withMessageContaining("form");
    }
}
