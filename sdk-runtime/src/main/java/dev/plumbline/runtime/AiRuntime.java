package dev.plumbline.runtime;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.Trace;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.TypeRef;
import dev.plumbline.metrics.AiMetricsService;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugins.PluginStatus;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.sandbox.DryRunDenial;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.ConversationSession;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The root object: providers, policies, tools and all that lives, threads, sockets, caches and timers. One per plugin,
 * any number of sessions. Safe for any number of threads; nothing of it is static.
 */
public final class AiRuntime implements AutoCloseable {
    private final RuntimeAssembly parts;

    AiRuntime(RuntimeAssembly parts) {
        this.parts = parts;
    }

    /**
     * A runtime with everything as recommended: validation, repair, retry and telemetry are on; the cache is off, because
     * it needs a location.
     */
    public static AiRuntime of(AiProvider provider) {
        return builder().addProvider(provider).build();
    }

    /** A builder with nothing set. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * One question, one answer, in a session of its own. Blocks; interrupting the caller cancels.
     *
     * @throws IllegalStateException on the host's UI thread, and after close
     */
    public AiReturn send(String text) {
        return send(AiBody.of(text));
    }

    /** Runs a body that ends with a user message, in a session of its own; as {@link #send(String)}. */
    public AiReturn send(AiBody body) {
        return send(body, SessionOptions.none());
    }

    /** The same with options. */
    public AiReturn send(AiBody body, SessionOptions options) {
        try (ConversationSession session = session(body, options)) {
            return session.runToStableResult();
        }
    }

    /** One question, answered in a shape; an {@link dev.plumbline.event.AiException} in place of a failed return. */
    public <T> T send(String text, Class<T> type) {
        return send(text, TypeRef.of(type));
    }

    /** One question, answered in a generic shape; as {@link #send(String, Class)}. */
    public <T> T send(String text, TypeRef<T> type) {
        SessionOptions shape = SessionOptions.builder().output(type).build();
        return send(AiBody.of(text), shape).as(type);
    }

    /** Opens a conversation: system texts, filters, perhaps a history. Opens nothing slow, on any thread. */
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
     * Opens a conversation that has tools, context, views and more of its own, besides those of the runtime: what
     * belongs to a document goes into its session. The extension is asked now and goes with the session and its forks;
     * its policies come after the runtime's, in the same places. Approval rules may name only context sources of the
     * runtime.
     *
     * @param own a lambda will do: {@code own -> own.addTools(new DrawingTools(drawing))}
     * @throws IllegalStateException after close; for a tool or policy whose name the runtime uses; when the extension throws
     * @throws IllegalArgumentException for the name of a hook, a tool policy or a context source that the runtime uses
     */
    public ConversationSession session(AiBody body, SessionOptions options, Extension own) {
        return parts.editions.open(own, engine -> engine.open(body, options));
    }

    /** The conversations that are written down, newest first; none without a journal. */
    public List<SessionStore.StoredSession> stored() {
        return parts.editions.now().own().stored();
    }

    /**
     * The current tree of a stored conversation. It is not opened: another session, runtime or process
     * may write it meanwhile.
     *
     * @throws dev.plumbline.event.AiException NOT_FOUND when there is none of that id; CONFIGURATION when it cannot be read
     * @throws IllegalStateException without a journal
     */
    public ConversationTree tree(String sessionId) {
        return parts.editions.now().own().tree(sessionId);
    }

    /** Opens a conversation that was written down, where it ended; as {@link #resume(String, SessionOptions)}. */
    public ConversationSession resume(String sessionId) {
        return resume(sessionId, SessionOptions.none());
    }

