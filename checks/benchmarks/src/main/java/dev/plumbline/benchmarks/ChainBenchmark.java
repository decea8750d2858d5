package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Measures twelve policies that change nothing, with and without trace, compared with the same provider without
 * policies.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChainBenchmark {
    private final AiProvider provider = new SilentProvider();
    private final PolicyChain traced = twelve(PolicyChain.builder()).build(provider);
    private final PolicyChain untraced =
            twelve(PolicyChain.builder().untraced()).build(provider);
    private final PolicyChain bare = PolicyChain.builder().untraced().build(provider);
    private final AiCall call = AiCall.of(AiBody.of("draw"), ModelId.parse("silent:none"));

    private static PolicyChain.Builder twelve(PolicyChain.Builder chain) {
        for (int i = 0; i < 12; i++) {
            chain.addPolicy("policy-" + i, (c, next) -> next.proceed(c));
        }
        return chain;
    }

    /** Measures twelve policies with trace. */
    @Benchmark
    public AiReturn twelveTraced() {
        return traced.call(call);
    }

    /** Measures twelve policies without trace. */
    @Benchmark
    public AiReturn twelveUntraced() {
        return untraced.call(call);
    }

    /** Measures the baseline: no policy. */
    @Benchmark
    public AiReturn floor() {
        return bare.call(call);
    }

    /** A provider with an empty answer, so that only the chain is measured. */
    private static final class SilentProvider implements AiProvider {
        private final AiReturn nothing = AiReturn.builder().build();

        @Override
        public String id() {
            return "silent";
        }

        @Override
        public String defaultModel() {
            return "none";
        }

        @Override
        public AiReturn call(AiCall c) {
            return nothing;
        }
    }
}
