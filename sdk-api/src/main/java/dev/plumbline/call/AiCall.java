package dev.plumbline.call;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.time.Scheduler;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One provider call on its way through the policies. Immutable: every change is a copy, and the body it came from never
 * changes. The handles in it (sink, cancellation, events, state, spending) are safe for any number of threads but the
 * sink, which is used by one at a time.
 */
public final class AiCall {
    /** The attribute by which a call carries the time of its runtime; a provider that was given none of its own obeys it. */
    public static final TypedKey<Scheduler> TIMEKEEPER = TypedKey.of("plumbline.time", Scheduler.class);

    final AiBody body;
    final Transcript effective;
    final ModelId model;
    final ModelOptions options;
    final List<ToolDefinition> tools;
    final Optional<Json> outputSchema;
    final CallIds ids;
    final String namespace;
    final Map<String, String> resources;
    final Set<String> unkeyedContext;
    final CacheMode cacheUse;
    final DeltaSink sink;
    final AiObserver events;
    final CallRecorder recorder;
    final Cancellation cancellation;
    final State state;
    final BudgetTracker spending;
    final Reveal reveal;
    final CallDigest.Latest digest;
    final @Nullable Note notes;

    AiCall(AiCallBuilder from) {
        body = from.body;
        effective = from.effective;
        model = from.model;
        options = from.options;
        tools = from.tools;
        outputSchema = from.outputSchema;
        ids = from.ids;
        namespace = from.namespace;
        resources = from.resources;
        unkeyedContext = from.unkeyedContext;
        cacheUse = from.cacheUse;
        sink = from.sink;
        events = from.events;
        recorder = from.recorder;
        cancellation = from.cancellation == null ? Cancellation.create() : from.cancellation;
        state = from.state == null ? State.inMemory() : from.state;
        spending = from.spending == null ? BudgetTracker.unlimited() : from.spending;
        reveal = from.reveal != null ? from.reveal : outputSchema.isPresent() ? Reveal.WHEN_COMPLETE : Reveal.LIVE;
        digest = from.digest;
        notes = from.notes;
    }

    /** A call outside a session, e.g. to try a chain in a test. */
    public static AiCall of(AiBody body, ModelId model) {
        return builder(body, model).build();
    }

    /** A builder, for sessions, tests and whoever runs a chain alone; {@code effective} starts as the body's. */
    public static AiCallBuilder builder(AiBody body, ModelId model) {
        return new AiCallBuilder(body, model);
    }

    /** The stored request of the user; no policy changes it. */
    public AiBody body() {
        return body;
    }

    /** The interactions that will be sent to the provider. */
    public Transcript effective() {
        return effective;
    }

    /** The provider and model of this call. */
    public ModelId model() {
        return model;
    }

    /** The model options; none unless given. */
    public ModelOptions options() {
        return options;
    }

    /** The tools offered, in the order in which they are sent: the body's filter is already applied. */
    public List<ToolDefinition> tools() {
        return tools;
    }

    /** The schema of the answer as the body has it, before it is adapted to the provider. */
    public Optional<Json> outputSchema() {
        return outputSchema;
    }

    /** The ids of the session, turn, round and request. */
    public CallIds ids() {
        return ids;
    }

    /** The name of the tenant or document; part of the cache key. */
    public String namespace() {
        return namespace;
    }

    /** Name and hash of what the answer depends on besides the text; part of the cache key; unmodifiable. */
    public Map<String, String> resources() {
        return resources;
    }

    /** Keys of context values that are sent to the model and left out of the fingerprint; unmodifiable. */
    public Set<String> unkeyedContext() {
        return unkeyedContext;
    }

    /** The moment at which deltas are shown: WHEN_COMPLETE with an output schema, else LIVE, unless given. */
    public Reveal reveal() {
        return reveal;
    }

    /** The permitted use of the response cache; READ_WRITE unless given. */
    public CacheMode cacheUse() {
        return cacheUse;
    }

    /** The cancellation, which ends every wait at once. */
    public Cancellation cancellation() {
        return cancellation;
    }

    /** The receiver of deltas. */
    public DeltaSink sink() {
        return sink;
    }

    /** The receiver of telemetry events. */
    public AiObserver events() {
        return events;
    }

    /** The recorder of this call, to which policies and providers report what they did; set by the chain. */
    public CallRecorder recorder() {
        return recorder;
    }

    /** The memory of the session, turn and round. */
    public State state() {
        return state;
    }

    /** The tracker of the budget of the turn. */
    public BudgetTracker spending() {
        return spending;
    }

