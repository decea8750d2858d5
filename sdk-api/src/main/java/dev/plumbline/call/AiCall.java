package dev.plumbline.call;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.call.internal.CallIdentity;
import dev.plumbline.call.internal.CallRecorder;
import dev.plumbline.call.internal.ToolDefinitionList;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.UnicodeValidator;
import dev.plumbline.time.Scheduler;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One provider call on its way through the policies. Immutable: every change is a copy, and the body it came from never
 * changes. Its handles (cancellation, observer, state, budget) are thread-safe; the sink is used by one thread at a
 * time.
 */
public final class AiCall {
    static {
        CallAccess.set(new CallAccess.Members() {
            @Override
            public CallRecorder recorderOf(AiCall call) {
                return call.recorder;
            }

            @Override
            public AiCall copy(AiCall call, CallRecorder recorder) {
                Builder copy = new Builder(call);
                copy.recorder = recorder;
                return copy.build();
            }

            @Override
            public CallIdentity identityOf(AiCall call) {
                return call.latest.of(call);
            }

            @Override
            public Map<String, Object> attributesOf(AiCall call) {
                Map<String, Object> all = new LinkedHashMap<>();
                for (Note note = call.notes; note != null; note = note.older) {
                    all.putIfAbsent(note.key.name, note.value);
                }
                return all;
            }
        });
    }

    /** The attribute that holds the runtime's scheduler; a provider without a scheduler of its own uses it. */
    public static final TypedKey<Scheduler> SCHEDULER = TypedKey.of("plumbline.time", Scheduler.class);

    /** The attribute of a call in which a policy has replaced values that must not leave; set by the redaction policy. */
    public static final TypedKey<Boolean> REDACTED = TypedKey.of("plumbline.redacted", Boolean.class);

    /**
     * The attribute of a call whose signed parts of earlier answers are left out, because something else is sent before them
     * than what they were made to: what differs and where, e.g. {@code messages before message 2}. Set by the chain in front
     * of the provider, in the first such call of a conversation.
     */
    public static final TypedKey<String> STARTS_OVER = TypedKey.of("plumbline.starts-over", String.class);

    /**
     * The attribute with what the finished turns of the conversation cost, by which a limit of a session goes on after it was
     * resumed. Set by the session if the cost of all is known.
     */
    public static final TypedKey<Cost> SPENT_BEFORE = TypedKey.of("plumbline.spent-before", Cost.class);

    final AiBody body;
    final Transcript effective;
    final Optional<Interaction.Context> facts;
    final ModelId model;
    final ModelOptions options;
    final List<ToolDefinition> tools;
    final Optional<Json> outputSchema;
    final CallIds ids;
    final String namespace;
    final Map<String, String> resources;
    final Set<String> cacheIrrelevantContext;
    final CacheMode cacheMode;
    final DeltaSink sink;
    final TelemetryObserver observer;
    final CallRecorder recorder;
    final Cancellation cancellation;
    final State state;
    final BudgetTracker budget;
    final Reveal reveal;
    final CallIdentity.Latest latest;
    final @Nullable Note notes;

    AiCall(Builder from) {
        body = from.body;
        effective = from.effective;
        facts = from.facts;
        model = from.model;
        options = from.options;
        tools = from.tools;
        outputSchema = from.outputSchema;
        ids = from.ids;
        namespace = from.namespace;
        resources = from.resources;
        cacheIrrelevantContext = from.cacheIrrelevantContext;
        cacheMode = from.cacheMode;
        sink = from.sink;
        observer = from.observer;
        recorder = from.recorder;
        cancellation = from.cancellation == null ? Cancellation.create() : from.cancellation;
        state = from.state == null ? State.inMemory() : from.state;
        budget = from.budget == null ? BudgetTracker.unlimited() : from.budget;
        reveal = from.reveal != null ? from.reveal : outputSchema.isPresent() ? Reveal.WHEN_COMPLETE : Reveal.LIVE;
        latest = from.latest;
        notes = from.notes;
    }

    /** Returns a call outside a session, e.g. to try a chain in a test. */
    public static AiCall of(AiBody body, ModelId model) {
        return builder(body, model).build();
    }

