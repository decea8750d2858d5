package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.policies.Policies;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.Redactor;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.ConversationSession.SideTurn;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ToolLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A value stays hidden although the word that announced it is sent no more: it was reduced, summarised or withdrawn. */
class AnnouncedElsewhereTest {
    private static final String VALUE = "hunter2x99";
    private static final Json ANYTHING = Json.parse("{\"type\":\"object\"}");

    private final Map<String, List<Json>> records = new HashMap<>();
    private final InMemorySessionStore store = InMemorySessionStore.of(records);
    private final Parrot model = new Parrot();

    /** Repeats the pseudonym that it has read first, without the word that announces it. */
    private static final class Parrot implements AiProvider {
        private static final Pattern PSEUDONYM = Pattern.compile("[A-Z]+_[0-9a-f]{16}");
        final List<String> read = new CopyOnWriteArrayList<>();

        @Override
        public String id() {
            return "parrot";
        }

        @Override
        public String defaultModel() {
            return "one";
        }

        @Override
        public AiReturn call(AiCall call) {
            String all = call.effective().stream()
                            .map(each -> each.toJson().text())
                            .collect(Collectors.joining("\n"))
                    + call.tools().stream().map(ToolDefinition::description).toList()
                    + call.outputSchema();
            read.add(all);
            Matcher first = PSEUDONYM.matcher(all);
            List<AiDelta> answer = List.of(
                    new AiDelta.Text("I like " + (first.find() ? first.group() : "walls")),
                    new AiDelta.Finish(FinishReason.STOP));
            answer.forEach(call.sink());
            return Fold.of(answer);
        }
    }

    private AiRuntime runtime(UnaryOperator<AiRuntime.Builder> more) {
        return more.apply(AiRuntime.builder()
                        .addProvider(model)
                        .journal(store.another(), FailureMode.FAIL)
                        .redaction(RedactionOptions.ofDefaults()))
                .build();
    }

    private void isHidden() {
        assertThat(model.read).hasSizeGreaterThan(2).noneMatch(text -> text.contains(VALUE));
    }