    /** The fingerprint of everything that decides the answer: the core of the cache key; computed once. */
    public Fingerprint fingerprint() {
        return digest.of(this);
    }

    /** A copy that sends something else; digests of the same instances are kept, and those of a transcript given. */
    public AiCall withEffective(List<? extends Interaction> interactions) {
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.effective = interactions instanceof Transcript own ? own : effective.reuse(interactions);
        return copy.build();
    }

    /** A copy with one more: Context and System behind the last of their kind, at the front when there is none. */
    public AiCall withAdded(Interaction interaction) {
        return withEffective(effective().insert(AiCallBuilder.place(effective(), interaction), interaction));
    }

    /** A copy that asks another model. */
    public AiCall withModel(ModelId model) {
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.model = Objects.requireNonNull(model, "model");
        return copy.build();
    }

    /** A copy that asks differently. */
    public AiCall withOptions(ModelOptions options) {
        return new AiCallBuilder(this).options(options).build();
    }

    /**
     * A copy that offers fewer tools, or says other things of them; what runs is what the session knows by the name.
     *
     * @throws IllegalArgumentException when it offers one of a name that was not offered before
     */
    public AiCall withTools(List<ToolDefinition> tools) {
        if (!AiCallBuilder.names(this.tools).containsAll(AiCallBuilder.names(tools))) {
            throw new IllegalArgumentException("a policy may offer fewer tools, never one the session does not offer");
        }
        return new AiCallBuilder(this).tools(tools).build();
    }

    /** A copy that wants another shape. */
    public AiCall withOutputSchema(Json schema) {
        return new AiCallBuilder(this).outputSchema(schema).build();
    }

    /** A copy with one more dependency for the cache key. */
    public AiCall withResource(String name, String hash) {
        return toBuilder().addResource(name, hash).build();
    }

    /** A copy whose context values of these keys are sent but are not part of the fingerprint. */
    public AiCall withUnkeyedContext(Set<String> keys) {
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.unkeyedContext = Set.copyOf(keys);
        return copy.build();
    }

    /** A copy whose deltas go to {@code sink}; {@code delivered} is still answered by the last sink. */
    public AiCall withSink(Consumer<AiDelta> sink) {
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.sink = sink instanceof DeltaSink own ? own : this.sink.through(sink);
        return copy.build();
    }

    /** A copy that is shown in this way. */
    public AiCall withReveal(Reveal reveal) {
        return new AiCallBuilder(this).reveal(reveal).build();
    }

    /** A copy that is written down there; for chains. */
    public AiCall withRecorder(CallRecorder recorder) {
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.recorder = recorder;
        return copy.build();
    }

    /** A call for a policy that asks the model something else: nobody sees its deltas. It draws on the same budget. */
    public AiCall aside() {
        return withSink(DeltaSink.SILENT);
    }

    /** The same call where nobody sees its deltas and events, and which has a budget and a memory of its own. */
    public AiCall rehearsal() {
        AiCallBuilder copy = new AiCallBuilder(this);
        copy.sink = DeltaSink.SILENT;
        copy.events = AiObserver.NONE;
        copy.recorder = CallRecorder.NONE;
        copy.state = State.inMemory();
        copy.spending = BudgetTracker.unlimited();
        return copy.build();
    }

    /** A builder of a copy, for several changes at once; {@code withX} of this call says what each of them means. */
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
                && unkeyedContext.equals(call.unkeyedContext)
                && reveal == call.reveal
                && cacheUse == call.cacheUse;
    }

    @Override
    public int hashCode() {
        return Objects.hash(body, effective, model, options, tools, outputSchema, namespace, resources);
    }

    /** Shows no content of the request. */
    @Override
    public String toString() {
        return "AiCall[" + model + ", " + effective.size() + " interactions, " + tools.size() + " tools]";
    }

    /** A note set by an outer policy. */
    public <T> Optional<T> get(TypedKey<T> key) {
        for (Note note = notes; note != null; note = note.older) {
            if (note.key.name.equals(key.name)) {
                return Optional.of(key.type().cast(note.value));
            }
        }
        return Optional.empty();
    }

    /** A copy with a note for inner policies; never sent, never in a key. */
    public <T> AiCall with(TypedKey<T> key, T value) {
        return toBuilder().addNote(key, value).build();
    }

    /** Adds a remark to the trace for the running policy, e.g. {@code miss: no entry}; never content. */
    public void note(String remark) {
        sink().remark(remark);
    }

    /** A note that a policy set, linked to those set before it. */
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
