package dev.plumbline.call;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.time.Scheduler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One provider call on its way through the policies. Immutable: every change is a copy, and the body it came from never
 * changes. Its handles (cancellation, observer, state, budget) are thread-safe; the sink is used by one thread at a
 * time.
 */
public final class AiCall {
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
    final AiObserver observer;
    final CallRecorder recorder;
    final Cancellation cancellation;
    final State state;
    final BudgetTracker budget;
    final Reveal reveal;
    final CallIdentity.Latest latest;
    final @Nullable Note notes;

    AiCall(AiCallBuilder from) {
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
    public static AiCallBuilder builder(AiBody body, ModelId model) {
        return new AiCallBuilder(body, model);
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

    /** Returns name and hash of the answer's dependencies besides the text; part of the cache key; unmodifiable. */
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
    public AiObserver observer() {
        return observer;
    }

    /** Returns the recorder of this call, to which policies and providers report what they did; set by the chain. */
    public CallRecorder recorder() {
        return recorder;
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
        return identity().fingerprint();
    }

    /** Returns what the answer depends on, whose fingerprint may not have been computed yet. */
    public CallIdentity identity() {
        return latest.of(this);
    }

    /**
     * Returns a copy that sends these interactions; the digests of the same instances and of a given transcript are
     * kept.
     */
    public AiCall withEffective(List<? extends Interaction> interactions) {
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.effective = interactions instanceof Transcript own ? own : effective.reuse(interactions);
        return copy.build();
    }

    /**
     * Returns a copy with one more interaction: a Context or System after the last of its kind, at the front if there
     * is none; any other at the end.
     */
    public AiCall withAdded(Interaction interaction) {
        return withEffective(effective().insert(AiCallBuilder.place(effective(), interaction), interaction));
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
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.effective = at < 0
                ? effective.append(both)
                : effective.prefix(at).append(both).appendAll(effective.subList(at + 1, effective.size()));
        copy.facts = Optional.of(both);
        return copy.build();
    }

    /** Returns a copy for another model. */
    public AiCall withModel(ModelId model) {
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.model = Objects.requireNonNull(model, "model");
        return copy.build();
    }

    /** Returns a copy with other model options. */
    public AiCall withOptions(ModelOptions options) {
        return new AiCallBuilder(this).options(options).build();
    }

    /**
     * Returns a copy that offers fewer tools or describes them differently; the session's own tool of that name is what
     * runs.
     *
     * @throws IllegalArgumentException if it offers a tool under a name that was not offered before
     */
    public AiCall withTools(List<ToolDefinition> tools) {
        if (!AiCallBuilder.names(this.tools).containsAll(AiCallBuilder.names(tools))) {
            throw new IllegalArgumentException("a policy may offer fewer tools, never one the session does not offer");
        }
        return new AiCallBuilder(this).tools(tools).build();
    }

    /** Returns a copy with another output schema. */
    public AiCall withOutputSchema(Json schema) {
        return new AiCallBuilder(this).outputSchema(schema).build();
    }

    /** Returns a copy with one more dependency for the cache key. */
    public AiCall withResource(String name, String hash) {
        return toBuilder().addResource(name, hash).build();
    }

    /** Returns a copy whose context values of these keys are sent but are not part of the fingerprint. */
    public AiCall withCacheIrrelevantContext(Set<String> keys) {
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.cacheIrrelevantContext = Set.copyOf(keys);
        return copy.build();
    }

    /** Returns a copy whose deltas go to {@code sink}; the last sink still answers {@code hasDelivered}. */
    public AiCall withSink(Consumer<AiDelta> sink) {
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.sink = sink instanceof DeltaSink own ? own : this.sink.forwardingTo(sink);
        return copy.build();
    }

    /** Returns a copy with that reveal. */
    public AiCall withReveal(Reveal reveal) {
        return new AiCallBuilder(this).reveal(reveal).build();
    }

    /** Returns a copy with that recorder; for chains. */
    public AiCall withRecorder(CallRecorder recorder) {
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.recorder = recorder;
        return copy.build();
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
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.sink = DeltaSink.DISCARDING;
        copy.observer = AiObserver.NONE;
        copy.recorder = CallRecorder.NONE;
        copy.state = State.inMemory();
        copy.budget = BudgetTracker.unlimited();
        return copy.build();
    }

    /** Returns a builder of a copy, for several changes at once; {@code withX} of this class documents each of them. */
    public AiCallBuilder toBuilder() {
        return new AiCallBuilder(this);
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
}
