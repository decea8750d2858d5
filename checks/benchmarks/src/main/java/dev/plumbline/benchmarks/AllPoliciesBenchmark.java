package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.jsonschema.internal.SchemaValidators;
import dev.plumbline.policies.Policies;
import dev.plumbline.policies.PromptTemplateOptions;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.Scheduler;
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
 * Measures all recommended policies for a call that none of them changes and that misses the cache: ten new
 * interactions after known ones. Run with {@code -prof gc} for bytes; subtract the baseline.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AllPoliciesBenchmark {
    private static final int NEW = 10;

    /** The number of interactions of a call, all but ten of them known. */
    @Param({"10", "1000"})
    public int interactions;

    private final SampleTranscripts talk = new SampleTranscripts();
    private final AiProvider provider = new InstantProvider();
    private final PolicyChain bare = PolicyChain.builder().untraced().build(provider);
    private final PolicyChain full = full(new FrozenScheduler()).build(provider);
    private AiCall before = AiCall.of(AiBody.of("draw"), InstantProvider.MODEL);
    private Transcript seen = Transcript.empty();

    private static PolicyChain.Builder full(Scheduler time) {
        JsonSchemaService schemas = JsonSchemas.service();
        Redaction redaction = Redaction.of(RedactionOptions.ofDefaults(), Secret.of("0123456789abcdef".toCharArray()));
        ModelCatalog models = ModelCatalog.of(InstantProvider.MODEL, List.of());
        return PolicyChain.builder()
                .addPolicy("context", Policies.contextInjection())
                .addPolicy("templates", Policies.promptTemplates(PromptTemplateOptions.ofDefaults()))
                .addPolicy("validation", Policies.validCalls(SchemaValidators.bodyShape()))
                .telemetry(time)
                .addPolicy("models", Policies.models(() -> models))
                .addPolicy("fallback", Policies.fallback(List.of(ModelId.parse("ready:other")), call -> call))
                .addPolicy("redaction", redaction.policy())
                .addPolicy("cache", Policies.localCache(ResponseStore.inMemory(100), time))
                .addPolicy("answers", Policies.validReturns(SchemaValidators.assistantContent()))
                .addPolicy("repair", Policies.repair(schemas, 2))
                .addPolicy("retry", Policies.retry(RetryOptions.ofDefaults(), time, () -> 0.5))
                .addPolicy("tags", Policies.cacheTags());
    }

    /** Makes a call with the known interactions. */
    @Setup
    public void see() {
        seen = talk.after(Transcript.empty(), interactions - NEW);
        before = before.withEffective(seen);
        full.call(before);
    }

    /** Measures all policies; ten interactions are new, so no answer is cached. */
    @Benchmark
    public AiReturn allPolicies() {
        return full.call(before.withEffective(talk.after(seen, NEW)));
    }

    /** Measures the baseline: the same without policies and trace. */
    @Benchmark
    public AiReturn floor() {
        return bare.call(before.withEffective(talk.after(seen, NEW)));
    }
}
