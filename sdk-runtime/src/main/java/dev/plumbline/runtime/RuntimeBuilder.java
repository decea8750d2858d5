package dev.plumbline.runtime;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.host.Host;
import dev.plumbline.host.Question;
import dev.plumbline.metrics.MetricsOptions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.plugins.FoundPlugin;
import dev.plumbline.policies.CacheOptions;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policies.TemplateOptions;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.ResultLimits;
import dev.plumbline.session.Stages;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolLimits;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** What a runtime is told before it is built. Used by one thread. */
final class RuntimeBuilder extends Contributor<AiRuntime.Builder> implements AiRuntime.Builder {
    private final RuntimeParameters given;

    RuntimeBuilder() {
        this(new RuntimeParameters());
    }

    private RuntimeBuilder(RuntimeParameters given) {
        super(given.own, "");
        this.given = given;
    }

    @Override
    AiRuntime.Builder self() {
        return this;
    }

    @Override
    public AiRuntime.Builder provider(AiProvider provider) {
        given.providers.add(provider);
        return this;
    }

    @Override
    public AiRuntime.Builder providers(ClassLoader parent, Path... jars) {
        given.jars.add(new BroughtCode.Jars(parent, List.of(jars)));
        return this;
    }

    @Override
    public AiRuntime.Builder plugin(Plugin plugin) {
        given.plugins.add(FoundPlugin.of(plugin));
        return this;
    }

    @Override
    public AiRuntime.Builder plugins(ClassLoader loader) {
        given.pluginLoaders.add(loader);
        return this;
    }

    @Override
    public AiRuntime.Builder pluginJars(ClassLoader parent, Path... jars) {
        given.pluginJars.add(new BroughtCode.Jars(parent, List.of(jars)));
        return this;
    }

    @Override
    public AiRuntime.Builder pluginConfig(Path file) {
        given.pluginConfig = file;
        return this;
    }

    @Override
    public AiRuntime.Builder approvedJars(ApprovedJars approved) {
        given.approvedJars = approved;
        return this;
    }

    @Override
    public AiRuntime.Builder host(Host host) {
        given.host = host;
        return this;
    }

    @Override
    public AiRuntime.Builder approvals(ApprovalRules rules) {
        given.approvals = rules;
        return this;
    }

    @Override
    public AiRuntime.Builder egress(EgressRules rules) {
        given.egress = rules;
        return this;
    }

    @Override
    public AiRuntime.Builder results(ResultLimits limits) {
        given.results = limits;
        return this;
    }

    @Override
    public AiRuntime.Builder questions(Consumer<Question> handler) {
        given.questions = handler;
        return this;
    }

    @Override
    public AiRuntime.Builder toolLimits(ToolLimits limits) {
        given.toolLimits = limits;
        return this;
    }

    @Override
    public AiRuntime.Builder extension(Extension extension) {
        return extension(extension.id(), extension);
    }

    @Override
    public AiRuntime.Builder extension(String id, Extension extension) {
        if (!isId(id)) {
            throw new IllegalArgumentException(
                    "an extension has an id of 1 to 64 letters, digits, _ . and -; a lambda, or"
                            + " a class without a name, is given one with extension(id, extension); " + RUNTIME
                            + " is the house itself");
        }
        if (given.extensions.putIfAbsent(id, extension) != null) {
            throw new IllegalArgumentException("two extensions are called " + id
                    + ": ids are unique; give one of them with extension(id, extension)");
        }
        return this;
    }

    @Override
    public AiRuntime.Builder metrics(MetricsOptions options) {
        given.metrics = options;
        return this;
    }

    @Override
    public AiRuntime.Builder cache(ResponseStore store) {
        return cache(store, CacheOptions.ofDefaults());
    }

    @Override
    public AiRuntime.Builder cache(ResponseStore store, CacheOptions options) {
        given.store = store;
        given.cache = options;
        return this;
    }

    @Override
    public AiRuntime.Builder templates(TemplateOptions options) {
        given.templates = options;
        return this;
    }

    @Override
    public AiRuntime.Builder redaction(RedactionOptions options) {
        given.redaction = options;
        return this;
    }

    @Override
    public AiRuntime.Builder journal(Path folder) {
        given.events = FileSessionStore.in(folder.resolve("events"));
        return journal(FileSessionStore.in(folder), FailureMode.SKIP);
    }

    @Override
    public AiRuntime.Builder journal(SessionStore store, FailureMode onFailure) {
        given.journal = store;
        given.journalFailure = onFailure;
        return this;
    }

    @Override
    public AiRuntime.Builder retry(RetryOptions options) {
        given.retry = options;
        return this;
    }

    @Override
    public AiRuntime.Builder rateLimit(int calls, Duration per) {
        if (calls < 1 || per.isNegative() || per.isZero()) {
            throw new IllegalArgumentException(
                    "a rate is at least one call in some time: rateLimit(60, Duration.ofMinutes(1))");
        }
        given.rate = new RuntimeParameters.Rate(calls, per);
        return this;
    }

    @Override
    public AiRuntime.Builder fallback(String... models) {
        for (String model : models) {
            given.fallback.add(ModelId.parse(model));
        }
        return this;
    }

    @Override
    public AiRuntime.Builder defaults(SessionOptions options) {
        given.defaults = options;
        return this;
    }

    @Override
    public AiRuntime.Builder policies(UnaryOperator<PolicyOrder> change) {
        given.orderChanges.add(change);
        return this;
    }

    @Override
    public AiRuntime.Builder summarising(double share) {
        given.summarising = share;
        return this;
    }

    @Override
    public AiRuntime.Builder stages(UnaryOperator<Stages> change) {
        given.stages = change.apply(given.stages == null ? Stages.recommended() : given.stages);
        return this;
    }

    @Override
    public AiRuntime.Builder validation(UnaryOperator<Validation> change) {
        given.validation = change.apply(given.validation);
        return this;
    }

    @Override
    public AiRuntime.Builder models(byte[] file) {
        given.modelFiles.add(file.clone());
        return this;
    }

    @Override
    public AiRuntime.Builder clock(Clock clock) {
        given.clock = clock;
        return this;
    }

    @Override
    public AiRuntime build() {
        return new AiRuntime(RuntimeAssembly.of(given));
    }
}
