package dev.plumbline.runtime;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.json.TypeRef;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.metrics.AiMetricsService;
import dev.plumbline.metrics.AiMetricsService.MetricsOptions;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.plugin.Plugin.PluginStatus;
import dev.plumbline.plugins.PluginCandidate;
import dev.plumbline.policies.Policies;
import dev.plumbline.policies.PromptTemplateOptions;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.internal.BatchInput;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.EgressRules.DryRunDenial;
import dev.plumbline.sandbox.internal.ResultLimits;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.Validator;
import dev.plumbline.schema.Validator.Strictness;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.TurnPipeline;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.store.FileSessionStore.FlushMode;
import dev.plumbline.tool.AiTool.ArgumentValidator;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolLimits;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The runtime of the SDK: it owns policies, tools, threads, caches and timers, uses providers, and opens sessions.
 * A program has one, a plug-in has its own; nothing is static. Thread-safe.
 */
public final class AiRuntime implements AutoCloseable {
    private final RuntimeAssembly parts;

    AiRuntime(RuntimeAssembly parts) {
        this.parts = parts;
    }

    /**
     * Returns a runtime with the recommended settings: validation, repair, retry and telemetry are on; the cache is
     * off, because it needs a location.
     */
    public static AiRuntime of(AiProvider provider) {
        return builder().addProvider(provider).build();
    }

    /** Returns an empty builder. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Sends one question in a new session and returns the answer. Blocks; interrupting the thread cancels the turn.
     *
     * @throws IllegalStateException on the host's UI thread, and after close
     */
    public AiReturn send(String text) {
        return send(AiBody.of(text));
    }

    /** Sends one question with options, for example of the model; as {@link #send(String)}. */
    public AiReturn send(String text, SessionOptions options) {
        return send(AiBody.of(text), options);
    }

    /** Runs a body that ends with a user message, in a session of its own; as {@link #send(String)}. It is not stored. */
    public AiReturn send(AiBody body) {
        return send(body, SessionOptions.none());
    }

    /**
     * Runs a body with options; as {@link #send(AiBody)}. It is stored only if {@link SessionOptions#journal} is set.
     */
    public AiReturn send(AiBody body, SessionOptions options) {
        try (ConversationSession session = parts.editions.open(null, engine -> engine.openUnwritten(body, options))) {
            return session.runToStableResult();
        }
    }

    /**
     * Sends one question and returns the answer as an object of that type. A failed return is thrown as an {@link
     * dev.plumbline.event.AiException}.
     */
    public <T> T send(String text, Class<T> type) {
        return send(text, TypeRef.of(type));
    }

    /** Sends one question and returns the answer as an object of a generic type; as {@link #send(String, Class)}. */
    public <T> T send(String text, TypeRef<T> type) {
        SessionOptions shape = SessionOptions.builder().output(type).build();
        return send(AiBody.of(text), shape).as(type);
    }

    /**
     * Returns a batch of bodies, which asks each of them in a call of its own, several at a time; it begins with {@link
     * Batch#writeTo} or {@link Batch#forEach}.
     */
    public Batch batch(List<AiBody> bodies) {
        return Batch.of(parts, BatchInput.of(bodies));
    }

    /**
     * Returns a batch of the bodies in a file, one in JSON for each line. All lines are checked now.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException for an invalid body, with line, place and rule
     */
    public Batch batch(Path bodies) throws IOException {
        return Batch.of(parts, BatchInput.of(bodies));
    }

    /**
     * Opens a conversation that begins with that body: system texts, filters and possibly a history. Fast, on any
     * thread.
     */
    public ConversationSession session(AiBody body) {
        return session(body, SessionOptions.none());
    }

    /**
     * Opens a conversation with options.
     *
     * @throws IllegalStateException after close
     */
    public ConversationSession session(AiBody body, SessionOptions options) {
        return parts.editions.open(null, engine -> engine.open(body, options));
    }

    /**
     * Opens the conversation of that id: the stored one at its end, as {@link #resume(String, SessionOptions)} does, or
     * one that begins with that body. For a program that has its own names for conversations, such as one for each
     * document.
     *
     * @throws dev.plumbline.event.AiException CONFIGURATION if it is stored and cannot be read or opened for writing
     * @throws IllegalStateException if it is open; after close
     */
    public ConversationSession session(String id, AiBody body, SessionOptions options) {
        return parts.editions.open(null, engine -> engine.open(id, body, options));
    }

