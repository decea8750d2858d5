package dev.plumbline.runtime;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.host.Host;
import dev.plumbline.host.Question;
import dev.plumbline.metrics.MetricsOptions;
import dev.plumbline.plugin.Contributions;
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

/**
 * What can be set of a runtime before it is built, and what holds unless it is; the part of its builder that needs no runtime.
 *
 * @param <B> what each method returns, itself
 */
abstract class RuntimeSettings<B extends Contributions> extends Contributor<B> {
    final RuntimeParameters given;

    RuntimeSettings(RuntimeParameters given) {
        super(given.own, "");
        this.given = given;
    }

    /** Adds a provider; at least one is needed, the first is the default, ids are unique. */
    public B addProvider(AiProvider provider) {
        given.providers.add(provider);
        return self();
    }

    /**
     * Adds the providers that jars bring, behind those given as objects: what the jars name in {@code
     * META-INF/services/dev.plumbline.provider.AiProvider}, made by its public constructor without parameters. The jars are
     * loaded when the runtime is built, from checked copies, and only when they are {@linkplain #approvedJars approved}.
     *
     * @param parent the class loader that has the SDK, e.g. the one of the host's own plugin; never a thread's
     * @param jars all that is needed: what a manifest names in its Class-Path is refused
     */
    public B addProviderJars(ClassLoader parent, Path... jars) {
        given.jars.add(new BroughtCode.Jars(parent, List.of(jars)));
        return self();
    }

    /** Adds a plugin; it is activated when the runtime is built. See {@code docs/plugins.md}. */
    public B addPlugin(Plugin plugin) {
        given.plugins.add(FoundPlugin.of(plugin));
        return self();
    }

    /**
     * Adds the plugins that {@code META-INF/services/dev.plumbline.plugin.Plugin} names, as that class loader sees it, each made
     * by its public constructor without parameters.
     *
     * @param loader e.g. the one of the host's own plugin; never a thread's
     */
    public B addPlugins(ClassLoader loader) {
        given.pluginLoaders.add(loader);
        return self();
    }

    /**
     * Adds the plugins that jars bring, as {@link #addProviderJars(ClassLoader, Path...)} adds providers; the plugins of jars that are
     * not {@linkplain #approvedJars approved} are left out.
     */
    public B addPluginJars(ClassLoader parent, Path... jars) {
        given.pluginJars.add(new BroughtCode.Jars(parent, List.of(jars)));
        return self();
    }

    /**
     * Sets the file that enables and configures plugins; it is read when a session opens, and sessions that
     * are open stay as they are. Beside it, in the folder {@code plugins}, each plugin has a file and a folder of its own.
     *
     * @param file JSON, as {@code docs/plugins.md} says; one that is not there says nothing: all are on
     */
    public B pluginConfig(Path file) {
        given.pluginConfig = file;
        return self();
    }

    /** Sets which jars may bring code; none unless given. */
    public B approvedJars(ApprovedJars approved) {
        given.approvedJars = approved;
        return self();
    }

    /** Sets the program around: tools, views and questions run on its UI thread, and what would block it is refused there. */
    public B host(Host host) {
        given.host = host;
        return self();
    }

    /** Sets which tools need a yes; {@code #destructive} ones do unless given. */
    public B approvals(ApprovalRules rules) {
        given.approvals = rules;
        return self();
    }

    /** Sets what tools can reach through their context, files and addresses; nothing unless given. */
    public B egress(EgressRules rules) {
        given.egress = rules;
        return self();
    }

    /** Sets how much is kept of results that are too long for the model, for it to read on with {@code read_result}. */
    public B resultLimits(ResultLimits limits) {
        given.results = limits;
        return self();
    }

    /** Sets who shows questions to a person, on the host's UI thread if there is one; without it the answer is no. */
    public B questionHandler(Consumer<Question> handler) {
        given.questions = handler;
        return self();
    }

    /** Sets how much tools may use. */
    public B toolLimits(ToolLimits limits) {
        given.toolLimits = limits;
        return self();
    }

    /** Sets what is kept of what happened, in memory; the last 10,000 events of an hour unless given. */
    public B metrics(MetricsOptions options) {
        given.metrics = options;
        return self();
    }

    /**
     * Adds an extension, under its own id; it is asked what it contributes when the runtime is built.
     *
     * @throws IllegalArgumentException for one without an id, such as a lambda, and for an id that is taken
     */
    public B addExtension(Extension extension) {
        return addExtension(extension.id(), extension);
    }

