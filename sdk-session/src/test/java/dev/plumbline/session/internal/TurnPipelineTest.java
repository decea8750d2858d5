package dev.plumbline.session.internal;

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
import dev.plumbline.call.State.StateKey;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.internal.ContextSnapshot;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.TurnPipeline;
import dev.plumbline.session.TurnPipeline.TurnStage;
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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TurnPipelineTest {

    @Test
    @Tag("C1")
    @Tag("C2")
    @Tag("C57")
    @Tag("C113")
    @Tag("C118")
    void recommended_inOrder() {
        assertThat(TurnPipeline.recommended().list())
                .extracting(TurnStage::name)
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
    @Tag("SH2")
    @Tag("C1")
    @Tag("C8")
    @Tag("C54")
    @Tag("C66")
    @Tag("C110")
    @Tag("B5")
    @Tag("B19")
    void loop_runsTheListAndGoesBackForAnotherRound() {
        List<String> ran = new ArrayList<>();
        List<TurnStage> watched = TurnPipeline.recommended().list().stream()
                .map(stage -> stage(stage.name(), work -> {
                    ran.add(stage.name());
                    return stage.run(work);
                }))
                .toList();
        try (EngineFixture fixture = new EngineFixture(b -> b.stages(TurnPipeline.of(watched)))) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("draw", Map.of()).says("Done.");

            fixture.open().send("Go.");

            List<String> round = TurnPipeline.recommended().list().stream()
                    .skip(1)
                    .map(TurnStage::name)
                    .toList();
            assertThat(ran)
                    .containsExactlyElementsOf(Stream.of(List.of("accept-input"), round, round)
                            .flatMap(List::stream)
                            .toList());
        }
    }

    @Test
    @Tag("C5")
    @Tag("C8")
    @Tag("C18")
    @Tag("C78")
    @Tag("C93")
    @Tag("C117")
    void stageInTheModelsPlace() {
        TurnStage parrot = stage("call-model", work -> TurnStage.Result.next(work.withRet(AiReturn.ofText("Polly."))));
        List<TurnStage> stages = TurnPipeline.recommended().list().stream()
                .map(stage -> stage.name().equals("call-model") ? parrot : stage)
                .toList();
        try (EngineFixture fixture = new EngineFixture(b -> b.stages(TurnPipeline.of(stages)))) {
            assertThat(fixture.open().send("Go.").text()).isEqualTo("Polly.");
            assertThat(fixture.provider.calls()).isEmpty();
        }
    }

    @Test
    @Tag("C6")
    @Tag("C33")
    @Tag("C43")
    @Tag("C60")
    @Tag("C66")
    @Tag("C69")
    @Tag("C113")
    @Tag("C114")
    void brokenStage_failsTheTurnWithItsName() {
        TurnStage broken = stage("mine", work -> {
            throw new IllegalStateException("secret");
        });
        List<TurnStage> wrong = List.of(stage("lost", work -> TurnStage.Result.goTo("nowhere", work)));
        try (EngineFixture fixture = new EngineFixture(b -> b.stages(TurnPipeline.of(List.of(broken))));
                EngineFixture other = new EngineFixture(b -> b.stages(TurnPipeline.of(wrong)))) {
            AiReturn ret = fixture.open().send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.EXTENSION);
            assertThat(ret.error()).map(AiError::code).contains("mine");
            assertThat(ret.error().toString()).doesNotContain("secret");
            assertThat(other.open().send("Go.").error()).map(AiError::code).contains("lost");
        }
    }

    @Test
    @Tag("C54")
    void stages_ofOneName_refused() {
        TurnStage one = stage("one", TurnStage.Result::exit);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TurnPipeline.of(List.of(one, one)))
                .withMessage("two stages are called one");
    }

    @Test
    @DisplayName("C8 an engine names everything that is missing at once")
    void c8_engine_saysWhatIsMissing() {
        assertThatIllegalStateException()
                .isThrownBy(() -> EngineSettings.of(null, null).build())
                .withMessage("an engine needs time(…), executor(…), ids(…), model(…)");
    }

    @Test
    @Tag("SH103")
    @Tag("A8")
    @Tag("A10")
    @Tag("A11")
    @Tag("H15")
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
        try (EngineFixture fixture = new EngineFixture(b -> b.contexts(sources))) {
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
            assertThat(second.cacheIrrelevant()).containsExactly("fixed");
            assertThat(second.missing()).containsExactly("none", "failing");
            assertThat(fixture.telemetry)
                    .filteredOn(TelemetryEvent.ExtensionFailed.class::isInstance)
                    .hasSize(1);
            assertThat(fixture.telemetry.toString()).doesNotContain("secret");
        }
    }

    private static ContextSnapshot snapshot(AiCall call) {
        return call.attribute(ContextSnapshot.KEY).orElseThrow();
    }

    @Test
    void sources_ofOneKey_refused() {
        ContextSource units = ContextSource.of("units", () -> "mm");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineSettings.of(null, null).contexts(List.of(units, units)));
    }

    @Test
    @Tag("SH78")
    @Tag("C44")
    @Tag("C49")
    @Tag("H6")
    @Tag("H32")
    void state_byScope() {
        StateKey<Integer> round = StateKey.of("n", StateKey.Scope.ROUND, 0);
        StateKey<Integer> turn = StateKey.of("n", StateKey.Scope.TURN, 0);
        StateKey<Integer> session = StateKey.of("n", StateKey.Scope.SESSION, 0);
        List<List<Integer>> seen = new ArrayList<>();
        try (EngineFixture fixture = new EngineFixture()) {
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
    @Tag("C77")
    @Tag("B17")
    void brokenExecutor_isAFailedCall() {
        try (EngineFixture fixture = new EngineFixture()) {
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
    @Tag("SH18")
    @Tag("SH26")
    @Tag("SH43")
    @Tag("SH51")
    @Tag("SH159")
    @Tag("C42")
    @Tag("A14")
    @Tag("H5")
    @Tag("H8")
    void call_carriesWhatTheSessionKnows() {
        try (EngineFixture fixture = new EngineFixture(b -> b.decorator(call -> call.withResource("endpoint", "e")))) {
            fixture.provider.says("Done.");
            ConversationSession session = fixture.engine.open(
                    AiBody.of("Earlier."),
                    SessionOptions.builder().namespace("tenant").build());
            session.send("Go.");

            AiCall call = fixture.provider.calls().get(0);
            assertThat(call.namespace()).isEqualTo("tenant");
            assertThat(call.resources()).containsEntry("endpoint", "e");
            assertThat(call.model()).isEqualTo(EngineFixture.MODEL);
            assertThat(call.ids().session()).isEqualTo(session.id());
            assertThat(call.ids().round()).isEqualTo(1);
            assertThat(call.ids().request()).isNotEmpty();
            assertThat(call.effective()).extracting(Interaction::text).containsExactly("Earlier.", "Go.");
        }
    }

    @Test
    @Tag("C93")
    @Tag("C114")
    @Tag("C117")
    void stages_changedByName() {
        TurnStage mine = stage("mine", TurnStage.Result::next);
        TurnPipeline all = TurnPipeline.recommended();

        assertThat(names(all.replace(TurnPipeline.CALL_MODEL, mine))).containsSequence("gather-context", "mine");
        assertThat(names(all.before(TurnPipeline.CALL_MODEL, mine))).containsSequence("mine", "call-model");
        assertThat(names(all.after(TurnPipeline.CALL_MODEL, mine))).containsSequence("call-model", "mine");
        assertThat(names(all.without(TurnPipeline.CALL_MODEL))).hasSize(6).doesNotContain("call-model");
        assertThat(names(all.wrap(TurnPipeline.CALL_MODEL, TurnStage::run))).isEqualTo(names(all));
        assertThat(names(all)).hasSize(7);
    }

    private static List<String> names(TurnPipeline stages) {
        return stages.list().stream().map(TurnStage::name).toList();
    }

    @Test
    void stages_wrongChanges_areRefused() {
        TurnStage mine = stage("decide", TurnStage.Result::next);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TurnPipeline.recommended().without("call-modle"))
                .withMessageStartingWith("no stage is called call-modle; there are accept-input, ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TurnPipeline.recommended().before(TurnPipeline.CALL_MODEL, mine))
                .withMessage("two stages are called decide");
    }

    @Test
    @Tag("C10")
    @Tag("C58")
    @Tag("C63")
    @Tag("C86")
    @Tag("C118")
    void stages_sayWhatTheyDoAndWhichWait() {
        assertThat(TurnPipeline.recommended().describe().lines())
                .hasSize(7)
                .anySatisfy(line -> assertThat(line).matches("call-model +waits asks the model"))
                .anySatisfy(line -> assertThat(line).matches("append-answer +stores what came back"));
        assertThat(TurnPipeline.recommended()
                        .wrap(TurnPipeline.CALL_MODEL, TurnStage::run)
                        .describe())
                .isEqualTo(TurnPipeline.recommended().describe());
    }

    @Test
    @Tag("C41")
    @Tag("C48")
    @Tag("C60")
    @Tag("C70")
    void stage_maySkipTheNextOneAndGoBack() {
        List<String> ran = new ArrayList<>();
        TurnStage first = stage("first", work -> TurnStage.Result.skip(work));
        TurnStage second = stage("second", work -> {
            ran.add("second");
            return TurnStage.Result.exit(work);
        });
        TurnStage third = stage("third", work -> {
            ran.add("third");
            return TurnStage.Result.goTo("second", work);
        });
        TurnPipeline loop = TurnPipeline.of(List.of(first, second, third));
        try (EngineFixture fixture = new EngineFixture(b -> b.stages(loop))) {
            fixture.open().send("Go.");
            assertThat(ran).containsExactly("third", "second");
        }
    }

    @Test
    @Tag("C42")
    @Tag("C63")
    @Tag("C119")
    @Tag("C123")
    void wrappedStage_isTimedAndMayBeLeftOut() {
        List<String> times = new ArrayList<>();
        VirtualClock clock = VirtualClock.create();
        TurnPipeline loop = watched(
                TurnPipeline.recommended()
                        .wrap(TurnPipeline.EXECUTE_TOOLS, (stage, work) -> {
                            clock.advance(Duration.ofSeconds(2));
                            return stage.run(work);
                        })
                        .wrap(TurnPipeline.GATHER_CONTEXT, (stage, work) -> TurnStage.Result.next(work)),
                (stage, work) -> {
                    long began = clock.nanoTime();
                    TurnStage.Result result = stage.run(work);
                    times.add(stage.name() + " " + work.round() + " "
                            + Duration.ofNanos(clock.nanoTime() - began).toSeconds());
                    return result;
                });
        AtomicInteger read = new AtomicInteger();
        try (EngineFixture fixture = new EngineFixture(
                b -> b.stages(loop).contexts(List.of(ContextSource.of("n", read::incrementAndGet))))) {
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
    @Tag("C78")
    @Tag("C84")
    @Tag("C117")
    @Tag("C120")
    void twoLoops_runSideBySide() throws Exception {
        List<String> debugged = new CopyOnWriteArrayList<>();
        TurnPipeline debug = watched(TurnPipeline.recommended(), (stage, work) -> {
            debugged.add(stage.name());
            return stage.run(work);
        });
        TurnStage parrot = stage("parrot", work -> TurnStage.Result.next(work.withRet(AiReturn.ofText("Polly."))));
        TurnPipeline minimal = TurnPipeline.recommended()
                .replace(TurnPipeline.CALL_MODEL, parrot)
                .without(TurnPipeline.GATHER_CONTEXT)
                .without(TurnPipeline.EXECUTE_TOOLS)
                .without(TurnPipeline.APPEND_RESULTS);
        CountDownLatch both = new CountDownLatch(2);
        LoopingProvider model = new LoopingProvider(
                List.of(new LoopingProvider.Step(List.of(new AiDelta.Text("Real.")), Optional.empty())));
        model.between = () -> {
            both.countDown();
            RecordingObserver.await(both);
        };
        UnaryOperator<TurnPipeline> meeting = stages -> stages.before(TurnPipeline.DECIDE, stage("meet", work -> {
            both.countDown();
            RecordingObserver.await(both);
            return TurnStage.Result.next(work);
        }));
        try (EngineFixture one = new EngineFixture(4, Optional.of(model), b -> b.stages(debug));
                EngineFixture other = new EngineFixture(4, Optional.of(model), b -> b.stages(meeting.apply(minimal)))) {
            CompletableFuture<AiReturn> real = one.open().sendAsync("Go.");
            CompletableFuture<AiReturn> parroted = other.open().sendAsync("Go.");

            assertThat(real.get(60, TimeUnit.SECONDS).text()).isEqualTo("Real.");
            assertThat(parroted.get(60, TimeUnit.SECONDS).text()).isEqualTo("Polly.");
            assertThat(debugged).hasSize(7);
            assertThat(model.calls()).isEqualTo(1);
        }
    }

    /** Returns a pipeline with each stage in that wrapper. */
    private static TurnPipeline watched(TurnPipeline stages, TurnPipeline.StageWrapper watch) {
        TurnPipeline watched = stages;
        for (TurnStage stage : stages.list()) {
            watched = watched.wrap(stage.name(), watch);
        }
        return watched;
    }

    private static TurnStage stage(String name, Function<TurnStage.RoundView, TurnStage.Result> body) {
        return new TurnStage() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Result run(RoundView work) {
                return body.apply(work);
            }
        };
    }
}
