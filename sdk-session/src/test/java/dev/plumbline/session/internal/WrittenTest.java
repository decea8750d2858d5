package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.InMemorySessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What has returned is written, or says that it is not yet; a store that fails is reported once and catches up. */
@Timeout(120)
class WrittenTest {
    private final FailingSessionStore store = new FailingSessionStore();

    private EngineFixture fixture(FailureMode onFailure) {
        return new EngineFixture(builder -> builder.journal(store, onFailure));
    }

    /** The tree that a restart would find now. */
    private ConversationTree stored() {
        return ConversationReplay.of(store.only().stream()).tree();
    }

    private static long failures(EngineFixture fixture) {
        return fixture.telemetry.stream()
                .filter(TelemetryEvent.ExtensionFailed.class::isInstance)
                .count();
    }

    @Test
    @DisplayName("J5 a fork and a move are in the journal when they return")
    void j5_forkAndMove_areWrittenWhenTheyReturn() {
        try (EngineFixture fixture = fixture(FailureMode.SKIP)) {
            fixture.provider.says("a").says("b");
            ConversationSession session = fixture.open();
            session.send("One.");
            ConversationEntry first = session.head();
            session.send("Two.");

            session.fork("side");
            assertThat(stored().heads()).containsOnlyKeys("main", "side");

            session.continueFrom(first);
            assertThat(stored().head("main")).isEqualTo(first);
            assertThat(session.written()).isCompletedWithValue(true);
        }
    }

    @Test
    @DisplayName("J5 on the UI thread a fork is written soon after, and says when")
    void j5_forkOnTheUiThread_saysWhenItIsWritten() throws InterruptedException {
        FakeUiThread ui = new FakeUiThread();
        List<Runnable> later = new ArrayList<>();
        try (EngineFixture fixture = new EngineFixture(
                builder -> builder.journal(store, FailureMode.SKIP).host(ui).executor(later::add))) {
            List<CompletableFuture<Boolean>> written = new ArrayList<>();
            ui.tasks.add(() -> written.add(fixture.open().fork("side").written()));
            ui.serveOne();
            assertThat(written.get(0)).isNotDone();
            later.forEach(Runnable::run);
            assertThat(written.get(0)).isCompletedWithValue(true);
            assertThat(stored().heads()).containsOnlyKeys("main", "side");
        }
    }

    @Test
    @DisplayName("J5 without a journal nothing is written, and says so")
    void j5_withoutAJournal_nothingIsWritten() {
        try (EngineFixture fixture = new EngineFixture()) {
            assertThat(fixture.open().written()).isCompletedWithValue(false);
        }
    }

    private static void await(CountDownLatch latch) {
        Await.until(() -> latch.getCount() == 0, () -> "nobody came");
    }

    /** A store whose records wait until a latch opens. */
    private SessionStore waiting(CountDownLatch opens) {
        return InMemorySessionStore.of(store.records).withAppending(records -> {
            if (records.stream().anyMatch(record -> record.get("kind").asText().equals("ended"))) {
                await(opens);
            }
        });
    }