    /**
     * Opens a conversation with additional tools, context sources, views and policies, for example those of one
     * document. The extension contributes now, to this session and its forks; its policies come after the runtime's, in
     * the same places. Approval rules may name only context sources of the runtime.
     *
     * @param own may be a lambda: {@code own -> own.addTools(new DrawingTools(drawing))}
     * @throws IllegalStateException after close; if a tool or policy has a name that the runtime uses; if the extension
     *     throws
     * @throws IllegalArgumentException if a hook, tool policy or context source has a name that the runtime uses
     */
    public ConversationSession session(AiBody body, SessionOptions options, Extension own) {
        return parts.editions.open(own, engine -> engine.open(body, options));
    }

    /**
     * Returns the sessions that are open now, of all conversations and branches, in no order; for example for a page that
     * shows them. They belong to who opened them.
     */
    public List<ConversationSession> sessions() {
        return parts.editions.sessions();
    }

    /**
     * Returns the stored conversations, newest first; empty without a journal.
     *
     * @throws dev.plumbline.event.AiException TIMEOUT_TOTAL if the store takes longer than 30 s
     */
    public List<SessionStore.StoredSession> stored() {
        return parts.editions.now().own().stored();
    }

    /**
     * Returns the stored conversations that {@link #stored} leaves out, because they cannot be read, as with a missing or
     * another key: their ids, and why, as a sentence for display. Empty without a journal.
     *
     * @throws dev.plumbline.event.AiException TIMEOUT_TOTAL if the store takes longer than 30 s
     */
    public Map<String, String> unreadable() {
        return parts.unreadable();
    }

    /**
     * Returns the current tree of a stored conversation without opening it; another session, runtime or process may
     * write it at the same time.
     *
     * @throws dev.plumbline.event.AiException NOT_FOUND when there is none of that id; CONFIGURATION when it cannot be
     *     read; TIMEOUT_TOTAL if the store takes longer than 30 s
     * @throws IllegalStateException without a journal
     */
    public ConversationTree tree(String sessionId) {
        return parts.editions.now().own().tree(sessionId);
    }

    /**
     * Repairs a stored conversation with damaged records, for which {@link #resume} fails with {@code journal-damaged}. It
     * keeps a copy of the damaged records and continues with those that can be read. Records that do not fit any more are
     * removed when it is resumed, and returned by {@link ConversationSession#recovery}.
     *
     * @return what was lost; empty for a conversation without damage
     * @throws dev.plumbline.event.AiException CONFIGURATION if nothing can be read, as with another key
     * @throws IllegalStateException if it is open; the message says where. Also without a journal
     */
    public Optional<SessionStore.Damage> repair(String sessionId) {
        return parts.editions.now().own().repair(sessionId);
    }

    /** Opens a stored conversation at its end; as {@link #resume(String, SessionOptions)}. */
    public ConversationSession resume(String sessionId) {
        return resume(sessionId, SessionOptions.none());
    }

    /**
     * Opens the main branch of a stored conversation at its end, for writing. It cannot be opened again until its
     * sessions are closed. Tree, filters and usage are restored; options, tools and views must be passed again. {@link
     * ConversationSession#runToStableResult} continues a turn that was interrupted. Records that do not fit the
     * preceding ones are moved aside and reported by {@link ConversationSession#recovery}.
     *
     * @throws dev.plumbline.event.AiException NOT_FOUND when there is none of that id; CONFIGURATION when it cannot be read
     *     or not be opened for writing
     * @throws IllegalStateException when it is open; the message says whether in this runtime, in another runtime of this
     *     process or in another process. Also without a journal, and after close
     */
    public ConversationSession resume(String sessionId, SessionOptions options) {
        return parts.editions.open(null, engine -> engine.resume(sessionId, options));
    }

    /**
     * Opens a stored conversation with an extension of its own; see {@link #session(AiBody, SessionOptions,
     * Extension)}.
     *
     * @throws dev.plumbline.event.AiException NOT_FOUND when there is none of that id; CONFIGURATION when it cannot be read
     *     or not be opened for writing
     * @throws IllegalStateException when it is open; the message says whether in this runtime, in another runtime of this
     *     process or in another process. Also without a journal, and after close
     */
    public ConversationSession resume(String sessionId, SessionOptions options, Extension own) {
        return parts.editions.open(own, engine -> engine.resume(sessionId, options));
    }

