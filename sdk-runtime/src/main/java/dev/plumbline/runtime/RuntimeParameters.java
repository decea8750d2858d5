package dev.plumbline.runtime;

import dev.plumbline.call.ModelId;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.ExtensionFailure;
import dev.plumbline.metrics.MetricsOptions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugins.PluginCandidate;
import dev.plumbline.policies.CacheOptions;
import dev.plumbline.policies.PromptTemplateOptions;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.ResultLimits;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.EngineSettings;
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
 * The parameters of a runtime, filled by its builder and then only read. Null stands for a default, which is created
 * where it is used.
 */
final class RuntimeParameters {
    final List<AiProvider> providers = new ArrayList<>();
    final List<VerifiedJarLoader.JarSet> jars = new ArrayList<>();
    final List<PluginCandidate> plugins = new ArrayList<>();
    final List<ClassLoader> pluginLoaders = new ArrayList<>();
    final List<VerifiedJarLoader.JarSet> pluginJars = new ArrayList<>();
    final List<ModelId> fallback = new ArrayList<>();
    final ContributionSet own = new ContributionSet();
    final Map<String, Extension> extensions = new LinkedHashMap<>();
    final List<byte[]> modelFiles = new ArrayList<>();
    final List<OrderChange> orderChanges = new ArrayList<>();

    /** The settings of sessions. */
    final EngineSettings session = EngineSettings.ofDefaults();

    JarAllowlist approvedJars = JarAllowlist.none();
    final List<Consumer<ExtensionFailure>> failures = new ArrayList<>();

    Level failureLevel = Level.WARNING;
    MetricsOptions metrics = MetricsOptions.ofDefaults();
    CacheOptions cache = CacheOptions.ofDefaults();
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
    RequestLogOptions requestLog;

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

    @Nullable
    ResultLimits results;

    @Nullable
    Rate rate;

    @Nullable
    SpendingLimits spending;

    /** A change of the order of policies, and who makes it. */
    record OrderChange(String by, UnaryOperator<PolicyOrder> change) {}

    /** A rate limit: a number of calls in any period of that length. */
    record Rate(int calls, Duration per) {}
}
