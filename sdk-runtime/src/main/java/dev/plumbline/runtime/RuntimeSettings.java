package dev.plumbline.runtime;

import dev.plumbline.call.ModelId;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.metrics.AiMetricsService.MetricsOptions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugins.PluginCandidate;
import dev.plumbline.policies.PromptTemplateOptions;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.internal.ResultLimits;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.internal.EngineSettings;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolLimits;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a runtime. The builder fills one; the runtime has a copy, which nobody changes. Null stands for a
 * default, which is created where it is used.
 */
final class RuntimeSettings implements Cloneable {
    List<AiProvider> providers = new ArrayList<>();
    List<VerifiedJarLoader.JarSet> jars = new ArrayList<>();
    List<PluginCandidate> plugins = new ArrayList<>();
    List<ClassLoader> pluginLoaders = new ArrayList<>();
    List<VerifiedJarLoader.JarSet> pluginJars = new ArrayList<>();
    List<IToolExecutor> toolExecutors = new ArrayList<>();
    List<ModelId> fallback = new ArrayList<>();
    ContributionSet own = new ContributionSet();
    Map<String, Extension> extensions = new LinkedHashMap<>();
    List<byte[]> modelFiles = new ArrayList<>();
    List<OrderChange> orderChanges = new ArrayList<>();

    /** The settings of sessions. */
    EngineSettings session = EngineSettings.ofDefaults();

    JarAllowlist approvedJars = JarAllowlist.none();
    List<Consumer<ExtensionFailure>> failures = new ArrayList<>();

    Level failureLevel = Level.WARNING;
    MetricsOptions metrics = MetricsOptions.ofDefaults();
    Duration cache = Duration.ofDays(7);
    RetryOptions retry = RetryOptions.ofDefaults();

    @Nullable
    JsonSchemaService schemas;

    ValidationSettings validation = ValidationSettings.ofDefaults();
    Clock clock = Clock.systemUTC();

    @Nullable
    Path pluginConfig;

    @Nullable
    PromptTemplateOptions templates;

    @Nullable
    RedactionOptions redaction;

    @Nullable
    RequestLog requestLog;

    @Nullable
    ResponseStore store;

    /** The budgets that other programs share. */
    @Nullable
    BudgetStore budgets;

    /** The maximum length of content in spans; null for none. */
    @Nullable
    Integer traceContent;

    /** Stores the events of sessions, next to their journals. */
    @Nullable
    SessionStore events;

    @Nullable
    ApprovalRules approvals;

    @Nullable
    ToolLimits toolLimits;

    @Nullable
    EgressRules egress;

    ResultLimits results = ResultLimits.ofDefaults();

    @Nullable
    Rate rate;

    @Nullable
    SpendingLimits spending;

    /** Returns a copy, which has nothing in common with this one that changes. */
    RuntimeSettings copy() {
        RuntimeSettings copy = cloned();
        copy.providers = List.copyOf(providers);
        copy.jars = List.copyOf(jars);
        copy.plugins = List.copyOf(plugins);
        copy.pluginLoaders = List.copyOf(pluginLoaders);
        copy.pluginJars = List.copyOf(pluginJars);
        copy.toolExecutors = List.copyOf(toolExecutors);
        copy.fallback = List.copyOf(fallback);
        copy.own = own.plus(new ContributionSet());
        copy.extensions = Map.copyOf(extensions);
        copy.modelFiles = List.copyOf(modelFiles);
        copy.orderChanges = List.copyOf(orderChanges);
        copy.session = session.copy();
        copy.failures = List.copyOf(failures);
        return copy;
    }

    private RuntimeSettings cloned() {
        try {
            return (RuntimeSettings) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** A change of the order of policies, and who makes it. */
    record OrderChange(String by, UnaryOperator<PolicyOrder> change) {}

    /**
     * The log of requests and answers.
     *
     * @param curl whether requests are commands of cURL
     * @param receiver receives the texts
     * @param mode the effect of an exception of the receiver on the call
     */
    record RequestLog(boolean curl, Consumer<String> receiver, FailureMode mode) {}

    /** A rate limit: a number of calls in any period of that length. */
    record Rate(int calls, Duration per) {}
}