    /**
     * Prepares the first turn on threads of this runtime and returns at once: loads classes and creates the providers'
     * clients; sends nothing. The first turn of a process is then some tenths of a second faster. A turn does not wait
     * for it.
     *
     * @return completes when everything is prepared; failures are ignored
     * @throws IllegalStateException after close
     */
    public CompletableFuture<Void> warmUp() {
        CompletableFuture<Void> network =
                CompletableFuture.runAsync(parts.services.providers::warmUp, parts.services.threads);
        CompletableFuture<Void> turn = CompletableFuture.runAsync(AiRuntime::rehearse, parts.services.threads);
        return CompletableFuture.allOf(network, turn).handle((done, failed) -> null);
    }

    private static void rehearse() {
        try (AiRuntime another = AiRuntime.of(new ConstantProvider())) {
            AiReturn unused = another.send("Is anybody there?");
        }
    }

    /** Returns the service that generates and validates JSON Schemas. */
    public JsonSchemaService schemas() {
        return parts.services.schemas;
    }

    /**
     * Returns the executor of the runtime's tools and those of its plugins, with their policies, approvals and limits,
     * e.g. for a server that offers them to other programs. It ends with the runtime; do not close it.
     */
    public IToolExecutor toolExecutor() {
        return parts.editions.now().parts().tools();
    }

    /**
     * Opens the whole result of a tool, of which the model got a part with a reference. Results are deleted when their
     * session closes, the oldest ones earlier; close the stream.
     *
     * @param session the id of the session whose call it was
     * @param reference {@code meta.reference} of its envelope
     * @throws IOException if there is no such result any more
     */
    public InputStream openToolResult(String session, String reference) throws IOException {
        return parts.tools
                .results()
                .find(session, reference)
                .orElseThrow(() -> new FileNotFoundException("no result of this session is stored as " + reference
                        + "; it was deleted, or belongs to another session"))
                .content()
                .open();
    }

    /** Returns the metrics of sessions, turns and rounds, to which subscribers can be added. */
    public AiMetricsService metrics() {
        return parts.observers.metrics();
    }

    /**
     * Returns an immutable snapshot of the model catalog, which selects models by their capabilities and explains the
     * choice.
     */
    public ModelCatalog models() {
        return parts.services.models.now();
    }

    /**
     * Updates models and prices from a file in the format of {@code docs/models.md}; later calls use them.
     *
     * @param file JSON in UTF-8
     * @return the new snapshot
     * @throws IllegalArgumentException if the file is invalid, with row and member; the catalog is then unchanged
     */
    public ModelCatalog refreshModels(byte[] file) {
        return parts.services.models.refresh(file);
    }

    /**
     * Returns a text with the policies of a call (outermost first), the hooks in order, the tool policies with their
     * tools, and the tools with their tags. Items that do not come from the host are marked {@code @owner}.
     */
    public String describe() {
        StringBuilder text = new StringBuilder(parts.editions.now().describe());
        for (PluginStatus plugin : plugins()) {
            text.append(plugin.describe()).append(System.lineSeparator());
        }
        return text.toString();
    }

    /**
     * Runs a call through the policies without its provider and returns the trace: which policies change it or answer
     * it, and their times. The context is that of the call. See {@link dev.plumbline.policy.PolicyChain#explain}.
     */
    public Trace explain(AiCall call) {
        return parts.editions.now().parts().chain().explain(parts.services.addressed(call));
    }

    /** Returns what the first call of a body is estimated to cost; as {@link #estimate(AiBody, SessionOptions)}. */
    public Optional<Cost> estimate(AiBody body) {
        return estimate(body, SessionOptions.none());
    }

    /**
     * Returns what the first call of a body is estimated to cost before it is sent, by the prices of its model: the input
     * at four characters a token, with the tools, and 1,000 tokens of output, or {@code maxOutputTokens} if that is less.
     * Pictures, files and the facts of context sources do not count; each round of tools is a further call. Sends nothing.
     * For the next question of a conversation: {@code session.body().toBuilder().addUser(text).build()}.
     *
     * @return empty if no price of the model is known; see {@link #refreshModels}
     * @throws IllegalStateException after close
     */
    public Optional<Cost> estimate(AiBody body, SessionOptions options) {
        return Policies.estimate(parts.call(body, options), models());
    }

