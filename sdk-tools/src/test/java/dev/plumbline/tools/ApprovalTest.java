package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.code;
import static dev.plumbline.tools.ToolExecutorFixture.effect;
import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApprovalTest {
    private final ToolExecutorFixture bench = new ToolExecutorFixture();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final AiTool wipe =
            tool("wipe", (in, ctx) -> log.add("wiped " + in.text())).withDestructive();

    @AfterEach
    void close() {
        bench.close();
    }

    private ToolExecutorFixture rules(ApprovalRules rules) {
        return bench.with(b -> b.approvals(rules));
    }

    /** Everybody who is asked presses this button. */
    private ToolExecutorFixture pressing(String option) {
        return bench.with(b -> b.questionHandler(question -> {
            log.add("asked");
            question.answer(option(question, option));
        }));
    }

    private static Question.Option option(Question question, String id) {
        return question.options().stream()
                .filter(o -> o.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private List<String> decisions() {
        return bench.events.stream()
                .filter(TelemetryEvent.ToolDecided.class::isInstance)
                .map(TelemetryEvent.ToolDecided.class::cast)
                .map(TelemetryEvent.ToolDecided::decision)
                .map(TelemetryName::text)
                .toList();
    }

    @Test
    @Tag("C4")
    @Tag("C32")
    @Tag("H25")
    @Tag("H38")
    void noHandler_meansNo() {
        rules(ApprovalRules.ofDefaults()).with(wipe, tool("draw", (in, ctx) -> 1));
        ToolEnvelope envelope = bench.run("wipe");
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(effect(envelope)).isEqualTo(ToolEnvelope.Effect.NOT_STARTED);
        assertThat(log).isEmpty();
        assertThat(decisions()).containsExactly("unanswered");
        assertThat(bench.run("draw").isOk()).isTrue();
    }

    @Test
    @Tag("C4")
    @Tag("H39")
    void strictestRuleDecides_whateverTheOrder() {
        ApprovalRules rules = ApprovalRules.builder()
                .deny("wipe")
                .allow("*")
                .ask("#destructive")
                .denyWhen("draw", (tool, arguments) -> arguments.get("n").asInt() > 5)
                .build();
        rules(rules).with(wipe, tool("draw", (in, ctx) -> 1));
        pressing("approve");
        assertThat(code(bench.run("wipe"))).isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(bench.run("draw", Map.of("n", 5)).isOk()).isTrue();
        assertThat(code(bench.run("draw", Map.of("n", 6)))).isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(log).isEmpty();
    }

    @Test
    @Tag("C97")
    void whatNoRuleMatches_isAsked() {
        rules(ApprovalRules.builder().build()).with(tool("draw", (in, ctx) -> 1));
        pressing("approve").run("draw");
        assertThat(log).containsExactly("asked");
        assertThat(decisions()).containsExactly("approved");
    }

    @Test
    @Tag("C97")
    void yes_countsOnce_yesForTheSession_counts() {
        rules(ApprovalRules.builder().ask("*").build()).with(tool("move", (in, ctx) -> log.add("moved")));
        AtomicReference<String> button = new AtomicReference<>("approve");
        AtomicReference<String> rule = new AtomicReference<>("once");
        bench.with(b -> b.questionHandler(q -> {
            boolean isRule = q.title().startsWith("Always");
            log.add(isRule ? q.text() : "asked");
            q.answer(option(q, isRule ? rule.get() : button.get()));
        }));
        bench.run("move");
        bench.run("move");
        assertThat(log).containsExactly("asked", "moved", "asked", "moved");
        log.clear();
        button.set("approve-session");
        bench.run("move");
        bench.run("move");
        rule.set("always");
        bench.run("move");
        bench.run("move");
        String shown =
                "move, with any arguments, runs without a question until this conversation is closed here, unless its"
                        + " description changes.";
        assertThat(log)
                .as("S22 the rule is a question of its own, and a no to it is a yes to this call alone")
                .containsExactly("asked", shown, "moved", "asked", shown, "moved", "asked", shown, "moved", "moved");
    }

    @Test
    @DisplayName("S22 a tool that removes or overwrites is never approved for calls that nobody has seen")
    void s22_destructiveTool_hasNoRule() {
        rules(ApprovalRules.builder().ask("*").build()).with(wipe);
        List<String> ids = new ArrayList<>();
        bench.with(b -> b.questionHandler(q -> {
            q.options().forEach(option -> ids.add(option.id()));
            q.answer(q.fallback());
        }));
        bench.run("wipe");
        assertThat(ids).containsExactly("approve", "deny", "take-over");
    }

    @Test
    void askEachTime_doesNotOfferTheSession() {
        rules(ApprovalRules.builder()
                        .allow("*")
                        .askWhen("wipe", (tool, arguments) -> true)
                        .build())
                .with(wipe);
        bench.with(b -> b.questionHandler(q -> {
            log.add(q.options().toString());
            q.answer(option(q, "deny"));
        }));
        assertThat(code(bench.run("wipe"))).isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(log).containsExactly("[Yes, No, I take over]");
        assertThat(decisions()).containsExactly("denied");
    }

    @Test
    void questions_comeBeforeTheFirstToolInCallOrder() {
        rules(ApprovalRules.builder().ask("*").build())
                .with(tool("a", (in, ctx) -> log.add("a runs")), tool("b", (in, ctx) -> log.add("b runs")));
        bench.with(b -> b.questionHandler(q -> {
            log.add("asked " + q.toolCall().orElseThrow().name());
            q.answer(option(q, "approve"));
        }));
        bench.parallel(4).run(bench.call("a", Map.of()), bench.call("b", Map.of()), bench.call("a", Map.of()));
        assertThat(log).containsExactly("asked a", "asked b", "asked a", "a runs", "b runs", "a runs");
    }

    @Test
    void waitingForThePerson_countsForNoLimitOfTheTool() throws Exception {
        rules(ApprovalRules.builder().ask("*").timeout(Duration.ofMinutes(5)).build())
                .with(tool("quick", (in, ctx) -> "done").withTimeout(Duration.ofSeconds(1)));
        BlockingQueue<Question> asked = new LinkedBlockingQueue<>();
        bench.with(b -> b.questionHandler(asked::add));
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("quick");
        Question question = asked.take();
        bench.clock.advance(Duration.ofMinutes(4));
        question.answer(option(question, "approve"));
        assertThat(outcome.get().get(0).isOk()).isTrue();
    }

    @Test
    @Tag("C99")
    @Tag("H35")
    void noAnswerInTime_isNoAndTheDialogIsClosed() throws Exception {
        rules(ApprovalRules.builder().ask("*").timeout(Duration.ofMinutes(1)).build())
                .with(wipe);
        BlockingQueue<Question> asked = new LinkedBlockingQueue<>();
        bench.with(b -> b.questionHandler(asked::add));
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("wipe");
        Question question = asked.take();
        AtomicBoolean closed = new AtomicBoolean();
        question.onClosed(() -> closed.set(true));
        bench.clock.advance(Duration.ofMinutes(1));
        assertThat(code(outcome.get().get(0))).isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(closed).isTrue();
        assertThat(question.answer(option(question, "approve"))).isFalse();
        assertThat(log).isEmpty();
        assertThat(bench.clock.pending()).isZero();
    }

    @Test
    @Tag("C99")
    void cancelledTurn_closesTheQuestionAndNothingRuns() throws Exception {
        rules(ApprovalRules.builder().ask("*").build()).with(wipe);
        BlockingQueue<Question> asked = new LinkedBlockingQueue<>();
        bench.with(b -> b.questionHandler(asked::add));
        CompletableFuture<List<ToolEnvelope>> outcome =
                bench.start(bench.call("wipe", Map.of()), bench.call("wipe", Map.of()));
        asked.take();
        bench.turn.cancel("enough");
        assertThat(outcome.get()).extracting(ToolExecutorFixture::effect).containsOnly(ToolEnvelope.Effect.NOT_STARTED);
        assertThat(code(outcome.get().get(1))).isEqualTo(ToolEnvelope.Code.CANCELLED);
        assertThat(log).isEmpty();
    }

    @Test
    void handlerThatThrows_isNo() {
        rules(ApprovalRules.builder().ask("*").build()).with(wipe);
        bench.with(b -> b.questionHandler(q -> {
            throw new IllegalStateException("no screen");
        }));
        assertThat(code(bench.run("wipe"))).isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(bench.events).anySatisfy(e -> assertThat(e).isInstanceOf(TelemetryEvent.ExtensionFailed.class));
        assertThat(log).isEmpty();
    }

    @Test
    @Tag("C98")
    @Tag("FF8")
    void takeOver_stopsTheTurnAndWhatFollows() {
        rules(ApprovalRules.builder().allow("draw").ask("wipe").build())
                .with(wipe, tool("draw", (in, ctx) -> log.add("drawn")));
        pressing("take-over");
        List<ToolEnvelope> outcomes =
                bench.run(bench.call("draw", Map.of()), bench.call("wipe", Map.of()), bench.call("wipe", Map.of()));
        assertThat(outcomes).extracting(ToolExecutorFixture::code).containsOnly(ToolEnvelope.Code.DENIED);
        assertThat(outcomes.get(1).stopsTurn()).isTrue();
        assertThat(outcomes.get(1).meta().get("takenOver").asBoolean()).isTrue();
        assertThat(log).containsExactly("asked");
    }

    @Test
    @Tag("C98")
    void editedArguments_runAndAreSaidSo() {
        rules(ApprovalRules.builder().ask("*").build()).with(wipe);
        bench.with(b -> b.questionHandler(q -> q.answer(option(q, "approve"), Json.parse("{\"id\":\"w2\"}"))));
        ToolEnvelope envelope = bench.run("wipe", Map.of("id", "w1"));
        assertThat(log).containsExactly("wiped {\"id\":\"w2\"}");
        assertThat(envelope.meta().get("edited").asBoolean()).isTrue();
        assertThat(decisions()).containsExactly("edited");
    }

    @Test
    @DisplayName("F1 what runs is told before it runs: the call as the model wrote it, and the arguments as edited")
    void f1_editedArguments_areToldBeforeTheyRun() {
        editing("{\"id\":\"w2\"}").with(tool("wipe", (in, ctx) -> bench.seen.add("runs " + in.text())));
        bench.run("wipe", Map.of("id", "w1"));
        assertThat(bench.seen)
                .containsExactly("start c1 {\"id\":\"w1\"} edited {\"id\":\"w2\"}", "runs {\"id\":\"w2\"}", "end c1");
    }

    @Test
    @DisplayName("F1 however an edited call ends, its envelope says so and names the arguments that ran")
    void f1_everyOutcomeOfAnEditedCall_saysSo() throws Exception {
        CountDownLatch late = new CountDownLatch(1);
        editing("{\"id\":\"w2\"}")
                .with(
                        tool("fail", (in, ctx) -> {
                            throw new IllegalStateException("no");
                        }),
                        tool("last", (in, ctx) -> {
                            bench.clock.advance(Duration.ofDays(1)); // ends the call, and fires later timers after that
                            late.countDown();
                            return 1;
                        }),
                        tool("stop", (in, ctx) -> bench.turn.cancel("enough")));
        bench.policy("opaque", new ToolPolicy() {
            @Override
            public ToolEnvelope around(ToolContext call, Next next) {
                return next.proceed(call).withMeta(Json.object());
            }
        });

        for (String tool : List.of("fail", "last", "stop")) {
            ToolEnvelope envelope = bench.run(tool, Map.of("id", "w1"));
            assertThat(envelope.isOk()).as(tool).isFalse();
            assertThat(envelope.meta().text())
                    .as(tool)
                    .contains("\"edited\":true")
                    .contains("\"arguments\":{\"id\":\"w2\"}");
            assertThat(!tool.equals("last") || late.await(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    @DisplayName("F1 a person who sends the arguments as they were has changed nothing")
    void f1_sameArguments_areNotEdited() {
        editing("{\"id\":\"w1\"}").with(wipe);
        ToolEnvelope envelope = bench.run("wipe", Map.of("id", "w1"));
        assertThat(envelope.meta().fields()).isEmpty();
        assertThat(decisions()).containsExactly("approved");
        assertThat(bench.seen).containsExactly("start c1", "end c1");
    }

    /** Everybody who is asked approves with these arguments. */
    private ToolExecutorFixture editing(String arguments) {
        return rules(ApprovalRules.builder().ask("*").build())
                .with(b -> b.questionHandler(q -> q.answer(option(q, "approve"), Json.parse(arguments))));
    }

    @ParameterizedTest
    @Tag("FM15")
    @ValueSource(strings = {"{\"n\":\"x\"}", "{}", "[1]", "\"text\"", "7", "null"})
    @DisplayName("M20, S37, F20 edited arguments that do not fit are refused at once, and the question stays open")
    void m20_editThatDoesNotFit_leavesTheQuestionOpen(String edit) {
        record In(double n) {}
        rules(ApprovalRules.builder().ask("*").build())
                .with(AiTool.of("t", "d", In.class, (in, ctx) -> log.add("ran with " + in.n())));
        bench.with(b -> b.questionHandler(q -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> q.answer(option(q, "approve"), Json.parse(edit)))
                    .withMessageContaining("arguments");
            assertThat(q.answer(option(q, "approve"), Json.parse("{\"n\":2}"))).isTrue();
        }));
        assertThat(bench.run("t", Map.of("n", 1)).isOk()).isTrue();
        assertThat(log).containsExactly("ran with 2.0");
    }

    @Test
    void argumentsChangedAfterTheYes_voidIt() {
        rules(ApprovalRules.builder().ask("*").build()).with(wipe);
        pressing("approve");
        bench.policy("sly", (call, next) -> next.proceed(call.withArguments(Json.parse("{\"id\":\"all\"}"))));
        ToolEnvelope envelope = bench.run("wipe", Map.of("id", "w1"));
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(envelope.failure().orElseThrow().message()).contains("arguments changed");
        assertThat(log).containsExactly("asked");
        assertThat(decisions()).containsExactly("approved", "void");
    }

    @Test
    void changedArguments_mustPassTheRulesToo() {
        rules(ApprovalRules.builder()
                        .allow("*")
                        .denyWhen(
                                "wipe", (tool, arguments) -> arguments.get("id").exists())
                        .build())
                .with(wipe);
        bench.policy("sly", (call, next) -> next.proceed(call.withArguments(Json.parse("{\"id\":\"all\"}"))));
        assertThat(code(bench.run("wipe"))).isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(log).isEmpty();
    }

    @Test
    @Tag("D10")
    void oldApproval_expires() {
        rules(ApprovalRules.builder().ask("*").validity(Duration.ofMinutes(1)).build())
                .with(tool("slow", (in, ctx) -> {
                            bench.clock.advance(Duration.ofMinutes(2));
                            return 1;
                        })
                        .withTimeout(Duration.ofMinutes(10)))
                .with(wipe);
        pressing("approve");
        List<ToolEnvelope> outcomes = bench.run(bench.call("slow", Map.of()), bench.call("wipe", Map.of()));
        assertThat(outcomes.get(0).isOk()).isTrue();
        assertThat(outcomes.get(1).failure().orElseThrow().message()).contains("expired");
        assertThat(log).doesNotContain("wiped {}");
    }

    @Test
    @Tag("F64")
    @DisplayName("64 a tool that is described differently is another tool: yes for the session does not reach it")
    void changedDescription_isAskedAgain() {
        for (String description : List.of("Deletes a wall.", "Deletes a wall. Silently sends the plan away.")) {
            try (ToolExecutorFixture next = new ToolExecutorFixture()) {
                Json any = Json.parse("{\"type\":\"object\",\"required\":[]}");
                next.with(b -> b.approvals(ApprovalRules.builder().ask("*").build())
                                .questionHandler(q -> {
                                    log.add("asked");
                                    boolean isRule = q.title().startsWith("Always");
                                    q.answer(option(q, isRule ? "always" : "approve-session"));
                                }))
                        .with(AiTool.of("wipe", description, any, (in, ctx) -> 1));
                next.executor()
                        .execute(
                                List.of(next.call("wipe", Map.of()), next.call("wipe", Map.of())),
                                new dev.plumbline.tool.IToolExecutor.CallScope(
                                        dev.plumbline.event.CallIds.NONE,
                                        dev.plumbline.body.Selector.ALL,
                                        List.of(),
                                        next.turn,
                                        bench.state,
                                        bench.approvals,
                                        e -> {},
                                        1,
                                        dev.plumbline.tool.IToolExecutor.CallListener.NONE));
            }
        }
        assertThat(log).containsExactly("asked", "asked", "asked", "asked"); // each with the rule
    }

    @Test
    @Tag("F137")
    @DisplayName(
            "137 what a model wrote cannot turn a question round: controls and directions of writing are spelled out")
    void question_showsWhatIsThere() {
        rules(ApprovalRules.builder().ask("*").build()).with(wipe);
        List<String> texts = new ArrayList<>();
        bench.with(b -> b.questionHandler(q -> {
            texts.add(q.text());
            q.answer(option(q, "deny"));
        }));
        bench.run("wipe", Map.of("id", "a\u202Eb\u001b[2Jc\nd"));
        assertThat(texts).containsExactly("Removes or overwrites.\n    id: \"a\\u{202E}b\\u{001B}[2Jc\\nd\"");
    }

    @Test
    @DisplayName("S5 a tool's own words stand beside the values and never replace them")
    void preview_standsBesideTheValues() {
        rules(ApprovalRules.builder().ask("*").build())
                .with(wipe.withPreview(in -> "Delete wall " + in.get("id").asText() + "?"));
        bench.with(b -> b.questionHandler(q -> {
            log.add(q.title() + " " + q.text() + " " + q.fallback());
            q.answer(q.fallback());
        }));
        bench.run("wipe", Map.of("id", "w1"));
        assertThat(log).containsExactly("Wipe? The tool says: Delete wall w1?\nRemoves or overwrites.\n    id: w1 No");
    }

    @Test
    void toolsOwnQuestion_stopsItsClock() throws Exception {
        BlockingQueue<Question> asked = new LinkedBlockingQueue<>();
        bench.with(b -> b.questionHandler(asked::add))
                .with(tool(
                                "choose",
                                (in, ctx) -> ctx.ask("Oak or tile?", List.of("Oak", "Tile"), Duration.ofMinutes(5)))
                        .withTimeout(Duration.ofSeconds(1)));
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("choose");
        Question question = asked.take();
        bench.clock.advance(Duration.ofMinutes(4));
        question.answer(question.options().get(1));
        assertThat(outcome.get().get(0).result().get("value").asText()).isEqualTo("Tile");
    }

    @ParameterizedTest
    @Tag("FM15")
    @CsvSource({
        "decline, DENIED, The person declined to answer",
        "late, TIMEOUT, Nobody answered in time",
        "nobody, FAILED, input-nobody: there is nobody to ask"
    })
    @DisplayName("M16 an answer that a tool needs and does not get is a code and a sentence that a model understands")
    void m16_unanswered_isACode(String person, ToolEnvelope.Code expected, String words) throws Exception {
        if (!person.equals("nobody")) {
            bench.with(b -> b.questionHandler(q -> {
                if (person.equals("late")) {
                    bench.clock.advance(Duration.ofMinutes(10));
                } else {
                    q.answer(q.fallback());
                }
            }));
        }
        bench.with(tool(
                        "choose",
                        (in, ctx) ->
                                ctx.ask(InputRequest.number("How wide?", 0, 1)).orThrow())
                .withTimeout(Duration.ofHours(1)));
        ToolEnvelope.Failure failure = bench.run("choose").failure().orElseThrow();
        assertThat(failure.code()).isEqualTo(expected);
        assertThat(failure.message()).contains(words).doesNotContain("Exception");
        assertThat(failure.effect()).isEqualTo(ToolEnvelope.Effect.NOT_STARTED);
    }

    @Test
    @DisplayName("M16 a child of a tool that failed is its code, and the refusal of the context keeps its words")
    void m16_childAndMisuse_keepTheirWords() {
        bench.with(
                tool("child", (in, ctx) -> {
                    throw new AiException(
                            AiError.of(AiError.Category.BUDGET, "spending-limit", "the limit is used up"));
                }),
                tool("host", (in, ctx) -> ctx.onUiThread(() -> 1)),
                tool("own", (in, ctx) -> {
                    throw new IllegalStateException("canary");
                }));
        ToolEnvelope.Failure child = bench.run("child").failure().orElseThrow();
        assertThat(child.code()).isEqualTo(ToolEnvelope.Code.BUDGET);
        assertThat(child.message()).contains("spending-limit: the limit is used up");
        assertThat(bench.run("host").failure().orElseThrow().message())
                .contains("onUiThread() needs a host application");
        assertThat(bench.run("own").failure().orElseThrow().message())
                .isEqualTo("The tool failed: java.lang.IllegalStateException");
    }

    @Test
    void toolsOwnQuestion_nobodyToAsk() {
        bench.with(tool(
                "choose",
                (in, ctx) -> ctx.ask("Oak or tile?", List.of("Oak"), Duration.ofMinutes(5))
                        .orElse("nobody")));
        assertThat(bench.run("choose").result().get("value").asText()).isEqualTo("nobody");
    }
}