    @Test
    @DisplayName("52 a value stays hidden when the turn that announced it is left out, also after a restart")
    void w52_reduced() {
        UnaryOperator<AiRuntime.Builder> reducing =
                builder -> builder.addRequestPolicy("reduce", Policies.historyReduction(60));
        String id;
        try (AiRuntime ai = runtime(reducing)) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            id = session.id();
            assertThat(session.send("My password: " + VALUE).text()).contains(VALUE);
            for (int i = 0; i < 6; i++) {
                session.send("Go on with the walls, please, number " + i + ".");
            }
            session.close();
        }
        try (AiRuntime ai = runtime(reducing)) {
            assertThat(ai.resume(id).send("Again.").isOk()).isTrue();
        }
        isHidden();
    }

    @Test
    @DisplayName("52 a value stays hidden when a summary has it without its word, also after a restart")
    void w52_summarised() {
        String id;
        try (AiRuntime ai = runtime(builder -> builder)) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            id = session.id();
            session.send("My password: " + VALUE);
            session.send("Go on.");
            List<ConversationEntry> path = session.path();
            session.summarize(path.get(0), path.get(1), "They like " + VALUE + ".");
            session.send("Go on.");
            session.close();
        }
        try (AiRuntime ai = runtime(builder -> builder)) {
            assertThat(ai.resume(id).send("Again.").isOk()).isTrue();
        }
        isHidden();
    }

    @Test
    @DisplayName("52 a value stays hidden when the fact that announced it is withdrawn")
    void w52_withdrawn() {
        List<Object> facts = new CopyOnWriteArrayList<>(List.of(Map.of("password", VALUE)));
        try (AiRuntime ai = runtime(builder -> builder.addContext("login", () -> facts.get(0)))) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            session.send("Go on.");
            facts.set(0, Map.of());
            session.withdrawFact("login");
            session.send("Go on.");
            session.send("Go on.");
        }
        isHidden();
    }

    @Test
    @DisplayName("52 a value stays hidden when an edit drops the turn that announced it")
    void w52_edited() {
        try (AiRuntime ai = runtime(builder -> builder)) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            session.send("Go on.");
            session.send("My password: " + VALUE);
            session.edit(session.path().get(2), "They refuse " + VALUE + " there.");
        }
        isHidden();
    }

    @Test
    @DisplayName("52 a value stays hidden on a branch when another one has announced it")
    void w52_onAnotherBranch() {
        try (AiRuntime ai = runtime(builder -> builder)) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            session.send("Go on.");
            try (ConversationSession fork = session.fork("other")) {
                session.send("My password: " + VALUE);
                fork.send("They refuse " + VALUE + " there.");
            }
        }
        isHidden();
    }

    @Test
    @DisplayName("52 a value that the description of a tool announces stays hidden when the model has repeated it")
    void w52_announcedByTool() {
        AiTool tool = AiTool.of(
                "log_in",
                "Logs in with password: " + VALUE,
                Json.parse("{\"type\":\"object\"}"),
                (arguments, context) -> "done");
        try (AiRuntime ai = runtime(builder -> builder.addTools(tool))) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none());
            assertThat(session.send("Go on.").text()).contains(VALUE);
            session.send("Go on.");
            session.send("Go on.");
        }
        isHidden();
    }

    @Test
    @DisplayName("52 a value that a policy inside redaction announces stays hidden when the model has repeated it")
    void w52_announcedByPolicy() {
        RequestPolicy adding = call -> call.withAdded(new Interaction.System("My password: " + VALUE));
        try (AiRuntime ai = runtime(builder -> builder.policyOrder(order -> order.last("adding", adding)))) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            session.send("Go on.");
            session.send("Go on.");
            session.send("Go on.");
        }
        isHidden();
    }

    @Test
    @DisplayName(
            "52 a value that is written while a tool runs is hidden in what the tool returns, and in the next call")
    void w52_interjected() {
        List<ConversationSession> sessions = new CopyOnWriteArrayList<>();
        ScriptedProvider script = ScriptedProvider.create()
                .callsTool("read", Map.of())
                .nextRound()
                .callsTool("write", Map.of("text", "They refuse " + VALUE + " there."))
                .says("Done.");
        List<String> written = new CopyOnWriteArrayList<>();
        Json anything = Json.parse("{\"type\":\"object\"}");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(script)
                .redaction(RedactionOptions.ofDefaults())
                .addTools(
                        AiTool.of("read", "Reads.", anything, (arguments, context) -> {
                            sessions.get(0).interject("My password: " + VALUE);
                            return "It says " + VALUE + " there.";
                        }),
                        AiTool.of("write", "Writes.", anything, (arguments, context) -> {
                            written.add(arguments.text());
                            return "done";
                        }))
                .build()) {
            sessions.add(ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none()));
            assertThat(sessions.get(0).send("Go on.").isOk()).isTrue();
        }
        assertThat(script.calls()).hasSize(3);
        assertThat(script.calls().stream()
                        .flatMap(call -> call.effective().stream())
                        .map(each -> each.toJson().text()))
                .noneMatch(text -> text.contains(VALUE));
        assertThat(written).hasSize(1).noneMatch(text -> text.contains(VALUE));
    }

    @Test
    @DisplayName("52 a value stays hidden in an edit of the turn that announced it, and in a branch from before it")
    void w52_otherBranches() {
        try (AiRuntime ai = runtime(builder -> builder)) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            session.send("Hello.");
            ConversationSession fork = session.fork("before");
            session.send("My password: " + VALUE);
            ConversationEntry question = session.path().get(2);
            session.send("Go on.");
            session.edit(question, "I like " + VALUE);
            fork.send("They like " + VALUE);
        }
        isHidden();
    }

    @Test
    @DisplayName("60 the tools of a conversation are searched once, as long as neither they nor its values change")
    void w60_sameTools() {
        List<List<ToolDefinition>> offered = new ArrayList<>();
        AiTool tool = AiTool.of(
                "walls",
                "The walls of " + VALUE + ".",
                Json.parse("{\"type\":\"object\"}"),
                (arguments, context) -> "none");
        try (AiRuntime ai = runtime(builder -> builder.addTools(tool).addPolicy("seen", (call, next) -> {
            offered.add(call.tools());
            return next.proceed(call);
        }))) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none());
            session.send("My password: " + VALUE);
            session.send("Go on.");
            session.send("Go on.");
        }
        isHidden();
        assertThat(offered.get(0).get(0).description()).doesNotContain(VALUE);
        assertThat(offered.get(1)).isSameAs(offered.get(0));
        assertThat(offered.get(2)).isSameAs(offered.get(0));
    }

    @Test
    @DisplayName("52 a value stays hidden in a side turn without what announced it, also after a restart")
    void w52_sideTurns() {
        String id;
        try (AiRuntime ai = runtime(builder -> builder)) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            id = session.id();
            session.send("Go on.");
            session.send("My password: " + VALUE);
            session.edit(session.path().get(2), "They refuse it there.");
            session.runSideTurn(SideTurn.title());
            session.runSideTurn(SideTurn.greeting("Greet " + VALUE).withHistory(false));
            session.close();
        }
        try (AiRuntime ai = runtime(builder -> builder)) {
            ai.resume(id)
                    .runSideTurn(SideTurn.of("look", "Is " + VALUE + " good?").withHistory(false));
        }
        isHidden();
        assertThat(model.read).hasSize(6);
    }

    @Test
    @DisplayName("52 a value stays hidden when a conversation that is too long is summarised in a call of its own")
    void w52_summarisedByTheSession() {
        try (AiRuntime ai = runtime(builder -> builder)) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            session.send("Go on.");
            ConversationSession fork = session.fork("other");
            session.send("My password: " + VALUE);
            fork.send("They refuse " + VALUE + " there.");
            fork.send("Go on.");
            fork.runSideTurn(SideTurn.summary());
        }
        isHidden();
    }

    @Test
    @DisplayName("52 what a policy inside redaction asks in a call of its own is searched, and hides what is known")
    void w52_callOfAPolicy() {
        Policy asking = new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                next.proceed(own(call, "They refuse " + VALUE + " there."));
                next.proceed(own(call, "My password: hunter4x99"));
                return next.proceed(call);
            }

            private AiCall own(AiCall call, String text) {
                return AiCall.builder(AiBody.of(text), call.model())
                        .state(call.state())
                        .build();
            }

            @Override
            public boolean mayRepeat() {
                return true;
            }
        };
        try (AiRuntime ai = runtime(builder -> builder.addPolicy("asking", asking))) {
            ai.session(AiBody.builder().build(), SessionOptions.none()).send("My password: " + VALUE);
        }
        isHidden();
        assertThat(model.read).noneMatch(text -> text.contains("hunter4x99"));
    }

    @Test
    @DisplayName("52 a value that a policy inside announces is hidden in the same call, in all its parts, also if it is"
            + " repeated")
    void w52_announcedInTheSameCall() {
        AiTool tool = AiTool.of("walls", "They refuse " + VALUE, ANYTHING, (arguments, context) -> "none");
        Policy twice = new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                next.proceed(call);
                return next.proceed(call);
            }

            @Override
            public boolean mayRepeat() {
                return true;
            }
        };
        RequestPolicy early = call -> call.withAdded(new Interaction.System("They like " + VALUE));
        RequestPolicy late = call -> call.withAdded(new Interaction.System("My password: " + VALUE));
        try (AiRuntime ai = runtime(builder -> builder.addTools(tool)
                .addPolicy("twice", twice)
                .policyOrder(order -> order.last("early", early).last("late", late)))) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none());
            session.send("They refuse " + VALUE + " there.");
            session.send("Go on.");
        }
        isHidden();
    }

    @Test
    @DisplayName("52 a known value is hidden in the tools and the schema that a policy inside adds")
    void w52_addedOffer() {
        String text = "They refuse " + VALUE + " there.";
        ToolDefinition tool = new ToolDefinition("walls", text, ANYTHING, Optional.empty(), Set.of(), "");
        Policy adding = (call, next) -> next.proceed(call.withTools(List.of(tool))
                .withOutputSchema(Json.parse("{\"type\":\"string\"}").with("description", text)));
        AiTool given = AiTool.of("walls", "Returns walls.", ANYTHING, (arguments, context) -> "none");
        try (AiRuntime ai = runtime(builder -> builder.addTools(given).addPolicy("adding", adding))) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none());
            session.send("My password: " + VALUE);
            session.send("Go on.");
            session.send("Go on.");
        }
        isHidden();
    }

    @Test
    @DisplayName("52 a value stays hidden when a list of names changes after what announced it is gone")
    void w52_otherNames() {
        AtomicReference<List<String>> names = new AtomicReference<>(List.of("Anna Berg"));
        AiTool tool = AiTool.of("log_in", "Logs in with password: " + VALUE, ANYTHING, (arguments, context) -> "done");
        SessionOptions without = SessionOptions.builder().toolFilter("").build();
        try (AiRuntime ai = runtime(builder -> builder.addTools(tool)
                .redaction(RedactionOptions.ofDefaults().withRedactor(Redactor.ofNames(names::get))))) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none());
            session.send("Go on.");
            names.set(List.of("Bob Crane"));
            session.send("They refuse " + VALUE + " there.", without);
            session.send("Go on.", without);
        }
        isHidden();
    }

    @Test
    @DisplayName("52 a known value is hidden whole where a search finds only its beginning, also from a tool")
    void w52_partFound() {
        Redactor names = text -> {
            int start = text.indexOf("Anna");
            int end = start + (text.contains("Frau") ? "Anna Berg" : "Anna").length();
            return start < 0 ? List.of() : List.of(new Redactor.Span(start, end, "NAME", 1));
        };
        List<String> received = new CopyOnWriteArrayList<>();
        ScriptedProvider script = ScriptedProvider.create()
                .says("Yes.")
                .callsTool("note", Map.of("text", "Anna Berg"))
                .says("Yes.");
        AiTool note = AiTool.of("note", "Notes.", ANYTHING, (arguments, context) -> {
            received.add(arguments.text());
            return "done";
        });
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(script)
                .addTools(note)
                .redaction(RedactionOptions.ofDefaults().withRedactor(names))
                .build()) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none());
            session.send("Frau Anna Berg");
            session.send("Anna Berg is here.");
        }
        assertThat(script.calls()).hasSize(3);
        assertThat(script.calls().stream()
                        .flatMap(call -> call.effective().stream())
                        .map(each -> each.toJson().text()))
                .noneMatch(text -> text.contains("Berg"));
        assertThat(received).hasSize(1).noneMatch(text -> text.contains("Berg"));
    }

    @Test
    @DisplayName(
            "52 a value stays hidden when each search gets another list of names, as from a program that reads it each"
                    + " time")
    void w52_listOfEachSearch() {
        UnaryOperator<AiRuntime.Builder> reading = builder -> builder.redaction(
                RedactionOptions.ofDefaults().withRedactor(Redactor.ofNames(() -> List.of("Anna Berg"))));
        String id;
        try (AiRuntime ai = runtime(reading)) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            id = session.id();
            session.send("My password: " + VALUE);
            ConversationEntry said = session.path().get(0);
            session.summarize(said, said, "They like it.");
            session.send("They refuse " + VALUE + " there.");
            session.close();
        }
        try (AiRuntime ai = runtime(reading)) {
            ai.resume(id).send("They refuse " + VALUE + " there.");
        }
        isHidden();
    }

    @Test
    @DisplayName("52 a value that ends a sentence in a result is known without the full stop")
    void w52_fullStopInAResult() {
        ScriptedProvider script = ScriptedProvider.create()
                .callsTool("read", Map.of())
                .says("Yes.")
                .repeats();
        AiTool read = AiTool.of("read", "Reads.", ANYTHING, (arguments, context) -> "My password: " + VALUE + ".");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(script)
                .addTools(read)
                .redaction(RedactionOptions.ofDefaults())
                .build()) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none());
            session.send("Read it.");
            session.send("They refuse " + VALUE + " there.");
        }
        assertThat(script.calls().stream()
                        .flatMap(call -> call.effective().stream())
                        .map(each -> each.toJson().text()))
                .isNotEmpty()
                .noneMatch(text -> text.contains(VALUE));
    }

    @Test
    @DisplayName("52 a known value of two lines is hidden in an answer that is JSON, which has an escape between them")
    void w52_twoLinesInJson() {
        ScriptedProvider script = ScriptedProvider.create()
                .says(Json.of(Map.of("note", "It is tiger\nente99, as you say."))
                        .text())
                .says("Yes.")
                .repeats();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(script)
                .addContext("login", () -> Map.of("password", "tiger\nente99"))
                .redaction(RedactionOptions.ofDefaults())
                .build()) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            session.send("Go on.");
            session.send("Go on.");
        }
        assertThat(script.calls().stream()
                        .flatMap(call -> call.effective().stream())
                        .map(each -> each.toJson().text()))
                .isNotEmpty()
                .noneMatch(text -> text.contains("ente99"));
    }

    @Test
    @DisplayName("52 what a policy next to the provider announces is hidden in the request log and in spans, too")
    void w52_recordsAreInside() {
        RequestPolicy announcing = call -> call.withAdded(new Interaction.System("My password: " + VALUE));
        List<String> shown = new CopyOnWriteArrayList<>();
        TelemetryObserver spans = new TelemetryObserver() {
            @Override
            public void onEvent(TelemetryEvent event) {}

            @Override
            public void onAttributes(CallIds ids, long invocation, Map<String, String> attributes) {
                shown.add(attributes.toString());
            }
        };
        try (AiRuntime ai = runtime(builder -> builder.policyOrder(order -> order.last("announcing", announcing))
                .traceContent(2_000)
                .addObserver(spans)
                .requestLog(false, shown::add))) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
            session.send("They refuse " + VALUE + " there.");
            session.send("Go on.");
            session.send("Go on.");
        }
        isHidden();
        assertThat(shown).hasSizeGreaterThan(3).noneMatch(text -> text.contains(VALUE));
    }

    @Test
    @DisplayName("52 two programs at once over one history hide what each of them has to, and restore it")
    void w52_twoPrograms() {
        String name = "Berta Kranz";
        AiTool list = AiTool.of("list", "Lists.", ANYTHING, (arguments, context) -> {
            List<String> all = new ArrayList<>(Collections.nCopies(200, "The wall stands."));
            all.set(3, name);
            all.set(5, "password: " + VALUE);
            return all;
        });
        Parrot other = new Parrot();
        RedactionOptions first = RedactionOptions.ofDefaults().withKey(Secret.of("0123456789abcdef-a".toCharArray()));
        RedactionOptions second = RedactionOptions.ofDefaults()
                .withKey(Secret.of("0123456789abcdef-b".toCharArray()))
                .withRedactor(Redactor.ofNames(() -> List.of(name)));
        ScriptedProvider reading = ScriptedProvider.create()
                .callsTool("list", Map.of())
                .says("They like " + VALUE + " and " + name + ".")
                .says("Yes.")
                .repeats();
        try (AiRuntime one = AiRuntime.builder()
                        .addProvider(reading)
                        .addTools(list)
                        .toolLimits(ToolLimits.ofDefaults().withResultBytes(1_100))
                        .journal(store.another(), FailureMode.FAIL)
                        .redaction(first)
                        .build();
                AiRuntime two = AiRuntime.builder()
                        .addProvider(other)
                        .addTools(list)
                        .journal(store.another(), FailureMode.FAIL)
                        .redaction(second)
                        .build()) {
            ConversationSession mine =
                    one.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none());
            mine.send("Look.");
            assertThatIllegalStateException()
                    .isThrownBy(() -> two.resume(mine.id()))
                    .satisfies(e -> assertThat(e.toString()).doesNotContain(VALUE, name));
            for (int i = 0; i < 3; i++) {
                AiBody seen = AiBody.builder()
                        .addAll(two.tree(mine.id()).interactions("main"))
                        .toolFilter("*")
                        .build();
                ConversationSession theirs = two.session(seen, SessionOptions.none());
                assertThat(theirs.send("They refuse " + VALUE + " and " + name).text())
                        .containsAnyOf(VALUE, name);
                theirs.close();
                mine.send("They refuse " + VALUE + " and " + name);
            }
        }
        assertThat(other.read).hasSize(3).noneMatch(text -> text.contains(VALUE) || text.contains(name));
        assertThat(reading.calls().stream()
                        .flatMap(call -> call.effective().stream())
                        .map(each -> each.toJson().text()))
                .noneMatch(text -> text.contains(VALUE));
    }
}