    /**
     * Returns a builder, for sessions, tests and chains that run alone; {@code effective} starts as the body's
     * interactions.
     */
    public static Builder builder(AiBody body, ModelId model) {
        return new Builder(body, model);
    }

    /** Returns the stored request of the user; no policy changes it. */
    public AiBody body() {
        return body;
    }

    /** Returns the interactions that will be sent to the provider. */
    public Transcript effective() {
        return effective;
    }

    /** Returns the facts that a policy has added to this call; they are the last of {@link #effective} then. */
    public Optional<Interaction.Context> facts() {
        return facts;
    }

    /** Returns the provider and model of this call. */
    public ModelId model() {
        return model;
    }

    /** Returns the model options; none by default. */
    public ModelOptions options() {
        return options;
    }

    /** Returns the tools offered, in the order in which they are sent: the body's filter is already applied. */
    public List<ToolDefinition> tools() {
        return tools;
    }

    /** Returns the schema of the answer as the body has it, before it is adapted to the provider. */
    public Optional<Json> outputSchema() {
        return outputSchema;
    }

    /** Returns the ids of the session, turn, round and request. */
    public CallIds ids() {
        return ids;
    }

    /** Returns the name of the tenant or document; part of the cache key. */
    public String namespace() {
        return namespace;
    }

    /** Returns name and hash of the answer's dependencies other than the text; part of the cache key; unmodifiable. */
    public Map<String, String> resources() {
        return resources;
    }

    /**
     * Returns keys of facts that are sent to the model and left out of the fingerprint, wherever in the transcript they are;
     * unmodifiable.
     */
    public Set<String> cacheIrrelevantContext() {
        return cacheIrrelevantContext;
    }

    /** Returns when deltas are shown: by default WHEN_COMPLETE with an output schema, else LIVE. */
    public Reveal reveal() {
        return reveal;
    }

    /** Returns the permitted use of the response cache; READ_WRITE by default. */
    public CacheMode cacheMode() {
        return cacheMode;
    }

    /** Returns the cancellation, which ends every wait at once. */
    public Cancellation cancellation() {
        return cancellation;
    }

    /** Returns the receiver of deltas. */
    public DeltaSink sink() {
        return sink;
    }

    /** Returns the receiver of telemetry events. */
    public TelemetryObserver observer() {
        return observer;
    }

    /** Returns the memory of the session, turn and round. */
    public State state() {
        return state;
    }

    /** Returns the tracker of the budget of the turn. */
    public BudgetTracker budget() {
        return budget;
    }

    /** Returns the fingerprint of everything that decides the answer: the core of the cache key; computed once. */
    public Fingerprint fingerprint() {
        return latest.of(this).fingerprint();
    }

    /**
     * Returns a copy that sends these interactions; the digests of the same instances and of a given transcript are
     * kept.
     */
    public AiCall withEffective(List<? extends Interaction> interactions) {
        Builder copy = new Builder(this);
        copy.effective = interactions instanceof Transcript own ? own : effective.reuse(interactions);
        return copy.build();
    }

    /**
     * Returns a copy with one more interaction: a Context or System after the last of its kind, at the front if there
     * is none; any other at the end.
     */
    public AiCall withAdded(Interaction interaction) {
        return withEffective(effective().insert(Builder.place(effective(), interaction), interaction));
    }

    /**
     * Returns a copy that sends these facts behind everything that was said, beside those that were added before. A session stores them with the answer, so that
     * later calls send them at the same place, and behind them only what has changed.
     */
    public AiCall withFacts(Interaction.Context added) {
        Map<String, Json> all = new LinkedHashMap<>();
        facts.ifPresent(before -> all.putAll(before.values()));
        all.putAll(added.values());
        Interaction.Context both = facts.isEmpty() ? added : new Interaction.Context(all);
        int at = facts.isEmpty() ? -1 : effective.lastIndexOf(facts.get());
        Builder copy = new Builder(this);
        copy.effective = at < 0
                ? effective.append(both)
                : effective.prefix(at).append(both).appendAll(effective.subList(at + 1, effective.size()));
        copy.facts = Optional.of(both);
        return copy.build();
    }

    /** Returns a copy for another model. */
    public AiCall withModel(ModelId model) {
        Builder copy = new Builder(this);
        copy.model = Objects.requireNonNull(model, "model");
        return copy.build();
    }

