package dev.plumbline.call;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The call. Written by hand, unlike the other values: every policy copies it, and a generated copy enters a dozen methods
 * where this one enters three.
 */
final class CallValue implements AiCall {
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
    final CacheUse cacheUse;
    final DeltaSink sink;
    final AiObserver events;
    final CallRecorder recorder;
    final Cancellation cancellation;
    final State state;
    final Spending spending;
    final Reveal reveal;
    final CallDigest.Latest digest;
    final @Nullable Note notes;

    CallValue(CallBuilder from) {
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
        spending = from.spending == null ? Spending.unlimited() : from.spending;
        reveal = from.reveal != null ? from.reveal : outputSchema.isPresent() ? Reveal.WHEN_COMPLETE : Reveal.LIVE;
        digest = from.digest;
        notes = from.notes;
    }

    @Override
    public AiBody body() {
        return body;
    }

    @Override
    public Transcript effective() {
        return effective;
    }

    @Override
    public ModelId model() {
        return model;
    }

    @Override
    public ModelOptions options() {
        return options;
    }

    @Override
    public List<ToolDefinition> tools() {
        return tools;
    }

    @Override
    public Optional<Json> outputSchema() {
        return outputSchema;
    }

    @Override
    public CallIds ids() {
        return ids;
    }

    @Override
    public String namespace() {
        return namespace;
    }

    @Override
    public Map<String, String> resources() {
        return resources;
    }

    @Override
    public Set<String> unkeyedContext() {
        return unkeyedContext;
    }

    @Override
    public CacheUse cacheUse() {
        return cacheUse;
    }

    @Override
    public DeltaSink sink() {
        return sink;
    }

    @Override
    public AiObserver events() {
        return events;
    }

    @Override
    public CallRecorder recorder() {
        return recorder;
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public Spending spending() {
        return spending;
    }

    @Override
    public Reveal reveal() {
        return reveal;
    }

    @Override
    public Fingerprint fingerprint() {
        return digest.of(this);
    }

    @Override
    public AiCall withEffective(List<? extends Interaction> interactions) {
        CallBuilder copy = new CallBuilder(this);
        copy.effective = interactions instanceof Transcript own ? own : effective.reuse(interactions);
        return copy.build();
    }

    @Override
    public AiCall withModel(ModelId other) {
        CallBuilder copy = new CallBuilder(this);
        copy.model = Objects.requireNonNull(other, "model");
        return copy.build();
    }

    @Override
    public AiCall withOptions(ModelOptions other) {
        return new CallBuilder(this).options(other).build();
    }

    @Override
    public AiCall withTools(List<ToolDefinition> fewer) {
        if (!CallBuilder.names(tools).containsAll(CallBuilder.names(fewer))) {
            throw new IllegalArgumentException("a policy may offer fewer tools, never one the session does not offer");
        }
        return new CallBuilder(this).tools(fewer).build();
    }

    @Override
    public AiCall withOutputSchema(Json schema) {
        return new CallBuilder(this).outputSchema(schema).build();
    }

    @Override
    public AiCall withResource(String name, String hash) {
        return toBuilder().resource(name, hash).build();
    }

    @Override
    public AiCall withUnkeyedContext(Set<String> keys) {
        CallBuilder copy = new CallBuilder(this);
        copy.unkeyedContext = Set.copyOf(keys);
        return copy.build();
    }

    @Override
    public AiCall withSink(Consumer<AiDelta> other) {
        CallBuilder copy = new CallBuilder(this);
        copy.sink = other instanceof DeltaSink own ? own : sink.through(other);
        return copy.build();
    }

    @Override
    public AiCall withReveal(Reveal other) {
        return new CallBuilder(this).reveal(other).build();
    }

    @Override
    public AiCall withRecorder(CallRecorder other) {
        CallBuilder copy = new CallBuilder(this);
        copy.recorder = other;
        return copy.build();
    }

    @Override
    public AiCall rehearsal() {
        CallBuilder copy = new CallBuilder(this);
        copy.sink = DeltaSink.SILENT;
        copy.events = AiObserver.NONE;
        copy.recorder = CallRecorder.NONE;
        copy.state = State.inMemory();
        copy.spending = Spending.unlimited();
        return copy.build();
    }

    @Override
    public <T> Optional<T> get(Key<T> key) {
        for (Note note = notes; note != null; note = note.older) {
            if (note.key.name.equals(key.name)) {
                return Optional.of(key.type().cast(note.value));
            }
        }
        return Optional.empty();
    }

    @Override
    public <T> AiCall with(Key<T> key, T value) {
        return toBuilder().note(key, value).build();
    }

    @Override
    public AiCall.Builder toBuilder() {
        return new CallBuilder(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CallValue call
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

    /** What was asked stays out of it. */
    @Override
    public String toString() {
        return "AiCall[" + model + ", " + effective.size() + " interactions, " + tools.size() + " tools]";
    }

    /** A note that a layer left, and those before it. */
    static final class Note {
        private final Key<?> key;
        private final Object value;
        private final @Nullable Note older;

        Note(Key<?> key, Object value, @Nullable Note older) {
            this.key = key;
            this.value = value;
            this.older = older;
        }
    }
}