    /**
     * Opens the main branch of a conversation that was written down, where it ended, for writing: nobody else opens it until
     * its sessions are closed. Its tree, filters and usage are restored; options, tools and views are given again. {@link
     * ConversationSession#runToStableResult} goes on with a turn that was interrupted. Records that do not fit those before
     * them are taken out, kept apart, and handed over as {@link ConversationSession#recovery}.
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
     * The same with what belongs to its document; as {@link #session(AiBody, SessionOptions, Extension)}.
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
     * Gets ready for the first turn, on threads of this runtime, and returns at once: what a turn needs is loaded, the
     * providers make what they connect with, and nobody is spoken to. For programs in which a user is about to type:
     * the first turn of a process is some tenths of a second slower without. A turn need not wait for it.
     *
     * @return done when all is ready; failures on the way are ignored and not reported
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

    /** Schemas of types. */
    public JsonSchemaService schemas() {
        return parts.services.schemas;
    }

    /** The metrics of sessions, turns and rounds so far; also adds subscribers to them. */
    public AiMetricsService metrics() {
        return parts.observers.metrics();
    }

    /** The model catalog now: an immutable snapshot. It selects models by what they can do, and explains the choice. */
    public ModelCatalog models() {
        return parts.services.models.now();
    }

    /**
     * Takes news of models and prices, in the form of {@code docs/models.md}; calls that begin later see them.
     *
     * @param file JSON in UTF-8, from wherever the host keeps or fetches it
     * @return the snapshot that counts from now on
     * @throws IllegalArgumentException names row and member that are not as they should be; nothing has changed then
     */
    public ModelCatalog refreshModels(byte[] file) {
        return parts.services.models.refresh(file);
    }

    /**
     * The policies around a call in effective order, outermost first; the hooks as they are asked; the policies around tool
     * calls, with the tools they concern; and the tools with their tags. What the host did not give itself says
     * {@code @} whose it is.
     */
    public String describe() {
        StringBuilder text = new StringBuilder(parts.editions.now().describe());
        for (PluginStatus plugin : plugins()) {
            text.append(plugin.describe()).append(System.lineSeparator());
        }
        return text.toString();
    }

    /**
     * What each policy would do to a call, without asking its provider: which changed it, which would answer itself, what
     * each costs. The context is what the call carries. See {@link dev.plumbline.policy.PolicyChain#explain}.
     */
    public Trace explain(AiCall call) {
        return parts.editions.now().parts().chain().explain(parts.services.addressed(call));
    }

    /** The status of each plugin, in order of activation; for a settings page of the host. */
    public List<PluginStatus> plugins() {
        return parts.editions.plugins();
    }

    /** The denials that egress rules in dry-run mode would have made so far, the most frequent first. */
    public List<DryRunDenial> egressHints() {
        return parts.tools.hints();
    }

    /**
     * Cancels every turn, commits what is whole, frees everything. Idempotent; from any thread, also during a turn. Waits
     * 2 seconds at most, and not at all on the host's UI thread.
     */
    @Override
    public void close() {
        parts.closing.close();
        if (parts.services.host == null || !parts.services.host.isUiThread()) {
            boolean unused = parts.closing.await(Duration.ofSeconds(2));
        }
    }

    /** Completes when nothing of the runtime is left, or with what is left when it stays; never exceptionally. */
    public CompletableFuture<CloseReport> closed() {
        return parts.closing.closed();
    }

    /** Whether nothing was left within that time after {@link #close}; not for the UI thread. */
    public boolean awaitClosed(Duration limit) {
        return parts.closing.await(limit);
    }

    /**
     * Builds a runtime; opens nothing, starts no thread. What begins with {@code add} adds, and {@link Contributions} says what of
     * it extensions can add, too. What takes a function changes what there is. Anything else replaces what was set before.
     * Everything that steers has a name, given here, and names are unique. Used by one thread.
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
         * The runtime.
         *
         * @throws IllegalStateException without a provider, for names used twice, and for an order that is certainly wrong;
         *     for an extension that threw, with its id
         * @throws IllegalArgumentException for a tool whose input has no schema: names tool and component; for a file of
         *     models with a fault: names row and member
         * @throws dev.plumbline.event.AiException POLICY_DENIED for a jar that is not approved; CONFIGURATION for one that is
         *     broken or brings nothing. Nothing of any jar is left then
         */
        public AiRuntime build() {
            return new AiRuntime(RuntimeAssembly.of(given));
        }
    }
}
