package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
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

/** Measures redaction without findings: a call with ten new interactions after known ones. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RedactionBenchmark {
    private static final int NEW = 10;

    /** The number of interactions of a call, all but ten of them known. */
    @Param({"10", "1000"})
    public int interactions;

    private final SampleTranscripts talk = new SampleTranscripts();
    private final AiProvider provider = new InstantProvider();
    private final PolicyChain bare = PolicyChain.builder().build(provider);
    private final PolicyChain redacting = PolicyChain.builder()
            .addPolicy(
                    "redaction",
                    Redaction.of(RedactionOptions.ofDefaults(), Secret.of("0123456789abcdef".toCharArray()))
                            .policy())
            .build(provider);
    private AiCall before = AiCall.of(AiBody.of("draw"), InstantProvider.MODEL);
    private Transcript seen = Transcript.empty();

    /** Makes a call with the known interactions. */
    @Setup
    public void see() {
        seen = talk.after(Transcript.empty(), interactions - NEW);
        before = before.withEffective(seen);
        redacting.call(before);
    }

    /** Measures ten more interactions; only they are scanned. */
    @Benchmark
    public AiReturn tenNew() {
        redacting.call(before);
        return redacting.call(before.withEffective(talk.after(seen, NEW)));
    }

    /** Measures the same call again, without new interactions. */
    @Benchmark
    public AiReturn nothingNew() {
        return redacting.call(before);
    }

    /** Measures the baseline of the first: the same without redaction. */
    @Benchmark
    public AiReturn floor() {
        bare.call(before);
        return bare.call(before.withEffective(talk.after(seen, NEW)));
    }
}
