package dev.plumbline.runtime;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Selector;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Host;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.Question;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiObserver;
import dev.plumbline.extend.ConversationObserver;
import dev.plumbline.extend.Hook;
import dev.plumbline.extend.ResponseStore;
import dev.plumbline.extend.SessionStore;
import dev.plumbline.json.TypeRef;
import dev.plumbline.policies.CacheOptions;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.Hint;
import dev.plumbline.sandbox.ResultLimits;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolLimits;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The root object: providers, policies, tools and all that lives, threads, sockets, caches and timers. One per plugin,
 * any number of sessions. Safe for any number of threads; nothing of it is static.
 */
public final class AiRuntime implements AutoCloseable {
    private final Wired wired;

    private AiRuntime(Wired wired) {
        this.wired = wired;
    }

    /**
     * A runtime with everything as recommended: validation, repair, retry and telemetry are on; the cache is off, because
     * it needs to be told where.
     */
    public static AiRuntime of(AiProvider provider) {
        return builder().provider(provider).build();
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

    /**
     * One question, answered in a shape.
     *
     * @throws dev.plumbline.event.AiException in place of a failed return
     */
    public <T> T send(String text, Class<T> type) {
        return send(text, TypeRef.of(type));
    }

    /**
     * One question, answered in a generic shape.
     *
     * @throws dev.plumbline.event.AiException in place of a failed return
     */
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
        return wired.open(body, options);
    }

    /** The conversations that are written down, newest first; none without a journal. */
    public List<SessionStore.Summary> stored() {
        return wired.stored();
    }

    /** Opens a conversation that was written down, where it ended; as {@link #resume(String, SessionOptions)}. */
    public ConversationSession resume(String sessionId) {
        return resume(sessionId, SessionOptions.none());
    }

    /**
     * Opens the main branch of a conversation that was written down, where it ended. Its tree, filters and usage are
     * restored; options, tools and views are given again. {@link ConversationSession#runToStableResult} goes on with a
     * turn that was interrupted.
     *
     * @throws dev.plumbline.event.AiException NOT_FOUND when there is none of that id; CONFIGURATION when it cannot be read
     * @throws IllegalStateException without a journal, when somebody else has it open, and after close
     */
    public ConversationSession resume(String sessionId, SessionOptions options) {
        return wired.resume(sessionId, options);
    }

    /** Schemas of types. */
    public JsonSchemaService schemas() {
        return wired.schemas();
    }

    /** The layers around a call in effective order, outermost first, the hooks as they are asked, and the tools with their tags. */
    public String describe() {
        return wired.describe();
    }

    /** What egress rules that are only being tried out would have refused so far, the most frequent first. */
    public List<Hint> egressHints() {
        return wired.hints();
    }

    /**
     * Cancels every turn, commits what is whole, frees everything. Idempotent; from any thread, also during a turn. Waits
     * 2 seconds at most, and not at all on the host's UI thread.
     */
    @Override
    public void close() {
        wired.close();
    }

    /** Completes when nothing of the runtime is left, or with what is left when it stays; never exceptionally. */
    public CompletableFuture<CloseReport> closed() {
        return wired.closed();
    }

    /** Whether nothing was left within that time after {@link #close}; not for the UI thread. */
    public boolean awaitClosed(Duration limit) {
        return wired.awaitClosed(limit);
    }

    /**
     * Builds a runtime; opens nothing, starts no thread. Everything that steers has a name, given here; names are unique.
     * Used by one thread.
     */
    public static final class Builder {
        private final Given given = new Given();

        private Builder() {}

        /** Adds somebody who answers; at least one, the first is the default, ids are unique. */
        public Builder provider(AiProvider provider) {
            given.providers.add(provider);
            return this;
        }

        /** Sets the program around: tools, views and questions run on its UI thread, and what would block it is refused there. */
        public Builder host(Host host) {
            given.host = host;
            return this;
        }

        /**
         * Adds tools: objects with {@code @Tool} methods, {@code AiTool}s, lists of {@code AiTool}s.
         *
         * @throws IllegalArgumentException names class, method and fault
         */
        public Builder tools(Object... sources) {
            given.tooling.add(sources);
            return this;
        }

        /** Adds a fact for the model, read once per turn. */
        public Builder context(String key, Supplier<?> value) {
            return context(ContextSource.of(key, value));
        }

        /** Adds a fact with all its settings. */
        public Builder context(ContextSource source) {
            given.contexts.add(source);
            return this;
        }

        /** Adds a layer of the way in: behind the context, before cache and provider. */
        public Builder request(String name, RequestPolicy policy) {
            given.requests.add(new PolicyOrder.Named(name, policy));
            return this;
        }

        /** Adds a layer around each attempt, inside cache and retry; the first is outermost. */
        public Builder around(String name, Policy policy) {
            given.arounds.add(new PolicyOrder.Named(name, policy));
            return this;
        }

