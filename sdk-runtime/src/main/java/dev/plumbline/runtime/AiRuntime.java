package dev.plumbline.runtime;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.Trace;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.Cost;
import dev.plumbline.json.TypeRef;
import dev.plumbline.metrics.AiMetricsService;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugins.PluginStatus;
import dev.plumbline.policies.Policies;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.sandbox.DryRunDenial;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolResultStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The runtime of the SDK: it owns providers, policies, tools, threads, sockets, caches and timers, and opens sessions.
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

    /** Returns the store of the tools' large results. */
    public ToolResultStore toolResults() {
        return parts.tools.results();
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
    public static final class Builder extends RuntimeSettings<Builder> {
        Builder() {
            super(new RuntimeParameters());
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Builds the runtime.
         *
         * @throws IllegalStateException if there is no provider, a name is used twice, the policy order is invalid, or
         *     an extension threw; the message has its id
         * @throws IllegalArgumentException if a tool's input has no schema, with tool and component; if a file of models
         *     is invalid, with row and member
         * @throws dev.plumbline.event.AiException POLICY_DENIED if a jar is not approved; CONFIGURATION if it is damaged
         *     or contains no service. No jar stays loaded then
         */
        public AiRuntime build() {
            return new AiRuntime(RuntimeAssembly.of(given));
        }
    }
}