    @Test
    @DisplayName("J6 the future of a cancelled turn completes behind its record")
    void j6_cancelledTurn_completesBehindItsRecord() {
        CountDownLatch opens = new CountDownLatch(1);
        SessionStore slow = waiting(opens);
        try (EngineFixture fixture = new EngineFixture(builder -> builder.journal(slow, FailureMode.SKIP))) {
            CountDownLatch asked = new CountDownLatch(1);
            fixture.tools.tool("wait", (call, scope) -> {
                asked.countDown();
                await(opens);
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("wait", Map.of()).says("Never.");
            ConversationSession session = fixture.open();
            CompletableFuture<AiReturn> turn = session.sendAsync("One.");
            await(asked);

            assertThat(session.cancel("enough")).isTrue();
            assertThat(turn).isNotDone();
            opens.countDown();

            assertThat(turn.join().status()).isEqualTo(AiReturn.Status.CANCELLED);
            List<String> kinds = store.only().stream()
                    .map(record -> record.get("kind").asText())
                    .toList();
            assertThat(kinds).last().isEqualTo("ended");
        }
    }

    @Test
    @DisplayName("J8 a store that fails is reported once, is tried again, and catches up when it can")
    void j8_failingStore_catchesUp() {
        try (EngineFixture fixture = fixture(FailureMode.SKIP)) {
            fixture.provider.says("a").says("b").says("c");
            ConversationSession session = fixture.open();
            List<Boolean> shown = new CopyOnWriteArrayList<>();
            session.observe(new ConversationObserver() {
                @Override
                public void onEvent(SessionEvent event) {
                    if (event instanceof SessionEvent.JournalStatus status) {
                        shown.add(status.failure().isEmpty());
                    }
                }
            });
            session.send("One.");
            store.failAt = store.only().size();
            session.send("Two.");
            session.send("Three.");
            assertThat(failures(fixture)).isEqualTo(1);
            assertThat(session.written().join()).isFalse();

            fixture.clock.advance(Duration.ofSeconds(5));
            assertThat(session.written().join()).isFalse();
            assertThat(failures(fixture)).isEqualTo(1);

            store.failAt = Integer.MAX_VALUE;
            fixture.clock.advance(Duration.ofSeconds(1));
            Await.until(() -> stored().equals(session.tree()), () -> "the store has not caught up");
            assertThat(session.written().join()).isTrue();
            Await.until(() -> shown.size() == 2, () -> "views saw " + shown);
            assertThat(shown).containsExactly(false, true);

            store.failAt = 0;
            session.fork("side");
            assertThat(failures(fixture)).as("another outage").isEqualTo(2);
        }
    }

    @Test
    @DisplayName("J8 a session that is closed tries once more, and leaves no timer")
    void j8_closedSession_triesOnceMore() {
        ConversationTree tree;
        try (EngineFixture fixture = fixture(FailureMode.SKIP)) {
            fixture.provider.says("a");
            ConversationSession session = fixture.open();
            store.failAt = 0;
            session.send("One.");
            assertThat(store.only()).isEmpty();
            store.failAt = Integer.MAX_VALUE;
            tree = session.tree();
            session.close();
            assertThat(fixture.clock.pending()).isZero();
        }
        assertThat(stored()).isEqualTo(tree);
    }

    @Test
    @DisplayName("J8 under FAIL a turn ends while the store fails, and the next one runs when it has caught up")
    void j8_underFail_theNextTurnRuns() {
        try (EngineFixture fixture = fixture(FailureMode.FAIL)) {
            fixture.provider.says("a").says("b").says("c");
            ConversationSession session = fixture.open();
            session.send("One.");
            store.failAt = 0;
            assertThat(session.send("Two.").error()).map(AiError::code).contains("journal");
            store.failAt = Integer.MAX_VALUE;
            assertThat(session.written().join()).isTrue();
            assertThat(session.send("Three.").isOk()).isTrue();
            assertThat(stored()).isEqualTo(session.tree());
        }
        try (EngineFixture fixture = fixture(FailureMode.FAIL)) {
            List<Json> records = store.only();
            ConversationSession again =
                    fixture.engine.resume(store.records.keySet().iterator().next(), SessionOptions.none());
            assertThat(again.recovery()).isEmpty();
            assertThat(store.only()).isEqualTo(records);
        }
    }

    @Test
    @DisplayName("J8 a record that the store refuses for ever ends the writing by name; what is before it is written")
    void j8_refusedRecord_endsTheWriting() {
        for (FailureMode mode : FailureMode.values()) {
            store.records.clear();
            try (EngineFixture fixture = fixture(mode)) {
                fixture.provider.says("a").says("b").says("c");
                ConversationSession session = fixture.open();
                session.send("One.");
                ConversationTree before = session.tree();
                List<Json> written = store.only();
                store.refused = record -> record.text().contains("Too long.");
                AiReturn ret = session.send("Too long.");
                assertThat(ret.error().map(AiError::code))
                        .isEqualTo(mode == FailureMode.FAIL ? Optional.of("journal-refused") : Optional.empty());
                assertThat(failures(fixture)).isEqualTo(1);
                assertThat(session.written().join()).isFalse();

                int attempts = store.attempts;
                store.refused = record -> false;
                fixture.clock.advance(Duration.ofSeconds(60));
                session.fork("side");
                assertThat(session.written().join()).isFalse();
                assertThat(store.attempts).as("attempts after the refusal").isEqualTo(attempts);
                assertThat(store.only()).startsWith(written.toArray(Json[]::new));
                assertThat(stored()).isEqualTo(before);
            }
        }
    }

    @Test
    @DisplayName("J16 a session gives each operation of its store a limit")
    void j16_operationsOfTheStore_areLimited() {
        String id;
        try (EngineFixture fixture = fixture(FailureMode.FAIL)) {
            fixture.provider.says("a");
            ConversationSession session = fixture.open();
            id = session.id();
            session.send("One.");
        }
        try (EngineFixture fixture = fixture(FailureMode.FAIL)) {
            assertThat(fixture.engine.stored()).hasSize(1);
            assertThat(fixture.engine.tree(id).leaves()).hasSize(1);
            fixture.engine.resume(id, SessionOptions.none()).close();
        }
        assertThat(store.limits).hasSize(4).containsOnly(Duration.ofSeconds(30));
    }

    @Test
    @DisplayName("J10 the id of a deleted entry is not given again, by a turn or a summary, also after a restart")
    void j10_idOfADeletedEntry_isNotGivenAgain() {
        List<String> deleted = new ArrayList<>();
        Hook hook = new Hook() {
            @Override
            public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
                if (entry.text().equals("Nobody answers.")) {
                    deleted.add(entry.id().text());
                }
                return entry.text().equals("not this") ? Decision.stop("no") : Decision.proceed();
            }
        };
        String id;
        try (EngineFixture fixture = deleting(hook)) {
            fixture.provider.says("a").says("not this");
            ConversationSession session = fixture.open();
            id = session.id();
            session.send("One.");
            session.send("Two.");
            assertThat(session.send("Nobody answers.").isOk()).isFalse();
            session.summarize(session.path().get(1), session.path().get(2), "in short");
            assertThat(ids(session)).doesNotContainAnyElementsOf(deleted);
            assertThat(session.send("Nobody answers.").isOk()).isFalse();
        }
        try (EngineFixture fixture = deleting(hook)) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(session.recovery()).isEmpty();
            fixture.provider.says("b");
            session.send("Three.");
            session.summarize(session.path().get(1), session.path().get(2), "shorter");
            assertThat(deleted).hasSize(2);
            assertThat(ids(session)).doesNotContainAnyElementsOf(deleted);
        }
    }

    private EngineFixture deleting(Hook hook) {
        return new EngineFixture(
                builder -> builder.journal(store, FailureMode.FAIL).addHook("hook", hook, ""));
    }

    private static List<String> ids(ConversationSession session) {
        return session.tree().leaves().stream()
                .flatMap(leaf -> session.tree().path(leaf).stream())
                .map(entry -> entry.id().text())
                .toList();
    }
}
