package dev.plumbline.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.StateKey;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.policy.ContextSnapshot;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.testkit.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StagesTest {

    @Test
    void recommended_inOrder() {
        assertThat(SessionEngine.recommendedStages())
                .extracting(Stage::name)
                .containsExactly(
                        "accept-input",
                        "gather-context",
                        "call-model",
                        "append-answer",
                        "execute-tools",
                        "append-results",
                        "decide");
    }

    @Test
    void loop_runsTheListAndGoesBackForAnotherRound() {
        List<String> ran = new ArrayList<>();
        List<Stage> watched = SessionEngine.recommendedStages().stream()
                .map(stage -> stage(stage.name(), work -> {
                    ran.add(stage.name());
                    return stage.run(work);
                }))
                .toList();
        try (House fixture = new House(b -> b.stages(watched))) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("draw", Map.of()).says("Done.");

            fixture.open().send("Go.");

            List<String> round = SessionEngine.recommendedStages().stream()
                    .skip(1)
                    .map(Stage::name)
                    .toList();
            assertThat(ran)
                    .containsExactlyElementsOf(Stream.of(List.of("accept-input"), round, round)
                            .flatMap(List::stream)
                            .toList());
        }
    }

    @Test
    void stageInTheModelsPlace() {
        Stage parrot = stage("call-model", work -> Stage.Result.next(work.withRet(AiReturn.ofText("Polly."))));
        List<Stage> stages = SessionEngine.recommendedStages().stream()
                .map(stage -> stage.name().equals("call-model") ? parrot : stage)
                .toList();
        try (House fixture = new House(b -> b.stages(stages))) {
            assertThat(fixture.open().send("Go.").text()).isEqualTo("Polly.");
            assertThat(fixture.provider.calls()).isEmpty();
        }
    }

    @Test
    void brokenStage_failsTheTurnWithItsName() {
        Stage broken = stage("mine", work -> {
            throw new IllegalStateException("secret");
        });
        List<Stage> wrong = List.of(stage("lost", work -> Stage.Result.goTo("nowhere", work)));
        try (House fixture = new House(b -> b.stages(List.of(broken)));
                House other = new House(b -> b.stages(wrong))) {
            AiReturn ret = fixture.open().send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.EXTENSION);
            assertThat(ret.error()).map(AiError::code).contains("mine");
            assertThat(ret.error().toString()).doesNotContain("secret");
            assertThat(other.open().send("Go.").error()).map(AiError::code).contains("lost");
        }
    }

    @Test
    void stages_ofOneName_refused() {
        Stage one = stage("one", Stage.Result::exit);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SessionEngine.builder(null, null).stages(List.of(one, one)))
                .withMessage("two stages are called one");
    }

    @Test
    void engine_saysWhatIsMissing() {
        assertThatIllegalStateException()
                .isThrownBy(() -> SessionEngine.builder(null, null).build())
                .withMessage("an engine needs time(…)");
    }

    @Test
    void facts_onceATurnButVolatileOnesEveryRound() {
        AtomicInteger fixed = new AtomicInteger();
        AtomicInteger moving = new AtomicInteger();
        AtomicInteger hash = new AtomicInteger();
        List<ContextSource> sources = List.of(
                ContextSource.of("moving", moving::incrementAndGet).withVolatile(true),
                ContextSource.of("fixed", fixed::incrementAndGet).withCacheRelevant(false),
                ContextSource.of("asked", request -> request.input().text()),
                ContextSource.of("hidden", () -> "not chosen"),
                ContextSource.of("none", () -> ""),
                ContextSource.of("failing", () -> {
                    throw new IllegalStateException("secret");
                }),
                ContextSource.resource("document", () -> "h" + hash.incrementAndGet()));
        try (House fixture = new House(b -> b.contexts(sources))) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("draw", Map.of()).says("Done.");
            ConversationSession session = fixture.open(
                    AiBody.builder().toolFilter("*").contextFilter("*, -hidden").build());

            assertThat(session.send("Go.").isOk()).isTrue();

            ContextSnapshot first = snapshot(fixture.provider.calls().get(0));
            ContextSnapshot second = snapshot(fixture.provider.calls().get(1));
            assertThat(first.values().keySet()).containsExactly("fixed", "asked", "moving");
            assertThat(first.values().get("asked").asText()).isEqualTo("Go.");
            assertThat(second.values().get("fixed").asInt()).isEqualTo(1);
            assertThat(second.values().get("moving").asInt()).isEqualTo(2);
            assertThat(second.resources()).isEqualTo(Map.of("document", "h2"));
            assertThat(second.unkeyed()).containsExactly("fixed");
            assertThat(second.missing()).containsExactly("none", "failing");
            assertThat(fixture.telemetry)
                    .filteredOn(AiEvent.ExtensionFailed.class::isInstance)
                    .hasSize(1);
            assertThat(fixture.telemetry.toString()).doesNotContain("secret");
        }
    }

    private static ContextSnapshot snapshot(AiCall call) {
        return call.get(ContextSnapshot.KEY).orElseThrow();
    }

    @Test
    void sources_ofOneKey_refused() {
        ContextSource units = ContextSource.of("units", () -> "mm");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SessionEngine.builder(null, null).contexts(List.of(units, units)));
    }

    @Test
    void state_byScope() {
        StateKey<Integer> round = StateKey.of("n", StateKey.Scope.ROUND, 0);
        StateKey<Integer> turn = StateKey.of("n", StateKey.Scope.TURN, 0);
        StateKey<Integer> session = StateKey.of("n", StateKey.Scope.SESSION, 0);
        List<List<Integer>> seen = new ArrayList<>();
        try (House fixture = new House()) {
            fixture.tools.tool("count", (call, scope) -> {
                seen.add(Stream.of(round, turn, session)
                        .map(key -> scope.state().update(key, n -> n + 1))
                        .toList());
                return ToolEnvelope.ok(1);
            });
            fixture.provider
                    .callsTool("count", Map.of())
                    .callsTool("count", Map.of())
                    .nextRound()
                    .callsTool("count", Map.of())
                    .says("Done.")
                    .callsTool("count", Map.of())
                    .says("Done.");
            ConversationSession conversation = fixture.open();
            conversation.send("Go.");
            conversation.send("Again.");

            assertThat(seen).containsExactly(List.of(1, 1, 1), List.of(2, 2, 2), List.of(1, 3, 3), List.of(1, 1, 4));
        }
    }

    @Test
    void brokenExecutor_isAFailedCall() {
        try (House fixture = new House()) {
            fixture.tools.tool("broken", (call, scope) -> {
                throw new IllegalStateException("secret");
            });
            fixture.provider.callsTool("broken", Map.of()).says("Sorry.");

            AiReturn ret = fixture.open().send("Go.");

            assertThat(ret.text()).isEqualTo("Sorry.");
            assertThat(ret.toolResults().get(0).envelope().failure())
                    .hasValueSatisfying(failure -> assertThat(failure.message())
                            .contains("IllegalStateException")
                            .doesNotContain("secret"));
        }
    }

    @Test
    void call_carriesWhatTheSessionKnows() {
        try (House fixture = new House(b -> b.decorator(call -> call.withResource("endpoint", "e")))) {
            fixture.provider.says("Done.");
            ConversationSession session = fixture.engine.open(
                    AiBody.of("Earlier."),
                    SessionOptions.builder().namespace("tenant").build());
            session.send("Go.");

            AiCall call = fixture.provider.calls().get(0);
            assertThat(call.namespace()).isEqualTo("tenant");
            assertThat(call.resources()).containsEntry("endpoint", "e");
            assertThat(call.model()).isEqualTo(House.MODEL);
            assertThat(call.ids().session()).isEqualTo(session.id());
            assertThat(call.ids().round()).isEqualTo(1);
            assertThat(call.ids().request()).isNotEmpty();
            assertThat(call.effective()).extracting(Interaction::text).containsExactly("Earlier.", "Go.");
        }
    }

    @Test
    void stages_changedByName() {
        Stage mine = stage("mine", Stage.Result::next);
        Stages all = Stages.recommended();

        assertThat(names(all.replace(Stages.CALL_MODEL, mine))).containsSequence("gather-context", "mine");
        assertThat(names(all.before(Stages.CALL_MODEL, mine))).containsSequence("mine", "call-model");
        assertThat(names(all.after(Stages.CALL_MODEL, mine))).containsSequence("call-model", "mine");
        assertThat(names(all.without(Stages.CALL_MODEL))).hasSize(6).doesNotContain("call-model");
        assertThat(names(all.wrap(Stages.CALL_MODEL, Stage::run))).isEqualTo(names(all));
        assertThat(names(all)).hasSize(7);
    }

    private static List<String> names(Stages stages) {
        return stages.list().stream().map(Stage::name).toList();
    }

    @Test
    void stages_wrongChanges_areRefused() {
        Stage mine = stage("decide", Stage.Result::next);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stages.recommended().without("call-modle"))
                .withMessageStartingWith("no stage is called call-modle; there are accept-input, ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stages.recommended().before(Stages.CALL_MODEL, mine))
                .withMessage("two stages are called decide");
    }

    @Test
    void stages_sayWhatTheyDoAndWhichWait() {
        assertThat(Stages.recommended().describe().lines())
                .hasSize(7)
                .anySatisfy(line -> assertThat(line).matches("call-model +waits asks the model"))
                .anySatisfy(line -> assertThat(line).matches("append-answer +stores what came back"));
        assertThat(Stages.recommended()
                        .wrap(Stages.CALL_MODEL, Stage::run)
                        .timed(VirtualClock.create(), (stage, round, took) -> {})
                        .describe())
                .isEqualTo(Stages.recommended().describe());
    }

    @Test
    void stage_maySkipTheNextOneAndGoBack() {
        List<String> ran = new ArrayList<>();
        Stage first = stage("first", work -> Stage.Result.skip(work));
        Stage second = stage("second", work -> {
            ran.add("second");
            return Stage.Result.exit(work);
        });
        Stage third = stage("third", work -> {
            ran.add("third");
            return Stage.Result.goTo("second", work);
        });
        Stages loop = Stages.of(List.of(first, second, third));
        try (House fixture = new House(b -> b.stages(loop.list()))) {
            fixture.open().send("Go.");
            assertThat(ran).containsExactly("third", "second");
        }
    }

    @Test
    void wrappedStage_isTimedAndMayBeLeftOut() {
        List<String> times = new ArrayList<>();
        VirtualClock clock = VirtualClock.create();
        Stages loop = Stages.recommended()
                .wrap(Stages.EXECUTE_TOOLS, (stage, work) -> {
                    clock.advance(Duration.ofSeconds(2));
                    return stage.run(work);
                })
                .wrap(Stages.GATHER_CONTEXT, (stage, work) -> Stage.Result.next(work))
                .timed(clock, (stage, round, took) -> times.add(stage + " " + round + " " + took.toSeconds()));
        AtomicInteger read = new AtomicInteger();
        try (House fixture =
                new House(b -> b.stages(loop.list()).contexts(List.of(ContextSource.of("n", read::incrementAndGet))))) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("draw", Map.of()).says("Done.");

            assertThat(fixture.open(AiBody.builder()
                                    .toolFilter("*")
                                    .contextFilter("*")
                                    .build())
                            .send("Go.")
                            .text())
                    .isEqualTo("Done.");

            assertThat(times).hasSize(13).contains("execute-tools 1 2", "decide 2 0");
            assertThat(read).hasValue(0);
        }
    }

    /** A pipeline of tests beside the real one: same chain, same tools, at the same time. */
    @Test
    void twoLoops_runSideBySide() throws Exception {
        List<String> debugged = new CopyOnWriteArrayList<>();
        Stages debug = Stages.recommended().timed(VirtualClock.create(), (stage, round, took) -> debugged.add(stage));
        Stage parrot = stage("parrot", work -> Stage.Result.next(work.withRet(AiReturn.ofText("Polly."))));
        Stages minimal = Stages.recommended()
                .replace(Stages.CALL_MODEL, parrot)
                .without(Stages.GATHER_CONTEXT)
                .without(Stages.EXECUTE_TOOLS)
                .without(Stages.APPEND_RESULTS);
        CountDownLatch both = new CountDownLatch(2);
        Play model = new Play(List.of(new Play.Step(List.of(new AiDelta.Text("Real.")), Optional.empty())));
        model.between = () -> {
            both.countDown();
            Seen.await(both);
        };
        UnaryOperator<Stages> meeting = stages -> stages.before(Stages.DECIDE, stage("meet", work -> {
            both.countDown();
            Seen.await(both);
            return Stage.Result.next(work);
        }));
        try (House one = new House(4, Optional.of(model), b -> b.stages(debug.list()));
                House other = new House(
                        4,
                        Optional.of(model),
                        b -> b.stages(meeting.apply(minimal).list()))) {
            CompletableFuture<AiReturn> real = one.open().sendAsync("Go.");
            CompletableFuture<AiReturn> parroted = other.open().sendAsync("Go.");

            assertThat(real.get(10, TimeUnit.SECONDS).text()).isEqualTo("Real.");
            assertThat(parroted.get(10, TimeUnit.SECONDS).text()).isEqualTo("Polly.");
            assertThat(debugged).hasSize(7);
            assertThat(model.calls()).isEqualTo(1);
        }
    }

    private static Stage stage(String name, Function<Stage.Work, Stage.Result> body) {
        return new Stage() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Result run(Work work) {
                return body.apply(work);
            }
        };
    }
}
