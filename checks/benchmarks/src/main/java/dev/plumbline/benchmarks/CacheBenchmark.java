package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policies.Policies;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.store.DiskResponseStore;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Measures cache hits in memory and on disk, and a miss that is stored, compared with the same provider without
 * policies.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CacheBenchmark {

    /** The number of interactions of a call, all but the last of them known. */
    @Param({"10", "1000"})
    public int interactions;

    private final AiProvider provider = new InstantProvider();
    private final PolicyChain bare = PolicyChain.builder().build(provider);
    private PolicyChain memory = bare;
    private PolicyChain disk = bare;
    private AiBody body = AiBody.of("draw");
    private int asked;

    /** Makes a call, so that the answer is cached. */
    @Setup
    public void askOnce() throws IOException {
        List<Interaction> said = new ArrayList<>();
        for (int i = 0; i < interactions; i++) {
            said.add(
                    i % 2 == 0
                            ? Interaction.user("question number " + i)
                            : new Interaction.Assistant(List.of(new Part.Text("answer number " + i))));
        }
        body = AiBody.builder().addAll(said).build();
        memory = cached(ResponseStore.inMemory(1_000));
        disk = cached(DiskResponseStore.of(Files.createTempDirectory("bench")));
        hitInMemory();
        hitOnDisk();
    }

    private PolicyChain cached(ResponseStore store) {
        return PolicyChain.builder()
                .addPolicy("cache", Policies.localCache(store, new FrozenScheduler()))
                .build(provider);
    }

    /** Measures a hit in memory: a new call of the same body, as a session makes it. */
    @Benchmark
    public AiReturn hitInMemory() {
        return memory.call(AiCall.of(body, InstantProvider.MODEL));
    }

    /** Measures a hit on the disk. */
    @Benchmark
    public AiReturn hitOnDisk() {
        return disk.call(AiCall.of(body, InstantProvider.MODEL));
    }

    /** Measures a miss: a further question, whose answer is stored. */
    @Benchmark
    public AiReturn missInMemory() {
        return memory.call(AiCall.of(body, InstantProvider.MODEL).withAdded(Interaction.user("and " + asked++)));
    }

    /** Measures the baseline: the same without a cache. */
    @Benchmark
    public AiReturn floor() {
        return bare.call(AiCall.of(body, InstantProvider.MODEL).withAdded(Interaction.user("and " + asked++)));
    }
}