    /** Returns the status of each plugin in order of activation, for example for a settings page. */
    public List<PluginStatus> plugins() {
        return parts.editions.plugins();
    }

    /**
     * Reads the plugin settings again: sessions that are opened from now on have the plugins that are enabled now, with
     * their current configuration; open sessions keep theirs. A plugin that was switched off is deactivated when no
     * session uses it. One that failed is tried again. To be called by whatever changes the settings, such as a page or a
     * command.
     *
     * @return the new status of each plugin
     * @throws dev.plumbline.event.AiException CONFIGURATION if the settings are invalid; nothing has changed then
     * @throws IllegalStateException after close; if a plugin calls it while it is activated or contributes
     */
    public List<PluginStatus> reload() {
        parts.editions.reload();
        return plugins();
    }

    /** Returns the requests that egress rules in dry-run mode would have denied so far, the most frequent first. */
    public List<DryRunDenial> dryRunDenials() {
        return parts.tools.hints();
    }

    /**
     * Cancels every turn, stores complete entries and releases all resources. Records that a store could not write are
     * tried a last time; {@link #closed} reports those that are lost. Idempotent; allowed on any thread, also during a
     * turn. Waits 2 seconds at most; on the host's UI thread not at all.
     */
    @Override
    public void close() {
        parts.closing.close();
        if (parts.services.host == null || !parts.services.host.isUiThread()) {
            boolean unused = parts.closing.await(Duration.ofSeconds(2));
        }
    }

    /**
     * Returns a future that completes when the runtime has ended, with a report of what is left; never exceptionally.
     */
    public CompletableFuture<CloseReport> closed() {
        return parts.closing.closed();
    }

    /**
     * Waits for the end after {@link #close} and returns whether nothing was left within that time; not for the UI
     * thread.
     */
    public boolean awaitClosed(Duration limit) {
        return parts.closing.await(limit);
    }

    /**
     * Builds a runtime; opens nothing and starts no thread. Methods that begin with {@code add} add; extensions can add
     * the items of {@link Contributions}, too. Methods with a function change the current value. All others replace the
     * value. Policies, hooks and validators have unique names. Used by one thread.
     */
    public static final class Builder extends ContributionCollector<Builder> {
        private final RuntimeSettings given;

        Builder() {
            this(new RuntimeSettings());
            ModuleVersions.check(
                    AiRuntime.class,
                    Policies.class,
                    ConversationSession.class,
                    ToolLimits.class,
                    MetricsOptions.class,
                    JsonSchemas.class);
        }

