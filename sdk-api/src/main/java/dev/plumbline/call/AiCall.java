package dev.plumbline.call;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.time.Timekeeper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One provider call on its way through the policies. Immutable: every change is a copy, and the body it came from never
 * changes. The handles in it (sink, cancellation, events, state, spending) are safe for any number of threads but the
 * sink, which is used by one at a time.
 */
public sealed interface AiCall permits CallValue {
    /** The attribute by which a call carries the time of its runtime; a provider that was given none of its own obeys it. */
    Key<Timekeeper> TIMEKEEPER = Key.of("plumbline.time", Timekeeper.class);

    /** A call outside a session, e.g. to try a chain in a test. */
    static AiCall of(AiBody body, ModelId model) {
        return builder(body, model).build();
    }

    /** A builder, for sessions, tests and whoever runs a chain alone; {@code effective} starts as the body's. */
    static Builder builder(AiBody body, ModelId model) {
        return new CallBuilder(body, model);
    }

    /** What was asked; no policy changes it. */
    AiBody body();

    /** What will be sent. */
    Transcript effective();

    /** Who is asked. */
    ModelId model();

    /** How; nothing said unless given. */
    ModelOptions options();

    /** The tools offered, in the order in which they are sent: the body's filter is already applied. */
    List<ToolDefinition> tools();

    /** The shape of the answer as asked for, before it is wrapped for the provider. */
    Optional<Json> outputSchema();

    /** Session, turn, round, request. */
    CallIds ids();

    /** Tenant or document; part of the cache key. */
    String namespace();

    /** Name and hash of what the answer depends on besides the text; part of the cache key; unmodifiable. */
    Map<String, String> resources();

    /** Keys of context values that are told to the model and left out of the fingerprint; unmodifiable. */
    Set<String> unkeyedContext();

    /** When its deltas are shown: WHEN_COMPLETE with an output schema, else LIVE, unless given. */
    Reveal reveal();

    /** What the response cache may do; READ_WRITE unless given. */
    CacheUse cacheUse();

    /** What ends waiting at once. */
    Cancellation cancellation();

    /** Where deltas go. */
    DeltaSink sink();

    /** Where telemetry goes. */
    AiObserver events();

    /** Where policies and providers write down what they did for this call; set by the chain. */
    CallRecorder recorder();

    /** The memory of the session, turn and round. */
    State state();

    /** What the turn has used of its budget. */
    Spending spending();

    /** The fingerprint of everything that decides the answer: the core of the cache key; computed once. */
    Fingerprint fingerprint();

    /** A copy that sends something else; digests of the same instances are kept, and those of a transcript given. */
    AiCall withEffective(List<? extends Interaction> interactions);

    /** A copy with one more: Context and System behind the last of their kind, at the front when there is none. */
    default AiCall withAdded(Interaction interaction) {
        return withEffective(effective().insert(CallBuilder.place(effective(), interaction), interaction));
    }

    /** A copy that asks somebody else. */
    AiCall withModel(ModelId model);

    /** A copy that asks differently. */
    AiCall withOptions(ModelOptions options);

    /**
     * A copy that offers fewer tools, or says other things of them; what runs is what the session knows by the name.
     *
     * @throws IllegalArgumentException when it offers one of a name that was not offered before
     */
    AiCall withTools(List<ToolDefinition> tools);

    /** A copy that wants another shape. */
    AiCall withOutputSchema(Json schema);

    /** A copy with one more dependency for the cache key. */
    AiCall withResource(String name, String hash);

    /** A copy whose context values of these keys are told but not part of the fingerprint. */
    AiCall withUnkeyedContext(Set<String> keys);

    /** A copy whose deltas go to {@code sink}; {@code delivered} stays the word of the last hop. */
    AiCall withSink(Consumer<AiDelta> sink);

    /** A copy that is shown in this way. */
    AiCall withReveal(Reveal reveal);

    /** A copy that is written down there; for chains. */
    AiCall withRecorder(CallRecorder recorder);

    /** A call for a policy that asks the model something else: nobody sees its deltas. It draws on the same budget. */
    default AiCall aside() {
        return withSink(DeltaSink.SILENT);
    }

    /** The same call where nobody sees its deltas and events, and which has a budget and a memory of its own. */
    AiCall rehearsal();

    /** A builder of a copy, for several changes at once; {@code withX} of this call says what each of them means. */
    Builder toBuilder();

    /** A note left by an outer layer. */
    <T> Optional<T> get(Key<T> key);

    /** A copy with a note for inner layers; never sent, never in a key. */
    <T> AiCall with(Key<T> key, T value);

    /** Leaves a remark in the trace for the layer now running, e.g. {@code miss: no entry}; never content. */
    default void note(String remark) {
        sink().remark(remark);
    }

    /** Builds a call; sets what policies may read but not change. Used by one thread. */
    sealed interface Builder permits CallBuilder {

        /** Sets what will be sent; the body's interactions unless given. */
        Builder effective(List<? extends Interaction> interactions);

        /** Sets how the model is asked; nothing unless given. */
        Builder options(ModelOptions options);

        /** Sets the tools offered; none unless given. */
        Builder tools(List<ToolDefinition> tools);

        /** Sets the shape of the answer; the body's unless given. */
        Builder outputSchema(Json schema);

        /** Sets the correlation ids. */
        Builder ids(CallIds ids);

        /** Sets the tenant or document; empty unless given. */
        Builder namespace(String tenantOrDocument);

        /** Sets what the answer depends on besides the text, by name and hash. */
        Builder resources(Map<String, String> hashes);

        /** Adds something that the answer depends on besides the text, by name and hash. */
        Builder resource(String name, String hash);

        /** Leaves a note for policies and the provider, as {@link AiCall#with}. */
        <T> Builder note(Key<T> key, T value);

        /** Sets when deltas are shown; LIVE unless given, WHEN_COMPLETE with an output schema. */
        Builder reveal(Reveal reveal);

        /** Sets what the response cache may do. */
        Builder cacheUse(CacheUse use);

        /** Sets what ends waiting; one that nobody cancels unless given. */
        Builder cancellation(Cancellation cancellation);

        /** Sets where deltas go; nowhere unless given. */
        Builder sink(Consumer<AiDelta> sink);

        /** Sets where telemetry goes; nowhere unless given. */
        Builder events(AiObserver events);

        /** Sets the memory; a fresh one unless given. */
        Builder state(State state);

        /** Sets the account of the turn; an unlimited one unless given. */
        Builder spending(Spending spending);

        /** The call; never fails. */
        AiCall build();
    }
}
