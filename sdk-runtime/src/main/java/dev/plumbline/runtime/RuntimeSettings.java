package dev.plumbline.runtime;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.ExtensionFailure;
import dev.plumbline.metrics.MetricsOptions;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.plugins.PluginCandidate;
import dev.plumbline.policies.CacheOptions;
import dev.plumbline.policies.PromptTemplateOptions;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.ResultLimits;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.TurnPipeline;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.store.FlushMode;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolLimits;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The settings of a runtime before it is built, with their defaults; the superclass of its builder.
 *
 * @param <B> the type that its methods return
 */
abstract class RuntimeSettings<B extends Contributions> extends PolicySettings<B> {

    RuntimeSettings(RuntimeParameters given) {
        super(given);
    }

    /** Adds a provider. At least one is needed, the first is the default, and ids are unique. */
    public B addProvider(AiProvider provider) {
        given.providers.add(Objects.requireNonNull(provider, "the provider is null"));
        return self();
    }

    /**
     * Adds the providers that jars contain, after those given as objects: the classes listed in {@code
     * META-INF/services/dev.plumbline.provider.AiProvider}, with a public constructor without parameters. The jars are
     * loaded when the runtime is built, from checked copies, and only if they are {@linkplain #approvedJars approved}.
     *
     * @param parent the class loader that has the SDK, e.g. the one of the host's own plugin; never a thread's
     * @param jars all jars that are needed; a Class-Path in a manifest is refused
     */
    public B addProviderJars(ClassLoader parent, Path... jars) {
        given.jars.add(new VerifiedJarLoader.JarSet(parent, List.of(jars)));
        return self();
    }

    /** Adds a plugin; it is activated when the runtime is built. See {@code docs/plugins.md}. */
    public B addPlugin(Plugin plugin) {
        given.plugins.add(PluginCandidate.of(plugin));
        return self();
    }

    /**
     * Adds the plugins that a class loader finds in {@code META-INF/services/dev.plumbline.plugin.Plugin}, each with a
     * public constructor without parameters.
     *
     * @param loader e.g. the one of the host's own plugin; never a thread's
     */
    public B addPlugins(ClassLoader loader) {
        given.pluginLoaders.add(loader);
        return self();
    }

    /**
     * Adds the plugins that jars contain, as {@link #addProviderJars(ClassLoader, Path...)} adds providers; jars that
     * are not {@linkplain #approvedJars approved} are left out.
     */
    public B addPluginJars(ClassLoader parent, Path... jars) {
        given.pluginJars.add(new VerifiedJarLoader.JarSet(parent, List.of(jars)));
        return self();
    }

    /**
     * Sets the file that enables and configures plugins. It is read when a session opens; open sessions do not change.
     * In the folder {@code plugins} next to it, each plugin has a file and a folder of its own.
     *
     * @param file JSON in the format of {@code docs/plugins.md}; if it does not exist, all plugins are enabled
     */
    public B pluginConfig(Path file) {
        given.pluginConfig = file;
        return self();
    }

    /** Sets the jars from which code may be loaded; none by default. */
    public B approvedJars(JarAllowlist approved) {
        given.approvedJars = approved;
        return self();
    }

    /**
     * Sets the host application: tools, views and questions run on its UI thread, and blocking calls are refused there.
     */
    public B host(HostApplication host) {
        given.session.host(host);
        return self();
    }

    /** Sets the approval rules; {@code #destructive} tools need an approval by default. */
    public B approvals(ApprovalRules rules) {
        given.approvals = rules;
        return self();
    }

    /** Sets the files and addresses that tools can reach through their context; none by default. */
    public B egress(EgressRules rules) {
        given.egress = rules;
        return self();
    }

    /**
     * Sets the limits for storing results that are too long for the model, which it can read with {@code read_result}.
     */
    public B resultLimits(ResultLimits limits) {
        given.results = limits;
        return self();
    }

    /**
     * Sets the handler that shows questions to the user, on the host's UI thread if there is one. Without a handler the
     * answer is no.
     */
    public B questionHandler(Consumer<Question> handler) {
        given.session.questionHandler(handler);
        return self();
    }

    /** Sets the limits of tool calls. */
    public B toolLimits(ToolLimits limits) {
        given.toolLimits = limits;
        return self();
    }

    /** Sets how many events are kept in memory; by default the last 10,000 of an hour. */
    public B metrics(MetricsOptions options) {
        given.metrics = options;
        return self();
    }

    /**
     * Adds an extension under its own id. It contributes when the runtime is built.
     *
     * @throws IllegalArgumentException if it has no id, such as a lambda, or the id is already used
     */
    public B addExtension(Extension extension) {
        return addExtension(extension.id(), extension);
    }

    /**
     * Adds an extension under that id, for example a lambda.
     *
     * @throws IllegalArgumentException unless the id has 1 to 64 letters, digits, {@code _ .} and {@code -}; if it is
     *     already used
     */
    public B addExtension(String id, Extension extension) {
        if (!isId(id)) {
            throw new IllegalArgumentException(
                    "an extension has an id of 1 to 64 letters, digits, _ . and -; a lambda, or"
                            + " a class without a name, is given one with addExtension(id, extension); the id \""
                            + RUNTIME + "\" is reserved");
        }
        if (given.extensions.putIfAbsent(id, extension) != null) {
            throw new IllegalArgumentException(
                    "the extension id is used twice: " + id + "; set another one with addExtension(id, extension)");
        }
        return self();
    }

    /** Caches answers in that store for 7 days; off by default. The runtime closes the store. */
    public B cache(ResponseStore store) {
        return cache(store, CacheOptions.ofDefaults());
    }

    /** Caches answers in that store; off by default. The runtime closes the store. */
    public B cache(ResponseStore store, CacheOptions options) {
        given.store = store;
        given.cache = options;
        return self();
    }