        /** Adds a layer of the way out, on what the user will see; the first given judges first. */
        public Builder response(String name, ResponsePolicy policy) {
            given.responses.add(0, new PolicyOrder.Named(name, policy));
            return this;
        }

        /**
         * Adds a layer around every tool call.
         *
         * @param name in errors; unique
         */
        public Builder toolPolicy(String name, ToolPolicy policy) {
            return toolPolicy(name, "*", policy);
        }

        /**
         * Adds a layer around the calls of the tools a selector chooses.
         *
         * @throws IllegalArgumentException names the bad term
         */
        public Builder toolPolicy(String name, String tools, ToolPolicy policy) {
            given.tooling.policies.add(new Tooling.Named(name, Selector.of(tools), policy));
            return this;
        }

        /** Sets which tools need a yes; {@code #destructive} ones do unless given. */
        public Builder approvals(ApprovalRules rules) {
            given.tooling.approvals = rules;
            return this;
        }

        /** Sets what tools can reach through their context, files and addresses; nothing unless given. */
        public Builder egress(EgressRules rules) {
            given.tooling.egress = rules;
            return this;
        }

        /** Sets how much is kept of results that are too long for the model, for it to read on with {@code read_result}. */
        public Builder results(ResultLimits limits) {
            given.tooling.results = limits;
            return this;
        }

        /** Sets who shows questions to a person, on the host's UI thread if there is one; without it the answer is no. */
        public Builder questions(Consumer<Question> handler) {
            given.tooling.questions = handler;
            return this;
        }

        /** Sets how much tools may use. */
        public Builder toolLimits(ToolLimits limits) {
            given.tooling.limits = limits;
            return this;
        }

        /**
         * Adds a say in the conversation loop.
         *
         * @param name in {@code describe()} and errors; unique
         */
        public Builder hook(String name, Hook hook) {
            given.hooks.add(new Given.NamedHook(name, hook));
            return this;
        }

        /** Adds a view of every conversation. */
        public Builder view(ConversationObserver observer) {
            given.views.add(observer);
            return this;
        }

        /** Adds somebody who sees events without text. */
        public Builder telemetry(AiObserver observer) {
            given.observers.add(observer);
            return this;
        }

        /** Keeps answers there, for 7 days; off unless given. The runtime closes the store. */
        public Builder cache(ResponseStore store) {
            return cache(store, CacheOptions.ofDefaults());
        }

        /** Keeps answers there; off unless given. The runtime closes the store. */
        public Builder cache(ResponseStore store, CacheOptions options) {
            given.store = store;
            given.cache = options;
            return this;
        }

        /** Writes conversations down, as files in that folder; off unless given. A failing disk is told once. */
        public Builder journal(Path folder) {
            return journal(FileSessionStore.in(folder), FailureMode.SKIP);
        }

        /**
         * Writes conversations down there; off unless given. The runtime closes the store.
         *
         * @param onFailure what it means that something cannot be written: SKIP tells it once and goes on unwritten, FAIL
         *     ends the turn before its next tool
         */
        public Builder journal(SessionStore store, FailureMode onFailure) {
            given.journal = store;
            given.journalFailure = onFailure;
            return this;
        }

        /** Changes what is checked of calls and answers, and how strictly. */
        public Builder validation(UnaryOperator<Validation> change) {
            given.validation = change.apply(given.validation);
            return this;
        }

        /** Sets how often and how patiently a failed call is tried again. */
        public Builder retry(RetryOptions options) {
            given.retry = options;
            return this;
        }

        /**
         * Adds models that are asked, in this order, when the one before cannot answer for reasons that are not the
         * call's; the return says who answered.
         *
         * @param models provider id, colon, model; their providers are given, too
         * @throws IllegalArgumentException for another form
         */
        public Builder fallback(String... models) {
            for (String model : models) {
                given.fallback.add(ModelId.parse(model));
            }
            return this;
        }

        /** Sets what holds for all sessions that say nothing else. */
        public Builder defaults(SessionOptions options) {
            given.defaults = options;
            return this;
        }

        /** Changes the recommended order of layers; checked when the runtime is built. */
        public Builder policies(UnaryOperator<PolicyOrder> change) {
            given.order = change;
            return this;
        }

        /** Sets the clock; one that is a {@code Timekeeper}, too, is also what everything waits by. */
        public Builder clock(Clock clock) {
            given.clock = clock;
            return this;
        }

        /**
         * The runtime.
         *
         * @throws IllegalStateException without a provider, for names used twice, and for an order that is certainly wrong
         * @throws IllegalArgumentException for a tool whose input has no schema: names tool and component
         */
        public AiRuntime build() {
            return new AiRuntime(Wired.of(given));
        }
    }
}
