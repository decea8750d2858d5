package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Redaction where there is nothing to hide: a call with ten new interactions behind those that were seen before. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RedactionBenchmark {
    private static final ModelId MODEL = ModelId.parse("ready:none");
    private static final int NEW = 10;

    /** When the same may be asked again: it is long forgotten by then. */
    private static final int LATER = 100_000;

    /** Interactions of a call; all but ten were seen before. */
    @Param({"10", "1000"})
    public int interactions;

    private final AiProvider provider = new ReadyProvider();
    private final PolicyChain bare = PolicyChain.builder().build(provider);
    private final PolicyChain redacting = PolicyChain.builder()
            .around(
                    "redaction",
                    Redaction.of(RedactionOptions.ofDefaults(), Secret.of("0123456789abcdef".toCharArray()))
                            .policy())
            .build(provider);
    private AiCall before = AiCall.of(AiBody.of("draw"), MODEL);
    private Transcript seen = Transcript.empty();
    private int asked;

    /** Asks once with what was said so far. */
    @Setup
    public void see() {
        seen = grown(Transcript.empty(), interactions - NEW);
        before = before.withEffective(seen);
        redacting.call(before);
    }

    private Transcript grown(Transcript from, int more) {
        Transcript longer = from;
        for (int i = 0; i < more; i++) {
            longer = longer.append(
                    Interaction.user("move wall " + asked++ % LATER + " of A-WALL-EXT by 12.5 mm to the left"));
        }
        return longer;
    }

    /** Ten more interactions behind what was seen before: only they are scanned. */
    @Benchmark
    public AiReturn tenNew() {
        redacting.call(before);
        return redacting.call(before.withEffective(grown(seen, NEW)));
    }

    /** The same call again: nothing is new. */
    @Benchmark
    public AiReturn nothingNew() {
        return redacting.call(before);
    }

    /** The floor of the first: the same without redaction. */
    @Benchmark
    public AiReturn floor() {
        bare.call(before);
        return bare.call(before.withEffective(grown(seen, NEW)));
    }

    /** A provider whose answer is ready. */
    private static final class ReadyProvider implements AiProvider {
        private final AiReturn answer = AiReturn.ofText("A room of 5 by 4 metres, with a door.");

        @Override
        public String id() {
            return "ready";
        }

        @Override
        public String defaultModel() {
            return "none";
        }

        @Override
        public AiReturn call(AiCall call) {
            answer.deltas().forEach(call.sink());
            return answer;
        }
    }
}
