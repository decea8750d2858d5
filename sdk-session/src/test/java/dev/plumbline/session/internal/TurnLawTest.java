package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** For every answer, failure and time of cancellation: a turn ends closed, once, and as shown. */
class TurnLawTest {
    private static final int TURNS = 3;
    private static final Logger LOG = Logger.getLogger("dev.plumbline.failures");

    @BeforeContainer
    static void expectFailures() {
        LOG.setLevel(Level.OFF); // one tool in six is broken on purpose
    }

    @AfterContainer
    static void restore() {
        LOG.setLevel(null);
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    @Tag("SH15")
    @Tag("C18")
    @Tag("T8")
    @Tag("T9")
    @Label("Transcript: every tool call on a path has its one result, in call order, whatever happened")
    void transcript(@ForAll("plots") Plot plot) throws InterruptedException {
        Run run = run(plot);
        run.afterTurn = (ret, added) -> {
            List<Interaction> said = said(run.session.path());
            assertThat(AiBody.unpaired(run.session.body().interactions())).isEmpty();
            assertThat(AiBody.unpaired(said)).isEmpty();
            assertThat(said.stream()
                            .filter(Interaction.ToolCall.class::isInstance)
                            .map(item -> ((Interaction.ToolCall) item).id()))
                    .doesNotHaveDuplicates()
                    .doesNotContain("");
            assertThat(ret.interactions()).isEqualTo(said(answers(added)));
        };
        run.play();
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    @Tag("SH14")
    @Tag("J24")
    @Label("Termination: exactly one end of a turn, nothing of it after, and never more than its budget")
    void termination(@ForAll("plots") Plot plot) throws InterruptedException {
        Run run = run(plot);
        run.afterTurn = (ret, added) -> {
            assertThat(run.session.isRunning()).isFalse();
            List<SessionEvent> events = run.eventsOf(ret);
            assertThat(events)
                    .filteredOn(SessionEvent.TurnFinished.class::isInstance)
                    .hasSize(1);
            assertThat(events.get(events.size() - 1)).isInstanceOf(SessionEvent.TurnFinished.class);
            // the last answer, and another one if that called a tool
            assertThat(ret.ids().round()).isLessThanOrEqualTo(plot.budget.rounds() + 2);
            assertThat(run.tools.ran.size() - run.toolsBefore).isLessThanOrEqualTo(plot.budget.toolCalls());
            assertThat(run.play.calls() - run.callsBefore).isLessThanOrEqualTo(plot.budget.providerCalls());
        };
        run.play();
        // J24 joined pieces of text and replaced progress can be told from a loss
        long before = 0;
        for (SessionEvent event : run.seen.events()) {
            assertThat(event.sequence()).isEqualTo(before + event.pieces());
            before = event.sequence();
        }
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    @Label("Hooks: whoever saw a turn begin sees it end, once, whatever it decides")
    void hooks(@ForAll("plots") Plot plot) throws InterruptedException {
        Run run = run(plot);
        run.afterTurn = (ret, added) -> assertThat(run.whims.finished).hasValue(run.whims.began.get());
        run.play();
        assertThat(run.whims.began).hasValue(TURNS);
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    @Tag("SH15")
    @Tag("B16")
    @Label("Fold: what a view showed of a turn is what was stored of it")
    void shownIsStored(@ForAll("plots") Plot plot) throws InterruptedException {
        Run run = run(plot);
        run.afterTurn = (ret, added) -> {
            assertThat(RecordingObserver.shown(run.eventsOf(ret))).isEqualTo(words(added));
        };
        run.play();
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    @Label("Transcript: also when another thread cancels while the model goes on and does not listen")
    void transcriptUnderThreads(@ForAll("plots") Plot plot) throws InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Run run = new Run(plot, threads);
            run.afterTurn = (ret, added) -> {
                assertThat(AiBody.unpaired(said(run.session.path()))).isEmpty();
                assertThat(ret.interactions()).isEqualTo(said(answers(added)));
                List<SessionEvent> events = run.seen.afterFinished(ret);
                assertThat(events)
                        .filteredOn(SessionEvent.TurnFinished.class::isInstance)
                        .hasSize(1);
                assertThat(events.get(events.size() - 1)).isInstanceOf(SessionEvent.TurnFinished.class);
                assertThat(RecordingObserver.shown(events)).isEqualTo(words(added));
            };
            run.play();
        } finally {
            threads.shutdownNow();
        }
    }

    private static String words(List<ConversationEntry> answers) {
        return answers(answers).stream().map(ConversationEntry::text).reduce("", String::concat);
    }

    private static List<ConversationEntry> answers(List<ConversationEntry> added) {
        return added.stream()
                .filter(entry -> entry.kind() != Interaction.Kind.USER)
                .toList();
    }

    private static List<Interaction> said(List<ConversationEntry> entries) {
        return entries.stream().flatMap(entry -> entry.interactions().stream()).toList();
    }

    private static Run run(Plot plot) {
        return new Run(plot, Runnable::run);
    }

    /** Three turns of a plot; on the caller's thread nothing depends on luck. */
    private static final class Run {
        private final Plot plot;
        private final Executor executor;
        private final LoopingProvider play;
        private final RandomHook whims;
        private final FakeToolExecutor tools = new FakeToolExecutor();
        private final RecordingObserver seen = new RecordingObserver();
        private final ConversationSession session;
        private final AtomicInteger moments = new AtomicInteger();
        private int toolsBefore;
        private int callsBefore;
        private Check afterTurn = (ret, added) -> {};

        Run(Plot plot, Executor executor) {
            this.plot = plot;
            this.executor = executor;
            whims = new RandomHook(plot.whims);
            play = new LoopingProvider(plot.steps);
            play.between = this::moment;
            tools.echo("good")
                    .tool("bad", (call, scope) -> ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "No."))
                    .tool("slow", (call, scope) -> {
                        interject();
                        moment();
                        return ToolEnvelope.ok("late");
                    })
                    .tool("last", (call, scope) -> ToolEnvelope.ok("enough").withStopsTurn(true))
                    .tool("broken", (call, scope) -> {
                        throw new IllegalStateException("a broken executor");
                    });
            AtomicInteger ids = new AtomicInteger();
            session = EngineSettings.of(PolicyChain.builder().build(play), tools)
                    .time(VirtualClock.create())
                    .executor(executor)
                    .ids(() -> "id" + ids.incrementAndGet())
                    .model(EngineFixture.MODEL)
                    .addHook("whims", whims, "")
                    .build()
                    .open(
                            AiBody.builder()
                                    .addSystem("You draw.")
                                    .toolFilter("*")
                                    .build(),
                            SessionOptions.builder().budget(plot.budget).build());
            session.observe(seen);
        }

        private void interject() {
            session.interject("And another thing.");
        }

        private void moment() {
            if (moments.getAndIncrement() == plot.cancelAt) {
                executor.execute(() -> session.cancel("the plot says so"));
            }
        }

        void play() throws InterruptedException {
            for (int i = 0; i < TURNS; i++) {
                int before = session.path().size();
                toolsBefore = tools.ran.size();
                callsBefore = play.calls();
                AiReturn ret = session.send("Turn " + i);
                List<ConversationEntry> added =
                        session.path().subList(before, session.path().size());
                List<ConversationEntry> answers = added.isEmpty() ? added : added.subList(1, added.size());
                afterTurn.check(ret, answers);
            }
        }

        List<SessionEvent> eventsOf(AiReturn ret) {
            return seen.events().stream()
                    .filter(event -> event.ids().turn().equals(ret.ids().turn()))
                    .toList();
        }
    }

    private interface Check {
        void check(AiReturn ret, List<ConversationEntry> answers) throws InterruptedException;
    }

    /** What happens. */
    record Plot(List<LoopingProvider.Step> steps, int cancelAt, Budget budget, List<Integer> whims) {}

    @Provide
    Arbitrary<Plot> plots() {
        Arbitrary<Budget> budgets = Combinators.combine(
                        Arbitraries.integers().between(1, 4),
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.integers().between(1, 6),
                        Arbitraries.integers().between(1, 4),
                        Arbitraries.longs().between(1, 60),
                        Arbitraries.of(Budget.LimitAction.class))
                .as((rounds, perRound, calls, toolCalls, tokens, onLimit) -> Budget.ofDefaults()
                        .withRounds(rounds)
                        .withToolCalls(perRound, toolCalls)
                        .withProviderCalls(calls)
                        .withTokens(tokens)
                        .withOnLimit(onLimit));
        return Combinators.combine(
                        steps().list().ofMinSize(1).ofMaxSize(6),
                        Arbitraries.integers().between(-1, 20),
                        budgets,
                        whims())
                .as(Plot::new);
    }

    /** What a hook decides, one after the other; mostly it proceeds. */
    private static Arbitrary<List<Integer>> whims() {
        return Arbitraries.frequency(Tuple.of(6, 0), Tuple.of(2, 1), Tuple.of(1, 2), Tuple.of(1, 3))
                .list()
                .ofMaxSize(12)
                .map(List::copyOf);
    }

    private static Arbitrary<LoopingProvider.Step> steps() {
        Arbitrary<Optional<AiError.Category>> errors = Arbitraries.frequencyOf(
                Tuple.of(5, Arbitraries.just(Optional.empty())),
                Tuple.of(1, Arbitraries.of(AiError.Category.class).map(Optional::of)));
        return Combinators.combine(deltas().list().ofMaxSize(6), finishes(), errors)
                .as((content, finish, error) -> {
                    List<AiDelta> all = new ArrayList<>(content);
                    all.addAll(finish);
                    return new LoopingProvider.Step(all, error);
                });
    }

    private static Arbitrary<List<AiDelta>> finishes() {
        return Arbitraries.of(FinishReason.values())
                .map(reason -> List.of(new AiDelta.UsageReport(Usage.of(3, 4)), new AiDelta.Finish(reason)));
    }

    private static Arbitrary<AiDelta> deltas() {
        Arbitrary<AiDelta> calls = Combinators.combine(
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of("", "a", "b", "call_1", "call_2"),
                        Arbitraries.of("good", "bad", "slow", "last", "broken", "unknown"),
                        Arbitraries.of("", "{}", "{\"x\":1}", "{\"x\""))
                .as(AiDelta.ToolCallPart::new);
        return Arbitraries.oneOf(
                calls,
                calls,
                Arbitraries.strings().alpha().ofMaxLength(4).map(AiDelta.Text::new),
                Arbitraries.strings().alpha().ofMaxLength(4).map(AiDelta.Reasoning::new),
                Arbitraries.of(new AiDelta.Boundary(), new AiDelta.Reset(2)));
    }
}
