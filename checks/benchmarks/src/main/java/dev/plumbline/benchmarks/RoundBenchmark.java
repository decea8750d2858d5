package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.internal.EngineSettings;
import dev.plumbline.session.internal.SessionEngine;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.IToolExecutor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the cost of a round besides model and tool, without hooks and with twelve hooks at every moment; no journal.
 * A turn has eight rounds, seven of which call a tool, in its own conversation; the score is per round. The baseline is
 * the model and the tool without the loop. A hook costs the difference, divided by twelve and by the six moments of a
 * round (two entries, the requested tools, the next step, and a share of the turn's moments).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 2)
@Measurement(iterations = 5, time = 2)
public class RoundBenchmark {
    private static final int ROUNDS = 8;
    private static final AiBody BODY =
            AiBody.builder().addSystem("You draw.").toolFilter("*").build();

    @Param({"0", "12"})
    private int hooks;

    private final Drawing model = new Drawing();
    private final NoOpExecutor hand = new NoOpExecutor();
    private Optional<SessionEngine> engine = Optional.empty();

    /** A provider that calls a tool seven times and then answers. */
    private static final class Drawing implements AiProvider {
        private int asked;

        @Override
        public String id() {
            return "drawing";
        }

        @Override
        public String defaultModel() {
            return "drawing";
        }

        @Override
        public AiReturn call(AiCall call) {
            Fold fold = Fold.create();
            AiDelta said = ++asked % ROUNDS == 0
                    ? new AiDelta.Text("Done.")
                    : new AiDelta.ToolCallPart(0, "call" + asked, "draw", "{}");
            fold.accept(said);
            call.sink().accept(said);
            return fold.toReturn();
        }
    }

    /** An executor that answers every call at once. */
    private static final class NoOpExecutor implements IToolExecutor {
        private static final ToolEnvelope DONE = ToolEnvelope.ok(1);

        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, IToolExecutor.CallScope scope) {
            for (Interaction.ToolCall call : calls) {
                scope.tell(watch -> watch.starting(call, IToolExecutor.RunArguments.of(call)));
                scope.tell(watch -> watch.finished(call, DONE));
            }
            return calls.stream().map(call -> DONE).toList();
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            return List.of(new ToolDefinition("draw", "Draws.", Json.object(), Optional.empty(), Set.of(), ""));
        }

        @Override
        public void close() {}
    }

    /** A hook that reads every payload and changes nothing. */
    private static final class NoOpHook implements Hook {
        @Override
        public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
            return batch.calls().isEmpty() ? Decision.stop("nothing to do") : Decision.proceed();
        }

        @Override
        public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
            return entry.interactions().isEmpty() ? Decision.stop("nothing to store") : Decision.proceed();
        }

        @Override
        public Decision<Round> onRoundDeciding(Round round, Context context) {
            return round.number() > ROUNDS ? Decision.stop("enough") : Decision.proceed();
        }
    }

    private SessionEngine engine() {
        AtomicInteger number = new AtomicInteger();
        EngineSettings builder = EngineSettings.of(PolicyChain.builder().build(model), hand)
                .time(VirtualClock.create())
                .executor(Runnable::run)
                .ids(() -> "id" + number.incrementAndGet())
                .model(new ModelId("drawing", "drawing"));
        for (int i = 0; i < hooks; i++) {
            builder.addHook("hook" + i, new NoOpHook(), "");
        }
        return builder.build();
    }

    /** Measures a turn, per round. */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public AiReturn loop() {
        if (engine.isEmpty()) {
            engine = Optional.of(engine());
        }
        try (ConversationSession session = engine.get().open(BODY, SessionOptions.none())) {
            return session.send("Go.");
        }
    }

    /** Measures the baseline: the same calls without the loop. */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public int floor() {
        int length = 0;
        for (int i = 0; i < ROUNDS; i++) {
            AiReturn ret = model.call(
                    AiCall.builder(BODY, new ModelId("drawing", "drawing")).build());
            length += ret.interactions().size() + hand.definitions(Selector.ALL).size();
        }
        return length;
    }
}
