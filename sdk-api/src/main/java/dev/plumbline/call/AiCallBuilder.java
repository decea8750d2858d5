package dev.plumbline.call;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
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

/** Builds a call; sets what policies may read but not change, in place of what was set before. Used by one thread. */
public final class AiCallBuilder {
    final AiBody body;
    Transcript effective;
    ModelId model;
    ModelOptions options = ModelOptions.none();
    List<ToolDefinition> tools = List.of();
    Optional<Json> outputSchema;
    CallIds ids = CallIds.NONE;
    String namespace = "";
    Map<String, String> resources = Map.of();
    Set<String> unkeyedContext = Set.of();
    CacheUse cacheUse = CacheUse.READ_WRITE;
    DeltaSink sink = DeltaSink.SILENT;
    AiObserver events = AiObserver.NONE;
    CallRecorder recorder = CallRecorder.NONE;
    CallDigest.Latest digest;

    /** The notes that policies set, newest first. */
    AiCall.@Nullable Note notes;

    @Nullable
    Reveal reveal;

    @Nullable
    Cancellation cancellation;

    @Nullable
    State state;

    @Nullable
    Spending spending;

    AiCallBuilder(AiBody body, ModelId model) {
        this.body = body;
        this.effective = body.interactions();
        this.model = Objects.requireNonNull(model, "model");
        this.outputSchema = body.outputSchema();
        this.digest = new CallDigest.Latest();
    }

    /** One that begins as a copy. */
    AiCallBuilder(AiCall call) {
        body = call.body;
        effective = call.effective;
        model = call.model;
        options = call.options;
        tools = call.tools;
        outputSchema = call.outputSchema;
        ids = call.ids;
        namespace = call.namespace;
        resources = call.resources;
        unkeyedContext = call.unkeyedContext;
        cacheUse = call.cacheUse;
        sink = call.sink;
        events = call.events;
        recorder = call.recorder;
        digest = call.digest;
        notes = call.notes;
        reveal = call.reveal;
        cancellation = call.cancellation;
        state = call.state;
        spending = call.spending;
    }

    /** The position of an added interaction: facts and instructions in front, everything else at the end. */
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

    /** Sets what will be sent; the body's interactions unless given. */
    public AiCallBuilder effective(List<? extends Interaction> interactions) {
        effective = Transcript.of(interactions);
        return this;
    }

    /** Sets how the model is asked; nothing unless given. */
    public AiCallBuilder options(ModelOptions options) {
        this.options = Objects.requireNonNull(options, "options");
        return this;
    }

    /** Sets the tools offered; none unless given. */
    public AiCallBuilder tools(List<ToolDefinition> tools) {
        this.tools = List.copyOf(tools);
        return this;
    }

    /** Sets the shape of the answer; the body's unless given. */
    public AiCallBuilder outputSchema(Json schema) {
        outputSchema = Optional.of(schema);
        return this;
    }

    /** Sets the correlation ids. */
    public AiCallBuilder ids(CallIds ids) {
        this.ids = Objects.requireNonNull(ids, "ids");
        return this;
    }

    /** Sets the tenant or document; empty unless given. */
    public AiCallBuilder namespace(String tenantOrDocument) {
        namespace = Objects.requireNonNull(tenantOrDocument, "tenantOrDocument");
        return this;
    }

    /** Sets what the answer depends on besides the text, by name and hash. */
    public AiCallBuilder resources(Map<String, String> hashes) {
        resources = Collections.unmodifiableMap(new LinkedHashMap<>(hashes));
        return this;
    }

    /** Adds something that the answer depends on besides the text, by name and hash. */
    public AiCallBuilder addResource(String name, String hash) {
        Map<String, String> more = new LinkedHashMap<>(resources);
        more.put(name, hash);
        resources = Collections.unmodifiableMap(more);
        return this;
    }

    /** Leaves a note for policies and the provider, as {@link AiCall#with}. */
    public <T> AiCallBuilder addNote(Key<T> key, T value) {
        notes = new AiCall.Note(key, Objects.requireNonNull(value, "value"), notes);
        return this;
    }

    /** Sets when deltas are shown; LIVE unless given, WHEN_COMPLETE with an output schema. */
    public AiCallBuilder reveal(Reveal reveal) {
        this.reveal = Objects.requireNonNull(reveal, "reveal");
        return this;
    }

    /** Sets what the response cache may do. */
    public AiCallBuilder cacheUse(CacheUse use) {
        cacheUse = Objects.requireNonNull(use, "use");
        return this;
    }

    /** Sets what ends waiting; one that nobody cancels unless given. */
    public AiCallBuilder cancellation(Cancellation cancellation) {
        this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
        return this;
    }

    /** Sets where deltas go; nowhere unless given. */
    public AiCallBuilder sink(Consumer<AiDelta> sink) {
        this.sink = sink instanceof DeltaSink own ? own : DeltaSink.of(sink);
        return this;
    }

    /** Sets where telemetry goes; nowhere unless given. */
    public AiCallBuilder events(AiObserver events) {
        this.events = Objects.requireNonNull(events, "events");
        return this;
    }

    /** Sets the memory; a fresh one unless given. */
    public AiCallBuilder state(State state) {
        this.state = Objects.requireNonNull(state, "state");
        return this;
    }

    /** Sets the account of the turn; an unlimited one unless given. */
    public AiCallBuilder spending(Spending spending) {
        this.spending = Objects.requireNonNull(spending, "spending");
        return this;
    }

    /** The call; never fails. */
    public AiCall build() {
        return new AiCall(this);
    }
}
