package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** State of scope BRANCH goes where the head of its branch goes. */
@Timeout(120)
class BranchStateTest {
    private static final StateKey<Integer> COUNT =
            StateKey.of("count", StateKey.Scope.BRANCH, 0).withPersistent();
    private static final StateKey<Integer> FLEETING = StateKey.of("fleeting", StateKey.Scope.BRANCH, 0);
    private static final StateKey<Integer> ALL =
            StateKey.of("all", StateKey.Scope.SESSION, 0).withPersistent();

    private final FailingSessionStore store = new FailingSessionStore();
    private final List<String> seen = new ArrayList<>();

    /** With a tool that counts its calls, on the branch twice and in the session. */
    private EngineFixture counting(int turns) {
        return counting(turns, new Hook() {});
    }

    private EngineFixture counting(int turns, Hook hook) {
        EngineFixture fixture = new EngineFixture(
                builder -> builder.journal(store, FailureMode.FAIL).addHook("hook", hook, ""));
        fixture.tools.tool("count", (call, scope) -> {
            int before = scope.state().get(COUNT);
            scope.state().update(COUNT, n -> n + 1);
            int fleeting = scope.state().update(FLEETING, n -> n + 1);
            int all = scope.state().update(ALL, n -> n + 1);
            seen.add(before + " " + fleeting + " " + all);
            return ToolEnvelope.ok(1);
        });
        for (int i = 0; i < turns; i++) {
            fixture.provider.callsTool("count", Map.of()).says("Done.");
        }
        return fixture;
    }

    @Test
    @DisplayName("M1 undo: a branch that goes back counts on from where it is, and the session's count goes on")
    void m1_goingBack_takesTheStateBack() {
        try (EngineFixture fixture = counting(3)) {
            ConversationSession session = fixture.open();
            session.send("One.");
            ConversationEntry first = session.head();
            session.send("Two.");
            session.continueFrom(first);
            session.send("Two, otherwise.");
        }
        assertThat(seen).containsExactly("0 1 1", "1 2 2", "1 2 3");
    }

    @Test
    @DisplayName("M1 the first question is asked again with the state that held before it")
    void m1_edit_beginsWithTheStateBefore() {
        try (EngineFixture fixture = counting(4)) {
            ConversationSession session = fixture.open();
            session.send("One.");
            ConversationEntry question = session.last(Interaction.Kind.USER).orElseThrow();
            session.send("Two.");
            session.send("Three.");
            session.edit(question, "One, otherwise.");
        }
        assertThat(seen).containsExactly("0 1 1", "1 2 2", "2 3 3", "0 1 4");
    }

    @Test
    @DisplayName("M1 an edit that fails leaves the branch with the state it had")
    void m1_editThatFails_changesNothing() {
        try (EngineFixture fixture = counting(2)) {
            ConversationSession session = fixture.open();
            session.send("One.");
            ConversationEntry question = session.last(Interaction.Kind.USER).orElseThrow();
            session.send("Two.");
            AiReturn failed = session.edit(question, "One, and nobody answers.");
            assertThat(failed.isOk()).isFalse();
            fixture.provider.callsTool("count", Map.of()).says("Done.");
            session.send("Three.");
        }
        assertThat(seen).containsExactly("0 1 1", "1 2 2", "2 3 3");
    }