    /** Returns a copy with other model options. */
    public AiCall withOptions(ModelOptions options) {
        return new Builder(this).options(options).build();
    }

    /**
     * Returns a copy that offers fewer tools or describes them differently; the session's own tool of that name is what
     * runs.
     *
     * @throws IllegalArgumentException if it offers a tool under a name that was not offered before
     */
    public AiCall withTools(List<ToolDefinition> tools) {
        if (!Builder.names(this.tools).containsAll(Builder.names(tools))) {
            throw new IllegalArgumentException("a policy may offer fewer tools, never one the session does not offer");
        }
        return new Builder(this).tools(tools).build();
    }

    /** Returns a copy with another output schema. */
    public AiCall withOutputSchema(Json schema) {
        return new Builder(this).outputSchema(schema).build();
    }

    /** Returns a copy with one more dependency for the cache key. */
    public AiCall withResource(String name, String hash) {
        return toBuilder().addResource(name, hash).build();
    }

    /** Returns a copy whose context values of these keys are sent but are not part of the fingerprint. */
    public AiCall withCacheIrrelevantContext(Set<String> keys) {
        Builder copy = new Builder(this);
        copy.cacheIrrelevantContext = Set.copyOf(keys);
        return copy.build();
    }

    /** Returns a copy whose deltas go to {@code sink}; the last sink still answers {@code hasDelivered}. */
    public AiCall withSink(Consumer<AiDelta> sink) {
        Builder copy = new Builder(this);
        copy.sink = sink instanceof DeltaSink own ? own : this.sink.forwardingTo(sink);
        return copy.build();
    }

    /** Returns a copy with that reveal. */
    public AiCall withReveal(Reveal reveal) {
        return new Builder(this).reveal(reveal).build();
    }

    /**
     * Returns a copy whose deltas are discarded, for a policy that asks the model something else. It uses the same
     * budget.
     */
    public AiCall withoutSink() {
        return withSink(DeltaSink.DISCARDING);
    }

    /** Returns a copy whose deltas and events are discarded, with a budget and a state of its own. */
    public AiCall dryRun() {
        Builder copy = new Builder(this);
        copy.sink = DeltaSink.DISCARDING;
        copy.observer = TelemetryObserver.NONE;
        copy.recorder = CallRecorder.NONE;
        copy.state = State.inMemory();
        copy.budget = BudgetTracker.unlimited();
        return copy.build();
    }

    /** Returns a builder of a copy, for several changes at once; {@code withX} of this class documents each of them. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AiCall call
                && body.equals(call.body)
                && effective.equals(call.effective)
                && model.equals(call.model)
                && options.equals(call.options)
                && tools.equals(call.tools)
                && outputSchema.equals(call.outputSchema)
                && namespace.equals(call.namespace)
                && resources.equals(call.resources)
                && cacheIrrelevantContext.equals(call.cacheIrrelevantContext)
                && reveal == call.reveal
                && cacheMode == call.cacheMode;
    }

    @Override
    public int hashCode() {
        return Objects.hash(body, effective, model, options, tools, outputSchema, namespace, resources);
    }

    /** Returns a text without any content of the request. */
    @Override
    public String toString() {
        return "AiCall[" + model + ", " + effective.size() + " interactions, " + tools.size() + " tools]";
    }

    /** Returns an attribute set by an outer policy. */
    public <T> Optional<T> attribute(TypedKey<T> key) {
        for (Note note = notes; note != null; note = note.older) {
            if (note.key.name.equals(key.name)) {
                return Optional.of(key.type().cast(note.value));
            }
        }
        return Optional.empty();
    }

    /** Returns a copy with an attribute for inner policies; never sent, never in a key. */
    public <T> AiCall withAttribute(TypedKey<T> key, T value) {
        return toBuilder().addNote(key, value).build();
    }

    /** Adds a remark to the trace for the running policy, e.g. {@code miss: no entry}; never content. */
    public void addRemark(String remark) {
        sink().remark(remark);
    }

    /** An attribute set by a policy, linked to those set before it. */
    static final class Note {
        private final TypedKey<?> key;
        private final Object value;
        private final @Nullable Note older;