    /**
     * Fills placeholders such as <code>{units}</code> in system texts, and sends guidelines and instructions, after the
     * context and before your own request policies; replaces earlier templates.
     */
    public B templates(PromptTemplateOptions options) {
        given.templates = options;
        return self();
    }

    /**
     * Replaces personal data and secrets in requests to providers by pseudonyms, and restores them in answers; off by
     * default. Tools get pseudonyms, except those that the options select.
     */
    public B redaction(RedactionOptions options) {
        given.redaction = options;
        return self();
    }

    /**
     * Stores conversations as files in that folder, and their events for reports in its folder {@code events}; off by
     * default. A failing disk is reported once.
     */
    public B journal(Path folder) {
        given.events = FileSessionStore.of(folder.resolve("events")).withFlush(FlushMode.NEVER); // of diagnostics
        return journal(FileSessionStore.of(folder), FailureMode.SKIP);
    }

    /**
     * Stores conversations in that store; off by default. The runtime closes the store.
     *
     * @param onFailure the reaction to a record that cannot be written: SKIP reports it once and continues without
     * storing, FAIL ends the turn before its next tool
     */
    public B journal(SessionStore store, FailureMode onFailure) {
        given.session.journal(store, onFailure);
        return self();
    }

    /**
     * Adds a receiver of exceptions that tools, policies, hooks, views and other contributed code throw, with their
     * messages, which may hold content of the conversation: for a developer's console or the author's own reports. It
     * is called on the thread that has caught the exception, and should be quick. Without it, nobody sees the messages;
     * the log {@value dev.plumbline.event.FailureLog#LOGGER} has classes and stack frames.
     */
    public B addFailureListener(Consumer<ExtensionFailure> listener) {
        given.failures.add(listener);
        return self();
    }

    /**
     * Sets the level at which the log {@value dev.plumbline.event.FailureLog#LOGGER} has the exceptions of contributed
     * code: WARNING by default; OFF logs nothing.
     */
    public B failureLevel(Level level) {
        given.failureLevel = level;
        return self();
    }

    /**
     * Sets the schema service, for example one with the registered schemas of a host's own format: {@code
     * JsonSchemas.service(registered, FormatMode.CHECKED)}. Answers, tools and validators may refer to them. By default
     * a service without registered schemas.
     */
    public B schemas(JsonSchemaService service) {
        given.schemas = service;
        return self();
    }

    /**
     * Logs what is sent to providers over HTTP and what they answer, redacted by the detectors of {@link #redaction}, or
     * by the default ones; off by default. This is the only way in which content reaches a log. Keys never do.
     */
    public B requestLog(RequestLogOptions options) {
        given.requestLog = options;
        return self();
    }

    /**
     * Adds the messages of each call to its span in a {@code TraceObserver}, redacted as in {@link #requestLog}; off by
     * default. They are content of the conversation: switch it on only if your back end may store it.
     *
     * @param maxCharacters the maximum length of each attribute after redaction, at least 100; the rest is left out
     * @throws IllegalArgumentException below 100
     */
    public B traceContent(int maxCharacters) {
        given.traceContent =
                RequestLogOptions.ofDefaults().withMaxCharacters(maxCharacters).maxCharacters();
        return self();
    }

    /** Changes the validators of calls, answers and arguments of tools, and their strictness. */
    public B validation(UnaryOperator<ValidationSettings> change) {
        given.validation = change.apply(given.validation);
        return self();
    }

    /** Sets the number and the delays of retries of failed calls. */
    public B retry(RetryOptions options) {
        given.retry = options;
        return self();
    }

    /**
     * Limits what model calls cost; no limit by default. See {@link dev.plumbline.policies.Policies#spending}. Every model
     * needs a price ({@link #addModels}). The amounts are those of this runtime, or of all programs that share its {@link
     * #budgets}.
     */
    public B spending(SpendingLimits limits) {
        given.spending = limits;
        return self();
    }

    /**
     * Takes the rate limit, retries of failed calls and spending limits from budgets that other programs share, such as
     * {@code RedisBudgetStore}; each runtime has its own by default. The runtime closes the store.
     */
    public B budgets(BudgetStore budgets) {
        given.budgets = budgets;
        return self();
    }

    /**
     * Adds models that answer, in this order, if the model before them fails for a reason outside the call. The return
     * names the model that answered.
     *
     * @param models provider id, colon, model; building the runtime fails for a provider that is not added
     * @throws IllegalArgumentException for another format
     */
    public B addFallbacks(String... models) {
        for (String model : models) {
            given.fallback.add(ModelId.parse(model));
        }
        return self();
    }

    /** Sets the default options of all sessions. */
    public B defaults(SessionOptions options) {
        given.session.defaults(options);
        return self();
    }

    /**
     * Summarises a conversation when it fills that share of the model's context window; off by default. {@code
     * models()} lists the known context windows.
     *
     * @param share above 0, at most 1
     */
    public B summaryThreshold(double share) {
        given.session.summaryThreshold(share);
        return self();
    }

    /** Changes the stages of a round of every conversation. Incubating; prefer hooks and policies. */
    public B stages(UnaryOperator<TurnPipeline> change) {
        given.session.stages(change.apply(given.session.stages()));
        return self();
    }

    /**
     * Adds models and prices from a file in the format of {@code docs/models.md}. It overrides the models of the
     * providers, and later files override earlier ones.
     */
    public B addModels(byte[] file) {
        given.modelFiles.add(file.clone());
        return self();
    }

    /** Sets the clock. If it is also a {@code Scheduler}, all waiting uses it, too. */
    public B clock(Clock clock) {
        given.clock = clock;
        return self();
    }
}
