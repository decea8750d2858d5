package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class BranchTest {

    @Test
    @Tag("C121")
    @Tag("B10")
    void edit_asksInOtherWords_andTheOldBranchStays() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("A bath.").says("A kitchen.");
            ConversationSession session = fixture.open();
            session.send("A bath, please.");
            ConversationEntry question = session.last(Interaction.Kind.USER).orElseThrow();

            assertThat(session.edit(question, "A kitchen, please.").text()).isEqualTo("A kitchen.");

            assertThat(session.path())
                    .extracting(ConversationEntry::text)
                    .containsExactly("You draw.", "A kitchen, please.", "A kitchen.");
            assertThat(session.tree().siblings(question))
                    .extracting(ConversationEntry::text)
                    .containsExactly("A bath, please.", "A kitchen, please.");
            assertThat(session.tree().leaves())
                    .extracting(ConversationEntry::text)
                    .containsExactly("A bath.", "A kitchen.");
            assertThat(fixture.provider.calls().get(1).effective())
                    .extracting(Interaction::text)
                    .containsExactly("You draw.", "A kitchen, please.");
        }
    }

    @Test
    @Tag("C51")
    void edit_thatFails_leavesTheBranchWhereItWas() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("A bath.").fails(AiError.Category.NETWORK);
            ConversationSession session = fixture.open();
            session.send("A bath, please.");
            List<ConversationEntry> before = session.path();

            assertThat(session.edit(before.get(1), "A kitchen, please.").isOk()).isFalse();

            assertThat(session.path()).isEqualTo(before);
            assertThat(session.tree().siblings(before.get(1))).hasSize(1);
            assertThat(session.body().interactions()).hasSize(3);
        }
    }

    /** q1 q2 q3 and, after an edit of q2, the original q2 and q3 on no branch. */
    private static ConversationSession withAlternatives(EngineFixture fixture) {
        fixture.provider.says("a1").says("a2").says("a3").says("b2");
        ConversationSession session = fixture.open();
        session.send("q1");
        session.send("q2");
        session.send("q3");
        session.edit(question(session, "q2"), "r2");
        return session;
    }

    private static ConversationEntry question(ConversationSession session, String text) {
        return session.tree().leaves().stream()
                .flatMap(leaf -> session.tree().path(leaf).stream())
                .filter(entry -> entry.text().equals(text))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("J1")
    @DisplayName("J1 an edit that fails keeps older alternatives, in the tree and in the journal")
    void edit_ofAnOlderAlternativeThatFails_keepsIt() {
        FailingSessionStore store = new FailingSessionStore();
        try (EngineFixture fixture = new EngineFixture(b -> b.journal(store, FailureMode.FAIL))) {
            ConversationSession session = withAlternatives(fixture);
            List<ConversationEntry> leaves = session.tree().leaves();
            List<ConversationEntry> path = session.path();
            fixture.provider.fails(AiError.Category.NETWORK);

            assertThat(session.edit(question(session, "q3"), "r3").isOk()).isFalse();

            assertThat(leaves).extracting(ConversationEntry::text).containsExactly("a3", "b2");
            assertThat(session.tree().leaves()).isEqualTo(leaves);
            assertThat(session.path()).isEqualTo(path);
            session.close();
            assertThat(fixture.engine
                            .resume(session.id(), SessionOptions.none())
                            .tree()
                            .leaves())
                    .isEqualTo(leaves);
        }
    }

    @Test
    @Tag("J1")
    @DisplayName("J1 an edit that is cancelled keeps older alternatives")
    void edit_ofAnOlderAlternativeThatIsCancelled_keepsIt() throws InterruptedException {
        try (EngineFixture fixture = new EngineFixture()) {
            ConversationSession session = withAlternatives(fixture);
            List<ConversationEntry> leaves = session.tree().leaves();
            fixture.provider.blocksUntilCancelled();

            CompletableFuture<AiReturn> edit = session.editAsync(question(session, "q3"), "r3");
            Await.until(() -> session.head().text().equals("r3"), () -> "the question is not stored");
            session.cancel("enough");

            assertThat(edit.join().error()).map(AiError::category).contains(AiError.Category.CANCELLED);
            assertThat(session.head().text()).isEqualTo("r3");
            assertThat(session.tree().leaves()).containsAll(leaves).hasSize(leaves.size() + 1);
        }
    }

    @Test
    @Tag("J1")
    @DisplayName("J1 an edit that a hook refuses keeps older alternatives")
    void edit_ofAnOlderAlternativeThatIsRefused_keepsIt() {
        Hook strict = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                return input.text().equals("r3") ? Decision.stop("no") : Decision.proceed();
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("strict", strict, ""))) {
            ConversationSession session = withAlternatives(fixture);
            List<ConversationEntry> leaves = session.tree().leaves();

            assertThat(session.edit(question(session, "q3"), "r3").isOk()).isFalse();

            assertThat(session.tree().leaves()).isEqualTo(leaves);
        }
    }

    @Test
    @Tag("J1")
    @DisplayName("J1 a failed turn keeps the entry that a turn of another branch comes back to")
    void failedTurn_keepsWhereAnotherTurnComesBackTo() {
        List<ConversationSession> sessions = new ArrayList<>();
        List<CompletableFuture<AiReturn>> edits = new ArrayList<>();
        CountDownLatch failed = new CountDownLatch(1);
        try (EngineFixture fixture = new EngineFixture(b -> b.contexts(List.of(ContextSource.of("fork", asked -> {
            ConversationSession session = sessions.get(0);
            if (sessions.size() == 2) {
                RecordingObserver.await(failed);
            } else if (session.head().text().equals("q2")) {
                sessions.add(session.fork("side"));
                edits.add(sessions.get(1).editAsync(question(session, "q1"), "r1"));
            }
            return "";
        }))))) {
            fixture.provider.says("a1").fails(AiError.Category.NETWORK).fails(AiError.Category.NETWORK);
            sessions.add(fixture.open(AiBody.builder().contextFilter("*").build()));
            sessions.get(0).send("q1");

            sessions.get(0).send("q2");
            failed.countDown();

            assertThat(edits.get(0).join().isOk()).isFalse();
            assertThat(sessions.get(1).head().text()).isEqualTo("q2");
            assertThat(sessions.get(0).head().text()).isEqualTo("a1");
        }
    }

    @Test
    @Tag("FA12")
    void edit_ofSomethingElse_isRefused() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("A bath.");
            ConversationSession session = fixture.open();
            session.send("A bath, please.");

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> session.edit(session.head(), "x"))
                    .withMessage("only a user message can be edited");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> session.edit(session.tree().root(), "x"));
            ConversationEntry foreign = new ConversationEntry(
                    new ConversationEntry.Id("e99"),
                    session.head().parent(),
                    session.head().interactions(),
                    ConversationEntry.Status.COMPLETE,
                    session.usage(),
                    session.head().at(),
                    session.head().took());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> session.continueFrom(foreign))
                    .withMessage("entry " + foreign.id() + " does not belong to this conversation");
        }
    }

    @Test
    @Tag("C48")
    @Tag("C52")
    void forks_runInParallel_andOneIsGoneOnFrom() {
        CountDownLatch both = new CountDownLatch(2);
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.tool("meet", (call, scope) -> {
                both.countDown();
                RecordingObserver.await(both);
                return ToolEnvelope.ok(1);
            });
            fixture.provider
                    .says("A kitchen.")
                    .callsTool("meet", Map.of())
                    .nextRound()
                    .callsTool("meet", Map.of())
                    .nextRound()
                    .says("Floor.")
                    .says("Floor.")
                    .says("Order this.");
            ConversationSession session = fixture.open();
            session.send("A kitchen.");
            ConversationSession oak = session.fork("oak");
            ConversationSession tile = session.fork("tile");

            CompletableFuture<AiReturn> a = oak.sendAsync("With an oak floor.");
            CompletableFuture<AiReturn> b = tile.sendAsync("With tiles.");
            assertThat(List.of(a.join().isOk(), b.join().isOk())).containsOnly(true);
            session.continueFrom(oak.head());
            session.send("List what to order.");

            assertThat(session.tree().heads().keySet()).containsExactly("main", "oak", "tile");
            assertThat(session.path())
                    .extracting(ConversationEntry::text)
                    .containsSubsequence("A kitchen.", "With an oak floor.", "Floor.", "List what to order.");
            assertThat(tile.path()).extracting(ConversationEntry::text).doesNotContain("With an oak floor.");
            assertThat(oak.head().text()).isEqualTo("Floor.");
            assertThat(List.of(oak.id(), tile.id())).containsOnly(session.id());
            assertThat(List.of(session.branch(), oak.branch(), tile.branch())).containsExactly("main", "oak", "tile");
            assertThat(session.usage()).isEqualTo(oak.usage());
            assertThat(session.usage().calls()).isEqualTo(6);
            List<String> ids = new ArrayList<>();
            session.tree()
                    .leaves()
                    .forEach(leaf -> session.tree()
                            .path(leaf)
                            .forEach(entry -> entry.interactions().forEach(item -> {
                                if (item instanceof Interaction.ToolCall call && !ids.contains(call.id())) {
                                    ids.add(call.id());
                                }
                            })));
            assertThat(ids).hasSize(2);
        }
    }

    @Test
    void fork_inTheMiddleOfATurn_beginsBehindWhatIsWhole() {
        List<ConversationSession> forks = new ArrayList<>();
        try (EngineFixture fixture = new EngineFixture()) {
            ConversationSession session = fixture.open();
            fixture.tools.tool("fork", (call, scope) -> {
                forks.add(session.fork("side"));
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("fork", Map.of()).says("Done.").says("Aside.");

            session.send("Go.");

            ConversationSession side = forks.get(0);
            assertThat(AiBody.unpaired(side.body().interactions())).isEmpty();
            assertThat(side.head().text()).isEqualTo("Go.");
            assertThat(side.runToStableResult().text()).isEqualTo("Aside.");
            assertThat(session.head().text()).isEqualTo("Done.");
        }
    }

    @Test
    void failedTurn_keepsWhatAForkHolds() {
        List<ConversationSession> forks = new ArrayList<>();
        try (EngineFixture fixture = new EngineFixture(b -> b.contexts(List.of(ContextSource.of("fork", asked -> {
            forks.add(forks.get(0).fork("side"));
            return "";
        }))))) {
            fixture.provider.fails(AiError.Category.NETWORK).says("Side.");
            ConversationSession session = fixture.open(
                    AiBody.builder().addSystem("You draw.").contextFilter("*").build());
            forks.add(session);

            session.send("Go.");

            assertThat(session.path()).extracting(ConversationEntry::text).containsExactly("You draw.");
            assertThat(forks.get(1).head().text()).isEqualTo("Go.");
            assertThat(forks.get(1).body().interactions()).hasSize(2);
        }
    }

    @Test
    @Tag("C44")
    @Tag("C50")
    @Tag("F126")
    @Tag("H32")
    @DisplayName(
            "126 a fork and its origin never see each other: what is said, remembered, edited or undone stays apart")
    void fork_isIsolatedBothWays() {
        StateKey<Integer> branch = StateKey.of("n", StateKey.Scope.BRANCH, 0);
        StateKey<Integer> shared = StateKey.of("n", StateKey.Scope.SESSION, 0);
        List<List<Integer>> seen = new ArrayList<>();
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.tool("count", (call, scope) -> {
                State state = scope.state();
                seen.add(List.of(state.update(branch, n -> n + 1), state.update(shared, n -> n + 1)));
                return ToolEnvelope.ok(1);
            });
            for (int i = 0; i < 4; i++) {
                fixture.provider.callsTool("count", Map.of()).says("Done.");
            }
            ConversationSession session = fixture.open();
            session.send("One.");
            ConversationSession side = session.fork("side");
            AiBody forked = side.body();
            session.send("Two.");
            assertThat(side.body()).isEqualTo(forked);
            AiBody main = session.body();
            side.send("Three.");
            side.continueFrom(side.path().get(0));
            assertThat(session.body()).isEqualTo(main);
            session.send("Four.");

            assertThat(seen).containsExactly(List.of(1, 1), List.of(2, 2), List.of(2, 3), List.of(3, 4));
        }
    }

    @Test
    void whileATurnRuns_onlyAForkIsPossible() {
        try (EngineFixture fixture = new EngineFixture()) {
            ConversationSession session = fixture.open();
            fixture.tools.tool("try", (call, scope) -> {
                ConversationEntry question = session.last(Interaction.Kind.USER).orElseThrow();
                assertThatIllegalStateException().isThrownBy(() -> session.edit(question, "x"));
                assertThatIllegalStateException().isThrownBy(() -> session.continueFrom(question));
                assertThat(session.fork("side").head()).isEqualTo(question);
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("try", Map.of()).says("Done.");

            AiReturn ret = session.send("Go.");

            assertThat(ret.toolResults().get(0).envelope().isOk()).isTrue();
        }
    }

    @Test
    void continueFrom_neverPartsCallAndResult() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("draw", Map.of()).says("Done.");
            ConversationSession session = fixture.open();
            session.send("Go.");
            ConversationEntry calls = session.last(Interaction.Kind.TOOL_CALL).orElseThrow();

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> session.continueFrom(calls))
                    .withMessageContaining("results behind it");
            session.continueFrom(session.last(Interaction.Kind.TOOL_RESULT).orElseThrow());
            assertThat(session.body().interactions()).hasSize(4);
        }
    }

    @Test
    @Tag("B10")
    void views_learnWhichBranchATurnBelongsTo() throws InterruptedException {
        RecordingObserver seen = new RecordingObserver();
        try (EngineFixture fixture = new EngineFixture(b -> b.addView(seen))) {
            fixture.provider.says("One.").says("Two.");
            ConversationSession session = fixture.open();
            session.send("First.");
            ConversationSession side = session.fork("side");
            side.send("Second.");
            session.continueFrom(session.path().get(0));

            List<SessionEvent> events = seen.afterTurns(2);

            assertThat(events)
                    .filteredOn(SessionEvent.TurnStarted.class::isInstance)
                    .extracting(event -> ((SessionEvent.TurnStarted) event).branch())
                    .containsExactlyInAnyOrder("main", "side"); // branches have no common order
            assertThat(events).hasAtLeastOneElementOfType(SessionEvent.BranchCreated.class);
        }
    }

    @Test
    void hook_renamesABranch_orRefusesIt() {
        Hook strict = new Hook() {
            @Override
            public Decision<Branch> onBranchCreating(Branch branch, Context context) {
                assertThat(context.tree().heads()).containsKey("main");
                return branch.name().isBlank()
                        ? Decision.stop("a name, please")
                        : Decision.replace(new Branch("branch " + branch.name(), branch.from()));
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("strict", strict, ""))) {
            ConversationSession session = fixture.open();

            assertThat(session.fork("a").branch()).isEqualTo("branch a");
            assertThatThrownBy(() -> session.fork(" "))
                    .isInstanceOf(AiException.class)
                    .hasMessageContaining("strict");
            assertThatIllegalArgumentException().isThrownBy(() -> session.fork("a"));
            assertThat(session.tree().heads().keySet()).containsExactly("main", "branch a");
        }
    }

    @Test
    void closedFork_leavesItsBranch() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("Yes.");
            ConversationSession session = fixture.open();
            ConversationSession side = session.fork("side", SessionOptions.none());
            side.send("Hello.");
            side.close();

            assertThat(session.tree().head("side").text()).isEqualTo("Yes.");
            assertThatIllegalStateException().isThrownBy(() -> side.fork("other"));
            session.continueFrom(session.tree().head("side"));
            assertThat(session.path())
                    .extracting(ConversationEntry::text)
                    .containsExactly("You draw.", "Hello.", "Yes.");
        }
    }
}