        Note(TypedKey<?> key, Object value, @Nullable Note older) {
            this.key = key;
            this.value = value;
            this.older = older;
        }
    }

    /** Builds a call; sets values that policies may read but not change, replacing earlier ones. Used by one thread. */
    public static final class Builder {
        final AiBody body;
        Transcript effective;
        Optional<Interaction.Context> facts = Optional.empty();
        ModelId model;
        ModelOptions options = ModelOptions.none();
        List<ToolDefinition> tools = List.of();
        Optional<Json> outputSchema;
        CallIds ids = CallIds.NONE;
        String namespace = "";
        Map<String, String> resources = Map.of();
        Set<String> cacheIrrelevantContext = Set.of();
        CacheMode cacheMode = CacheMode.READ_WRITE;
        DeltaSink sink = DeltaSink.DISCARDING;
        TelemetryObserver observer = TelemetryObserver.NONE;
        CallRecorder recorder = CallRecorder.NONE;
        CallIdentity.Latest latest;

        /** The attributes that policies set, newest first. */
        AiCall.@Nullable Note notes;

        @Nullable
        Reveal reveal;

        @Nullable
        Cancellation cancellation;

        @Nullable
        State state;

        @Nullable
        BudgetTracker budget;

        Builder(AiBody body, ModelId model) {
            this.body = body;
            this.effective = body.interactions();
            this.model = Objects.requireNonNull(model, "model");
            this.outputSchema = body.outputSchema();
            this.latest = new CallIdentity.Latest();
        }

        /** Creates a builder that starts with everything of that call. */
        Builder(AiCall call) {
            body = call.body;
            effective = call.effective;
            facts = call.facts;
            model = call.model;
            options = call.options;
            tools = call.tools;
            outputSchema = call.outputSchema;
            ids = call.ids;
            namespace = call.namespace;
            resources = call.resources;
            cacheIrrelevantContext = call.cacheIrrelevantContext;
            cacheMode = call.cacheMode;
            sink = call.sink;
            observer = call.observer;
            recorder = call.recorder;
            latest = call.latest;
            notes = call.notes;
            reveal = call.reveal;
            cancellation = call.cancellation;
            state = call.state;
            budget = call.budget;
        }

        /** Returns the position of an added interaction: facts and instructions in front, everything else at the end. */
        static int place(List<Interaction> effective, Interaction added) {
            boolean front = added instanceof Interaction.Context || added instanceof Interaction.System;
            if (!front) {
                return effective.size();
            }
            int place = 0;
            for (int i = 0; i < effective.size(); i++) {
                Interaction.Kind kind = effective.get(i).kind();
                boolean leadingFact = kind == Interaction.Kind.CONTEXT && place == i;
                place = kind == added.kind() || leadingFact ? i + 1 : place;
            }
            return place;
        }

        static Set<String> names(List<ToolDefinition> tools) {
            return tools.stream().map(ToolDefinition::name).collect(Collectors.toSet());
        }

        /** Sets the interactions that will be sent; the body's by default. */
        public Builder effective(List<? extends Interaction> interactions) {
            effective = Transcript.of(interactions);
            return this;
        }

        /** Sets the model options; none by default. */
        public Builder options(ModelOptions options) {
            this.options = Objects.requireNonNull(options, "options");
            return this;
        }

        /** Sets the tools offered; none by default. */
        public Builder tools(List<ToolDefinition> tools) {
            this.tools = ToolDefinitionList.of(tools);
            return this;
        }

        /** Sets the output schema; the body's by default. */
        public Builder outputSchema(Json schema) {
            outputSchema = Optional.of(schema);
            return this;
        }

        /** Sets the correlation ids. */
        public Builder ids(CallIds ids) {
            this.ids = Objects.requireNonNull(ids, "ids");
            return this;
        }

        /** Sets the tenant or document; empty by default. */
        public Builder namespace(String tenantOrDocument) {
            namespace = UnicodeValidator.requireWellFormed(tenantOrDocument, "namespace");
            return this;
        }