        private Builder(RuntimeSettings given) {
            super(given.own, "");
            this.given = given;
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Adds a provider. At least one is needed, the first is the default, and ids are unique. Several runtimes may use one
         * provider, at once or one after the other. Nobody has to close it: its connections and threads end with the last
         * runtime that uses it, and a later one opens others. {@code provider.close()} ends it for all of them.
         */
        public Builder addProvider(AiProvider provider) {
            given.providers.add(Objects.requireNonNull(provider, "the provider is null"));
            return this;
        }

        /**
         * Adds the providers that jars contain, after those given as objects: the classes listed in {@code
         * META-INF/services/dev.plumbline.provider.AiProvider}, with a public constructor without parameters. The jars are
         * loaded when the runtime is built, from checked copies, and only if they are {@linkplain #approveJar approved}.
         *
         * @param parent the class loader that has the SDK, e.g. the one of the host's own plugin; never a thread's
         * @param jars all jars that are needed; a Class-Path in a manifest is refused
         */
        public Builder addProviderJars(ClassLoader parent, Path... jars) {
            given.jars.add(new VerifiedJarLoader.JarSet(parent, List.of(jars)));
            return this;
        }

        /** Adds a plugin; it is activated when the runtime is built. See {@code docs/plugins.md}. */
        public Builder addPlugin(Plugin plugin) {
            given.plugins.add(PluginCandidate.of(plugin));
            return this;
        }

        /**
         * Adds the plugins that a class loader finds in {@code META-INF/services/dev.plumbline.plugin.Plugin}, each with a
         * public constructor without parameters.
         *
         * @param loader e.g. the one of the host's own plugin; never a thread's
         */
        public Builder addPlugins(ClassLoader loader) {
            given.pluginLoaders.add(loader);
            return this;
        }

        /**
         * Adds the plugins that jars contain, as {@link #addProviderJars(ClassLoader, Path...)} adds providers; jars that
         * are not {@linkplain #approveJar approved} are left out.
         */
        public Builder addPluginJars(ClassLoader parent, Path... jars) {
            given.pluginJars.add(new VerifiedJarLoader.JarSet(parent, List.of(jars)));
            return this;
        }

        /**
         * Sets the file that enables and configures plugins. It is read when the runtime is built and by {@link
         * AiRuntime#reload}; open sessions do not change. In the folder {@code plugins} next to it, each plugin has a file and a folder of its own.
         *
         * @param file JSON in the format of {@code docs/plugins.md}; if it does not exist, all plugins are enabled
         */
        public Builder pluginConfig(Path file) {
            given.pluginConfig = file;
            return this;
        }

        /**
         * Approves a jar from which code may be loaded by its SHA-256; none is approved by default.
         *
         * @param sha256 64 hexadecimal digits, as {@code sha256sum} prints them
         * @throws IllegalArgumentException for any other text
         */
        public Builder approveJar(String sha256) {
            given.approvedJars = given.approvedJars.withSha256(sha256);
            return this;
        }

        /**
         * Approves every jar all entries of which are signed with that certificate. The certificate itself is trusted; its
         * issuer and dates are not checked.
         */
        public Builder approveJarSigner(X509Certificate certificate) {
            given.approvedJars = given.approvedJars.withSigner(certificate);
            return this;
        }

        /**
         * Approves every jar without a check, for development. Anyone who can write such a file can then run code in the
         * program.
         */
        public Builder approveAllJars() {
            given.approvedJars = JarAllowlist.allowAll();
            return this;
        }

        /**
         * Sets the host application: tools, views and questions run on its UI thread, and blocking calls are refused there.
         */
        public Builder host(HostApplication host) {
            given.session.host(host);
            return this;
        }

        /** Sets the approval rules; {@code #destructive} tools need an approval by default. */
        public Builder approvals(ApprovalRules rules) {
            given.approvals = rules;
            return this;
        }

        /** Sets the files and addresses that tools can reach through their context; none by default. */
        public Builder egress(EgressRules rules) {
            given.egress = rules;
            return this;
        }

        /**
         * Sets the limits for storing results that are too long for the model, which it can read with {@code read_result}.
         *
         * @param bytes the maximum size of one result; 128 MiB by default
         * @param allBytes the maximum size of all results; the least recently read ones are deleted first; 512 MiB by default
         * @param results the maximum number of results; 256 by default
         * @throws IllegalArgumentException if one is not positive, or all may be less than one
         */
        public Builder resultLimits(long bytes, long allBytes, int results) {
            given.results = new ResultLimits(bytes, allBytes, results, given.results.attachedBytes());
            return this;
        }

        /**
         * Sets the maximum size of the pictures and files of one result that are sent to the model, 4 MiB by default; the
         * others are sent as references.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public Builder attachedBytes(long most) {
            given.results = given.results.withAttachedBytes(most);
            return this;
        }

        /**
         * Sets the handler that shows questions to the user, on the host's UI thread if there is one. Without a handler the
         * answer is no.
         */
        public Builder questionHandler(Consumer<Question> handler) {
            given.session.questionHandler(handler);
            return this;
        }

        /**
         * Adds an executor of the program's own, with the tools that it has when the runtime is built. Tool policies,
         * approvals, limits and telemetry of this runtime apply around each of its calls, which it gets one at a time. The
         * caller closes it.
         */
        public Builder addToolExecutor(IToolExecutor executor) {
            given.toolExecutors.add(Objects.requireNonNull(executor, "the executor is null"));
            return this;
        }

        /** Sets the limits of tool calls. */
        public Builder toolLimits(ToolLimits limits) {
            given.toolLimits = limits;
            return this;
        }

        /** Sets how many events are kept in memory; by default the last 10,000 of an hour. */
        public Builder metrics(MetricsOptions options) {
            given.metrics = options;
            return this;
        }

        /**
         * Adds an extension under its own id. It contributes when the runtime is built.
         *
         * @throws IllegalArgumentException if it has no id, such as a lambda, or the id is already used
         */
        public Builder addExtension(Extension extension) {
            return addExtension(extension.id(), extension);
        }

        /**
         * Adds an extension under that id, for example a lambda.
         *
         * @throws IllegalArgumentException unless the id has 1 to 64 letters, digits, {@code _ .} and {@code -}; if it is
         *     already used
         */
        public Builder addExtension(String id, Extension extension) {
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
            return this;
        }

        /** Caches answers in that store for 7 days; off by default. The runtime closes the store. */
        public Builder cache(ResponseStore store) {
            return cache(store, Duration.ofDays(7));
        }

        /**
         * Caches answers in that store; off by default. The runtime closes the store.
         *
         * @param ttl how long an answer is used after it was stored
         */
        public Builder cache(ResponseStore store, Duration ttl) {
            given.store = store;
            given.cache = ttl;
            return this;
        }

        /**
         * Fills placeholders such as <code>{units}</code> in system texts, and sends guidelines and instructions, after the
         * context and before your own request policies; replaces earlier templates.
         */
        public Builder templates(PromptTemplateOptions options) {
            given.templates = options;
            return this;
        }

        /**
         * Replaces personal data and secrets in requests to providers by pseudonyms, and restores them in answers; off by
         * default. Tools get pseudonyms, except those that the options select.
         */
        public Builder redaction(RedactionOptions options) {
            given.redaction = options;
            return this;
        }

        /**
         * Stores conversations as files in that folder, and their events for reports in its folder {@code events}; off by
         * default. A failing disk is reported once.
         */
        public Builder journal(Path folder) {
            Builder same = journal(FileSessionStore.of(folder), FailureMode.SKIP);
            given.events = FileSessionStore.of(folder.resolve("events")).withFlush(FlushMode.NEVER); // of diagnostics
            return same;
        }

        /**
         * Stores conversations in that store, and no events; off by default. The runtime closes the store.
         *
         * @param onFailure the reaction to a record that cannot be written: SKIP reports it once and continues without
         * storing, FAIL ends the turn before its next tool
         */
        public Builder journal(SessionStore store, FailureMode onFailure) {
            given.events = null;
            given.session.journal(store, onFailure);
            return this;
        }

        /** Returns the store of conversations that was set; empty if none was. */
        public Optional<SessionStore> journal() {
            return Optional.ofNullable(given.session.store());
        }

        /**
         * Adds a receiver of exceptions that tools, policies, hooks, views and other contributed code throw, with their
         * messages, which may hold content of the conversation: for a developer's console or the author's own reports. It
         * is called on the thread that has caught the exception, and should be quick. Without it, nobody sees the messages;
         * the log {@value dev.plumbline.event.internal.FailureLog#LOGGER} has classes and stack frames.
         */
        public Builder addFailureListener(Consumer<ExtensionFailure> listener) {
            given.failures.add(listener);
            return this;
        }

        /**
         * Sets the level at which the log {@value dev.plumbline.event.internal.FailureLog#LOGGER} has the exceptions of contributed
         * code: WARNING by default; OFF logs nothing.
         */
        public Builder failureLevel(Level level) {
            given.failureLevel = level;
            return this;
        }

        /**
         * Sets the schema service, for example one with the registered schemas of a host's own format: {@code
         * JsonSchemas.service(registered, FormatMode.CHECKED)}. Answers, tools and validators may refer to them. By default
         * a service without registered schemas.
         */
        public Builder schemas(JsonSchemaService service) {
            given.schemas = service;
            return this;
        }

        /**
         * Logs what is sent to providers over HTTP and what they answer, redacted by the detectors of {@link #redaction}, or
         * by the default ones; off by default. This is the only way in which content reaches a log. Keys never do. The log
         * {@code dev.plumbline.requests} has them at INFO; each text has at most 20,000 characters after redaction.
         *
         * @param curl whether a request is shown as a command of cURL, with variables instead of keys
         */
        public Builder requestLog(boolean curl) {
            System.Logger log = System.getLogger(RequestLogPolicy.LOGGER);
            return requestLog(curl, text -> log.log(Level.INFO, text));
        }

        /**
         * Passes what is sent to providers and what they answer to a receiver, as {@link #requestLog(boolean)}, and logs
         * nothing. What the receiver throws is reported ({@link #addFailureListener}) and does not change the call.
         *
         * @param receiver receives each request and each answer as a text of several lines, the first with the ids, the
         *     number of the attempt and the time; called on the threads of calls, must be thread-safe
         */
        public Builder requestLog(boolean curl, Consumer<String> receiver) {
            return requestLog(curl, receiver, FailureMode.SKIP);
        }

        /**
         * As {@link #requestLog(boolean, Consumer)}; with {@code FAIL}, for an audit, nothing goes without its entry: if the
         * receiver throws, the request is not sent, and an answer that it cannot store ends the call, both with EXTENSION and
         * {@code request-log}. A provider that sends its requests without the HTTP of this library has only answers in the
         * log.
         *
         * @param mode the effect of an exception of the receiver on the call; it is reported in both
         */
        public Builder requestLog(boolean curl, Consumer<String> receiver, FailureMode mode) {
            given.requestLog = new RuntimeSettings.RequestLog(
                    curl, Objects.requireNonNull(receiver, "receiver"), Objects.requireNonNull(mode, "mode"));
            return this;
        }

        /**
         * Adds the messages of each call to its span in a {@code TraceObserver}, redacted as in {@link #requestLog}; off by
         * default. They are content of the conversation: switch it on only if your back end may store it.
         *
         * @param maxCharacters the maximum length of each attribute after redaction, at least 100; the rest is left out
         * @throws IllegalArgumentException below 100
         */
        public Builder traceContent(int maxCharacters) {
            if (maxCharacters < 100) {
                throw new IllegalArgumentException(
                        "maxCharacters of traceContent is at least 100; got " + maxCharacters);
            }
            given.traceContent = maxCharacters;
            return this;
        }

        /** Adds a validator of calls, after the built-in ones, {@code body-shape} and {@code schemas}, which are STRICT. */
        public Builder addCallValidator(String name, Strictness strictness, Validator<AiCall> validator) {
            given.validation = given.validation.withCallValidator(name, strictness, validator);
            return this;
        }

        /**
         * Adds a validator of answers, after the built-in ones, {@code content} and {@code tool-calls}, which only WARN. The
         * policy {@code repair} checks answers against their schema.
         */
        public Builder addReturnValidator(String name, Strictness strictness, Validator<AiReturn> validator) {
            given.validation = given.validation.withReturnValidator(name, strictness, validator);
            return this;
        }

        /**
         * Adds a validator of the arguments of tool calls, after the tool's schema. An error of a strict one refuses the
         * call: the model reads what is wrong and what is allowed.
         *
         * @param tools the tools whose calls are checked, as in a tool filter, e.g. {@code "add_*"}; empty means none
         */
        public Builder addArgumentValidator(
                String name, Strictness strictness, String tools, ArgumentValidator validator) {
            given.validation = given.validation.withArgumentValidator(name, strictness, tools, validator);
            return this;
        }

        /** Sets the strictness of a validator by its name; an unknown name is refused when the runtime is built. */
        public Builder strictness(String validator, Strictness strictness) {
            given.validation = given.validation.with(validator, strictness);
            return this;
        }

        /** Sets the number and the delays of retries of failed calls. */
        public Builder retry(RetryOptions options) {
            given.retry = options;
            return this;
        }

        /**
         * Limits what model calls cost; no limit by default. See {@link dev.plumbline.policies.Policies#spending}. Every model
         * needs a price ({@link #addModels}). The amounts are those of this runtime, or of all programs that share its {@link
         * #budgets}.
         */
        public Builder spending(SpendingLimits limits) {
            given.spending = limits;
            return this;
        }

        /**
         * Takes the rate limit, retries of failed calls and spending limits from budgets that other programs share, such as
         * {@code RedisBudgetStore}; each runtime has its own by default. The runtime closes the store.
         */
        public Builder budgets(BudgetStore budgets) {
            given.budgets = budgets;
            return this;
        }

        /**
         * Adds models that answer, in this order, if the model before them fails for a reason outside the call. The return
         * names the model that answered.
         *
         * @param models provider id, colon, model; building the runtime fails for a provider that is not added
         * @throws IllegalArgumentException for another format
         */
        public Builder addFallbacks(String... models) {
            for (String model : models) {
                given.fallback.add(ModelId.parse(model));
            }
            return this;
        }

        /** Sets the default options of all sessions. */
        public Builder defaults(SessionOptions options) {
            given.session.defaults(options);
            return this;
        }

        /**
         * Summarises a conversation when it fills that share of the model's context window, and when the model refuses it as
         * too long. Default: 0.8 for a model on this machine or in the local network, and never for others. The size of the
         * window is {@link dev.plumbline.providers.OllamaChat#CONTEXT_SIZE}, or that of {@code models()}.
         *
         * @param share at most 1; 0 for never
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder summaryThreshold(double share) {
            given.session.summaryThreshold(share);
            return this;
        }

        /** Changes the stages of a round of every conversation. Incubating; prefer hooks and policies. */
        public Builder stages(UnaryOperator<TurnPipeline> change) {
            given.session.stages(change.apply(given.session.stages()));
            return this;
        }

        /**
         * Adds models and prices from a file in the format of {@code docs/models.md}. It overrides the models of the
         * providers, and later files override earlier ones.
         */
        public Builder addModels(byte[] file) {
            given.modelFiles.add(file.clone());
            return this;
        }

        /** Sets the clock. If it is also a {@code Scheduler}, all waiting uses it, too. */
        public Builder clock(Clock clock) {
            given.clock = clock;
            return this;
        }

        /**
         * Limits the calls to each provider in a period, attempts included. Further calls wait, which telemetry reports.
         * Cached answers do not count. No limit by default.
         *
         * @throws IllegalArgumentException if {@code calls} or {@code per} is not positive
         */
        public Builder rateLimit(int calls, Duration per) {
            if (calls < 1 || per.isNegative() || per.isZero()) {
                throw new IllegalArgumentException(
                        "a rate limit needs at least 1 call and a positive period, as in rateLimit(60, Duration.ofMinutes(1)); got "
                                + calls + " and " + per);
            }
            given.rate = new RuntimeSettings.Rate(calls, per);
            return this;
        }

        /**
         * Changes the recommended order of policies, after earlier changes: adds, moves, replaces or switches off policies
         * of the runtime, of extensions and, with {@link PolicyOrder#whenPresent}, of plugins and sessions; or lists all of
         * them, after {@link PolicyOrder#withoutAll}. {@code describe()} names the host as the author. Checked when the runtime is built.
         */
        public Builder policyOrder(UnaryOperator<PolicyOrder> change) {
            return policyOrder(PolicyOrder.HOST, change);
        }

        /**
         * Changes the recommended order of policies as {@link #policyOrder(UnaryOperator)}, under the name of an author,
         * for hosts of which several parts change it.
         *
         * @param by who changes it, for {@code describe()}; not blank
         * @throws IllegalArgumentException if the name is blank
         */
        public Builder policyOrder(String by, UnaryOperator<PolicyOrder> change) {
            if (by.isBlank()) {
                throw new IllegalArgumentException(
                        "a change of the order of policies needs the name of its author, as in policyOrder(\"acme\", …)");
            }
            given.orderChanges.add(new RuntimeSettings.OrderChange(by, change));
            return this;
        }

        /**
         * Builds the runtime, with a copy of these settings.
         *
         * @throws IllegalStateException if there is no provider, a name is used twice, the policy order is invalid, or
         *     an extension threw; the message has its id
         * @throws IllegalArgumentException if a tool's input has no schema, with tool and component; if a file of models
         *     is invalid, with row and member
         * @throws dev.plumbline.event.AiException POLICY_DENIED if a jar is not approved; CONFIGURATION if it is damaged
         *     or contains no service. No jar stays loaded then
         */
        public AiRuntime build() {
            return new AiRuntime(RuntimeAssembly.of(given.copy()));
        }
    }

    /**
     * Reports what was left when a runtime was closed.
     *
     * @param threadsInUserCode the number of threads that did not end because code of the host did not return
     * @param lostRecords the number of records that could not be written, by the id of their conversation; for example because
     *     the disk was full to the end
     */
    public record CloseReport(int threadsInUserCode, Map<String, Integer> lostRecords) {
        public CloseReport {
            lostRecords = Map.copyOf(lostRecords);
        }

        /** Returns whether no thread is left and nothing was lost. */
        public boolean isClean() {
            return threadsInUserCode == 0 && lostRecords.isEmpty();
        }
    }
}