    /**
     * Adds an extension under that id: the way to give a lambda.
     *
     * @throws IllegalArgumentException unless the id is 1 to 64 letters, digits, {@code _ .} and {@code -}; for one
     *     that is taken
     */
    public B addExtension(String id, Extension extension) {
        if (!isId(id)) {
            throw new IllegalArgumentException(
                    "an extension has an id of 1 to 64 letters, digits, _ . and -; a lambda, or"
                            + " a class without a name, is given one with addExtension(id, extension); the id \""
                            + RUNTIME + "\" is reserved");
        }
        if (given.extensions.putIfAbsent(id, extension) != null) {
            throw new IllegalArgumentException("two extensions are called " + id
                    + ": ids are unique; give one of them with addExtension(id, extension)");
        }
        return self();
    }

    /** Keeps answers there, for 7 days; off unless given. The runtime closes the store. */
    public B cache(ResponseStore store) {
        return cache(store, CacheOptions.ofDefaults());
    }

    /** Keeps answers there; off unless given. The runtime closes the store. */
    public B cache(ResponseStore store, CacheOptions options) {
        given.store = store;
        given.cache = options;
        return self();
    }

    /**
     * Fills places such as <code>{units}</code> in system texts, and sends guidelines of tools and instructions, after
     * the context and before your own request policies; replaces what was given before.
     */
    public B templates(TemplateOptions options) {
        given.templates = options;
        return self();
    }

    /**
     * Replaces personal data and secrets in what leaves for providers, and puts them back into answers; off unless
     * given. Tools get pseudonyms, unless the options choose them.
     */
    public B redaction(RedactionOptions options) {
        given.redaction = options;
        return self();
    }

    /**
     * Writes conversations down, as files in that folder, and what happened in them beside, in its folder
     * {@code events}, for reports; off unless given. A failing disk is reported once.
     */
    public B journal(Path folder) {
        given.events = FileSessionStore.of(folder.resolve("events"));
        return journal(FileSessionStore.of(folder), FailureMode.SKIP);
    }

    /**
     * Writes conversations down there; off unless given. The runtime closes the store.
     *
     * @param onFailure what happens when a record cannot be written: SKIP reports it once and goes on unwritten, FAIL
     *     ends the turn before its next tool
     */
    public B journal(SessionStore store, FailureMode onFailure) {
        given.journal = store;
        given.journalFailure = onFailure;
        return self();
    }

    /** Changes what is checked of calls and answers, and how strictly. */
    public B validation(UnaryOperator<Validation> change) {
        given.validation = change.apply(given.validation);
        return self();
    }

    /** Sets how often and how patiently a failed call is tried again. */
    public B retry(RetryOptions options) {
        given.retry = options;
        return self();
    }

    /**
     * Lets so many calls to each provider through in any such time, attempts included; more wait until they fit, and
     * telemetry reports it. Cached answers cost nothing. No limit unless given.
     *
     * @throws IllegalArgumentException when {@code calls} or {@code per} is not positive
     */
    public B rateLimit(int calls, Duration per) {
        if (calls < 1 || per.isNegative() || per.isZero()) {
            throw new IllegalArgumentException(
                    "a rate is at least one call in some time: rateLimit(60, Duration.ofMinutes(1))");
        }
        given.rate = new RuntimeParameters.Rate(calls, per);
        return self();
    }

    /**
     * Adds models that are asked, in this order, when the one before cannot answer for reasons that are not the
     * call's; the return says who answered.
     *
     * @param models provider id, colon, model; their providers are given, too
     * @throws IllegalArgumentException for another form
     */
    public B addFallbacks(String... models) {
        for (String model : models) {
            given.fallback.add(ModelId.parse(model));
        }
        return self();
    }

    /** Sets what holds for all sessions that say nothing else. */
    public B defaults(SessionOptions options) {
        given.defaults = options;
        return self();
    }

    /**
     * Has conversations summed up when they take that share of what their model reads, or more than it reads; never
     * unless given. See {@code models()} for what is known of that.
     *
     * @param share more than 0, at most 1
     */
    public B summaryThreshold(double share) {
        given.summarising = share;
        return self();
    }

    /** Changes the loop of every conversation. Incubating: hooks and policies serve most programs better. */
    public B stages(UnaryOperator<Stages> change) {
        given.stages = change.apply(given.stages == null ? Stages.recommended() : given.stages);
        return self();
    }

    /** Changes the recommended order of policies, after the changes given before; checked when the runtime is built. */
    public B policyOrder(UnaryOperator<PolicyOrder> change) {
        given.orderChanges.add(change);
        return self();
    }

    /**
     * Adds what the host knows of models and their prices, in the form of {@code docs/models.md}: on top of what the
     * providers know, later files on top of earlier ones.
     */
    public B addModels(byte[] file) {
        given.modelFiles.add(file.clone());
        return self();
    }

    /** Sets the clock; one that is a {@code Timekeeper}, too, is also what everything waits by. */
    public B clock(Clock clock) {
        given.clock = clock;
        return self();
    }
}