        /** Sets the answer's dependencies other than the text, by name and hash. */
        public Builder resources(Map<String, String> hashes) {
            hashes.forEach((name, hash) -> {
                UnicodeValidator.requireWellFormed(name, "the name of a resource");
                UnicodeValidator.requireWellFormed(hash, "the hash of a resource");
            });
            resources = Collections.unmodifiableMap(new LinkedHashMap<>(hashes));
            return this;
        }

        /** Adds a dependency of the answer other than the text, by name and hash. */
        public Builder addResource(String name, String hash) {
            Map<String, String> more = new LinkedHashMap<>(resources);
            more.put(name, hash);
            return resources(more);
        }

        /** Adds an attribute for policies and the provider, as {@link AiCall#withAttribute}. */
        public <T> Builder addNote(TypedKey<T> key, T value) {
            notes = new AiCall.Note(key, Objects.requireNonNull(value, "value"), notes);
            return this;
        }

        /** Sets when deltas are shown; by default LIVE, or WHEN_COMPLETE with an output schema. */
        public Builder reveal(Reveal reveal) {
            this.reveal = Objects.requireNonNull(reveal, "reveal");
            return this;
        }

        /** Sets the permitted use of the response cache. */
        public Builder cacheMode(CacheMode mode) {
            cacheMode = Objects.requireNonNull(mode, "mode");
            return this;
        }

        /** Sets the cancellation, which ends every wait; by default one that is never cancelled. */
        public Builder cancellation(Cancellation cancellation) {
            this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
            return this;
        }

        /** Sets the receiver of deltas; none by default. */
        public Builder sink(Consumer<AiDelta> sink) {
            this.sink = sink instanceof DeltaSink own ? own : DeltaSink.of(sink);
            return this;
        }

        /** Sets the receiver of telemetry; none by default. */
        public Builder observer(TelemetryObserver observer) {
            this.observer = Objects.requireNonNull(observer, "observer");
            return this;
        }

        /** Sets the state; a new one by default. */
        public Builder state(State state) {
            this.state = Objects.requireNonNull(state, "state");
            return this;
        }

        /** Sets the tracker of the turn's budget; an unlimited one by default. */
        public Builder budget(BudgetTracker budget) {
            this.budget = Objects.requireNonNull(budget, "budget");
            return this;
        }

        /** Builds the call; never fails. */
        public AiCall build() {
            return new AiCall(this);
        }
    }

    /**
     * The receiver of the deltas of a call. Used by one thread at a time, in order. A policy that wraps a sink forwards
     * {@link #hasDelivered()} to it.
     */
    public interface DeltaSink extends Consumer<AiDelta> {
        /** A sink that discards all deltas. */
        DeltaSink DISCARDING = of(delta -> {});

        @Override
        void accept(AiDelta delta);

        /**
         * Returns whether content was delivered outside the chain, or a tool started. The last sink answers; true never
         * becomes false again, and then nothing may be retried silently.
         */
        boolean hasDelivered();

        /**
         * Takes a remark of the running policy for the trace, never content. The sinks of a chain store it; others ignore
         * it.
         */
        default void remark(String note) {}

        /**
         * Returns a service of the last receiver, such as the person who reads the answer; empty if it has none of that
         * type. A policy that wraps a sink forwards this.
         */
        default <T> Optional<T> service(Class<T> type) {
            return Optional.empty();
        }

        /** Returns a sink that never counts as delivered. */
        static DeltaSink of(Consumer<AiDelta> consumer) {
            return new DeltaSink() {
                @Override
                public void accept(AiDelta delta) {
                    consumer.accept(delta);
                }

                @Override
                public boolean hasDelivered() {
                    return false;
                }
            };
        }

        /**
         * Returns a sink whose deltas go to {@code consumer}, which forwards them as it decides; this sink still answers
         * {@code hasDelivered}.
         */
        default DeltaSink forwardingTo(Consumer<AiDelta> consumer) {
            DeltaSink last = this;
            return new DeltaSink() {
                @Override
                public void accept(AiDelta delta) {
                    consumer.accept(delta);
                }

                @Override
                public boolean hasDelivered() {
                    return last.hasDelivered();
                }

                @Override
                public void remark(String note) {
                    last.remark(note);
                }

                @Override
                public <T> Optional<T> service(Class<T> type) {
                    return last.service(type);
                }
            };
        }
    }
}