    @Test
    @DisplayName("M1 a fork in the middle of a turn begins with the state of its own last entry")
    void m1_forkInTheMiddle_hasTheStateOfItsEntry() {
        try (EngineFixture fixture = counting(1)) {
            ConversationSession session = fixture.open();
            session.send("One.");
            List<ConversationSession> forks = new ArrayList<>();
            fixture.tools.tool("fork", (call, scope) -> {
                scope.state().update(COUNT, n -> 100);
                forks.add(session.fork("side"));
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("fork", Map.of()).says("Forked.");
            session.send("Two.");
            forks.add(session.fork("late"));
            for (ConversationSession fork : forks) {
                fixture.provider.callsTool("count", Map.of()).says("Done.");
                fork.send("Three.");
            }
        }
        assertThat(seen).containsExactly("0 1 1", "1 2 2", "100 2 3");
    }

    @Test
    @DisplayName("M1 after a restart a branch goes back to the state that held there")
    void m1_restart_keepsTheStateBesideEachEntry() {
        String id;
        ConversationEntry first;
        try (EngineFixture fixture = counting(3)) {
            ConversationSession session = fixture.open();
            id = session.id();
            session.send("One.");
            first = session.head();
            session.send("Two.");
            session.fork("side").send("Three.");
        }
        try (EngineFixture fixture = counting(3)) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            session.continueFrom(session.tree().head("side"));
            session.send("Four.");
            session.continueFrom(first);
            session.send("Two, otherwise.");
        }
        assertThat(seen).containsExactly("0 1 1", "1 2 2", "2 3 3", "3 1 4", "1 1 5");
    }

    @Test
    @DisplayName(
            "M1 what a hook changes when a turn begins is undone with its question, what it changes at the end is not")
    void m1_changesOfHooks_belongToTheirTurn() {
        List<Integer> began = new ArrayList<>();
        Hook hook = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                began.add(context.state().update(COUNT, n -> n + 1));
                return Decision.proceed();
            }

            @Override
            public void onTurnFinished(AiReturn ret, Context context) {
                context.state().update(COUNT, n -> n + 10);
            }
        };
        try (EngineFixture fixture = counting(0, hook)) {
            fixture.provider.says("a").says("b").says("c").says("d");
            ConversationSession session = fixture.open();
            session.send("One.");
            ConversationEntry first = session.head();
            session.send("Two.");
            session.continueFrom(first);
            session.send("Two, otherwise.");
            ConversationSession side = session.fork("side");
            session.continueFrom(first);
            side.send("Three.");
        }
        assertThat(began).containsExactly(1, 12, 12, 23);
    }

    @Test
    @DisplayName("M1 a summary has the state of the last entry it stands for, and the copies behind it theirs")
    void m1_summary_keepsTheState() {
        try (EngineFixture fixture = counting(4)) {
            ConversationSession session = fixture.open();
            session.send("One.");
            ConversationEntry end = session.head();
            session.send("Two.");
            session.summarize(session.path().get(1), end, "One was counted.");
            ConversationEntry summary = session.path().get(1);
            assertThat(summary.text()).isEqualTo("One was counted.");
            session.send("Three.");
            session.continueFrom(summary);
            session.send("Two, otherwise.");
        }
        assertThat(seen).containsExactly("0 1 1", "1 2 2", "2 3 3", "1 2 4");
    }

    @Test
    @DisplayName("M1 a journal of before is read: its values belong to the entries that follow them")
    void m1_journalOfBefore_isRead() {
        String entry =
                "{\"kind\":\"entry\",\"branch\":\"main\",\"at\":\"2026-01-01T00:00:00Z\",\"open\":true,\"entry\":"
                        + "{\"id\":\"%s\",\"parent\":\"%s\",\"status\":\"COMPLETE\",\"usage\":[0,0,0,0,0],"
                        + "\"at\":\"2026-01-01T00:00:00Z\",\"took\":\"PT0S\",\"interactions\":[%s]}}";
        String user = Interaction.user("One.").toJson().text();
        String answer = AiReturn.ofText("Done.").interactions().get(0).toJson().text();
        String root = ConversationTree.empty().root().id().text();
        String ended = "{\"kind\":\"ended\",\"branch\":\"main\",\"turn\":\"%s\",\"status\":\"COMPLETED\","
                + "\"usage\":[0,0,0,0,0]}";
        List<String> records = List.of(
                "{\"kind\":\"opened\",\"format\":1,\"namespace\":\"\",\"body\":"
                        + AiBody.builder().toolFilter("*").build().toJson().text() + ",\"entries\":[]}",
                "{\"kind\":\"turn\",\"branch\":\"main\",\"turn\":\"t1\"}",
                String.format(entry, "e1", root, user),
                "{\"kind\":\"state\",\"branch\":\"main\",\"name\":\"count\",\"value\":7}",
                String.format(entry, "e2", "e1", answer),
                String.format(ended, "t1"),
                "{\"kind\":\"turn\",\"branch\":\"main\",\"turn\":\"t2\"}",
                String.format(entry, "e3", "e2", user),
                "{\"kind\":\"state\",\"branch\":\"main\",\"name\":\"count\",\"value\":8}",
                String.format(entry, "e4", "e3", answer),
                String.format(ended, "t2"),
                "{\"kind\":\"branch\",\"branch\":\"side\",\"from\":\"e4\"}",
                "{\"kind\":\"moved\",\"branch\":\"main\",\"to\":\"e2\"}");
        store.records.put("s", new ArrayList<>(records.stream().map(Json::parse).toList()));
        try (EngineFixture fixture = counting(2)) {
            ConversationSession session = fixture.engine.resume("s", SessionOptions.none());
            assertThat(session.recovery()).isEmpty();
            session.send("Two.");
            session.onBranch("side").send("Three.");
        }
        assertThat(seen).containsExactly("7 1 1", "8 1 2");
    }

    @Test
    @DisplayName("M1 changes of two threads are both counted, on a branch and in the session")
    void m1_changesAreAtomic() throws Exception {
        List<Hook.Context> opened = new ArrayList<>();
        Hook hook = new Hook() {
            @Override
            public void onSessionOpened(Context context) {
                opened.add(context);
            }
        };
        try (EngineFixture fixture = counting(0, hook)) {
            ConversationSession session = fixture.open();
            ExecutorService threads = Executors.newFixedThreadPool(4);
            for (int i = 0; i < 4000; i++) {
                threads.execute(() -> {
                    opened.get(0).state().update(COUNT, n -> n + 1);
                    opened.get(0).state().update(ALL, n -> n + 1);
                });
            }
            threads.shutdown();
            assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
            assertThat(opened.get(0).state().get(COUNT)).isEqualTo(4000);
            assertThat(opened.get(0).state().get(ALL)).isEqualTo(4000);
            assertThat(session.path()).hasSize(1);
        }
    }
}
