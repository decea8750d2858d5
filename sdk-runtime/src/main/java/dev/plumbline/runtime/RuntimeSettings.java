package dev.plumbline.runtime;

import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.host.Host;
import dev.plumbline.host.Question;
import dev.plumbline.metrics.MetricsOptions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Plugin;
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
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolLimits;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What a runtime can be told before it is built, and what holds unless it is. Each returns the builder it was called on.
 *
 * @param <B> that builder
 */
public sealed interface RuntimeSettings<B> permits AiRuntime.Builder {

    /** Adds somebody who answers; at least one, the first is the default, ids are unique. */
    B provider(AiProvider provider);

    /**
     * Adds the providers that jars bring, behind those given as objects: what the jars name in {@code
     * META-INF/services/dev.plumbline.provider.AiProvider}, made by its public constructor without parameters. The jars are
     * loaded when the runtime is built, from checked copies, and only when they are {@linkplain #approvedJars approved}.
     *
     * @param parent the class loader that has the SDK, e.g. the one of the host's own plugin; never a thread's
     * @param jars all that is needed: what a manifest names in its Class-Path is refused
     */
    B providers(ClassLoader parent, Path... jars);

    /** Adds a plugin; it is activated when the runtime is built. See {@code docs/plugins.md}. */
    B plugin(Plugin plugin);

    /**
     * Adds the plugins that {@code META-INF/services/dev.plumbline.plugin.Plugin} names, as that class loader sees it, each made
     * by its public constructor without parameters.
     *
     * @param loader e.g. the one of the host's own plugin; never a thread's
     */
    B plugins(ClassLoader loader);

    /**
     * Adds the plugins that jars bring, as {@link #providers(ClassLoader, Path...)} adds providers; the plugins of jars that are
     * not {@linkplain #approvedJars approved} are left out.
     */
    B pluginJars(ClassLoader parent, Path... jars);

    /**
     * Sets the file that says which plugins are on and what they are told; it is read when a session opens, and sessions that
     * are open stay as they are. Beside it, in the folder {@code plugins}, each plugin has a file and a folder of its own.
     *
     * @param file JSON, as {@code docs/plugins.md} says; one that is not there says nothing: all are on
     */
    B pluginConfig(Path file);

    /** Sets which jars may bring code; none unless given. */
    B approvedJars(ApprovedJars approved);

    /** Sets the program around: tools, views and questions run on its UI thread, and what would block it is refused there. */
    B host(Host host);

    /** Sets which tools need a yes; {@code #destructive} ones do unless given. */
    B approvals(ApprovalRules rules);

    /** Sets what tools can reach through their context, files and addresses; nothing unless given. */
    B egress(EgressRules rules);

    /** Sets how much is kept of results that are too long for the model, for it to read on with {@code read_result}. */
    B results(ResultLimits limits);

    /** Sets who shows questions to a person, on the host's UI thread if there is one; without it the answer is no. */
    B questions(Consumer<Question> handler);

    /** Sets how much tools may use. */
    B toolLimits(ToolLimits limits);

    /** Sets what is kept of what happened, in memory; the last 10,000 events of an hour unless given. */
    B metrics(MetricsOptions options);

    /**
     * Adds an extension, under its own id; it is asked what it contributes when the runtime is built.
     *
     * @throws IllegalArgumentException for one without an id, such as a lambda, and for an id that is taken
     */
    B extension(Extension extension);

    /**
     * Adds an extension under that id: the way to give a lambda.
     *
     * @throws IllegalArgumentException unless the id is 1 to 64 letters, digits, {@code _ .} and {@code -}; for one
     *     that is taken
     */
    B extension(String id, Extension extension);

    /** Keeps answers there, for 7 days; off unless given. The runtime closes the store. */
    B cache(ResponseStore store);

    /** Keeps answers there; off unless given. The runtime closes the store. */
    B cache(ResponseStore store, CacheOptions options);

    /**
     * Fills places such as <code>{units}</code> in system texts, and tells guidelines of tools and instructions, behind
     * the context and before your own requests; replaces what was given before.
     */
    B templates(TemplateOptions options);

    /**
     * Replaces personal data and secrets in what leaves for providers, and puts them back into answers; off unless
     * given. Tools get pseudonyms, unless the options choose them.
     */
    B redaction(RedactionOptions options);

    /**
     * Writes conversations down, as files in that folder, and what happened in them beside, in its folder
     * {@code events}, for reports; off unless given. A failing disk is told once.
     */
    B journal(Path folder);

    /**
     * Writes conversations down there; off unless given. The runtime closes the store.
     *
     * @param onFailure what it means that something cannot be written: SKIP tells it once and goes on unwritten, FAIL
     *     ends the turn before its next tool
     */
    B journal(SessionStore store, FailureMode onFailure);

    /** Changes what is checked of calls and answers, and how strictly. */
    B validation(UnaryOperator<Validation> change);

    /** Sets how often and how patiently a failed call is tried again. */
    B retry(RetryOptions options);

    /**
     * Lets so many calls to each provider through in any such time, attempts included; more wait until they fit, and telemetry
     * is told. Cached answers cost nothing. No limit unless given.
     *
     * @throws IllegalArgumentException when {@code calls} or {@code per} is not positive
     */
    B rateLimit(int calls, Duration per);

    /**
     * Adds models that are asked, in this order, when the one before cannot answer for reasons that are not the
     * call's; the return says who answered.
     *
     * @param models provider id, colon, model; their providers are given, too
     * @throws IllegalArgumentException for another form
     */
    B fallback(String... models);

    /** Sets what holds for all sessions that say nothing else. */
    B defaults(SessionOptions options);

    /**
     * Has conversations summed up when they take that share of what their model reads, or more than it reads; never
     * unless given. See {@code models()} for what is known of that.
     *
     * @param share more than 0, at most 1
     */
    B summarising(double share);

    /** Changes the loop of every conversation. Incubating: hooks and layers serve most programs better. */
    B stages(UnaryOperator<Stages> change);

    /** Changes the recommended order of layers, after the changes given before; checked when the runtime is built. */
    B policies(UnaryOperator<PolicyOrder> change);

    /**
     * Adds what the host knows of models and their prices, in the form of {@code docs/models.md}: on top of what the
     * providers know, later files on top of earlier ones.
     */
    B models(byte[] file);

    /** Sets the clock; one that is a {@code Timekeeper}, too, is also what everything waits by. */
    B clock(Clock clock);
}
