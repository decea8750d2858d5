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

/** The builder of calls, and of copies of them. */
final class CallBuilder implements AiCall.Builder {
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

    /** What another layer left; the newest first. */
    CallValue.@Nullable Note notes;

    @Nullable
    Reveal reveal;

    @Nullable
    Cancellation cancellation;

    @Nullable
    State state;

    @Nullable
    Spending spending;

    CallBuilder(AiBody body, ModelId model) {
        this.body = body;
        this.effective = body.interactions();
        this.model = Objects.requireNonNull(model, "model");
        this.outputSchema = body.outputSchema();
        this.digest = new CallDigest.Latest();
    }

    /** One that begins as a copy. */
    CallBuilder(CallValue call) {
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

    /** Where an added interaction goes: facts and instructions stand in front, everything else at the end. */
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

    @Override
    public AiCall.Builder effective(List<? extends Interaction> interactions) {
        effective = Transcript.of(interactions);
        return this;
    }

    @Override
    public AiCall.Builder options(ModelOptions options) {
        this.options = Objects.requireNonNull(options, "options");
        return this;
    }

    @Override
    public AiCall.Builder tools(List<ToolDefinition> tools) {
        this.tools = List.copyOf(tools);
        return this;
    }

    @Override
    public AiCall.Builder outputSchema(Json schema) {
        outputSchema = Optional.of(schema);
        return this;
    }

    @Override
    public AiCall.Builder ids(CallIds ids) {
        this.ids = Objects.requireNonNull(ids, "ids");
        return this;
    }

    @Override
    public AiCall.Builder namespace(String tenantOrDocument) {
        namespace = Objects.requireNonNull(tenantOrDocument, "tenantOrDocument");
        return this;
    }

    @Override
    public AiCall.Builder resources(Map<String, String> hashes) {
        resources = Collections.unmodifiableMap(new LinkedHashMap<>(hashes));
        return this;
    }

    @Override
    public AiCall.Builder resource(String name, String hash) {
        Map<String, String> more = new LinkedHashMap<>(resources);
        more.put(name, hash);
        resources = Collections.unmodifiableMap(more);
        return this;
    }

    @Override
    public <T> AiCall.Builder note(Key<T> key, T value) {
        notes = new CallValue.Note(key, Objects.requireNonNull(value, "value"), notes);
        return this;
    }

    @Override
    public AiCall.Builder reveal(Reveal reveal) {
        this.reveal = Objects.requireNonNull(reveal, "reveal");
        return this;
    }

    @Override
    public AiCall.Builder cacheUse(CacheUse use) {
        cacheUse = Objects.requireNonNull(use, "use");
        return this;
    }

    @Override
    public AiCall.Builder cancellation(Cancellation cancellation) {
        this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
        return this;
    }

    @Override
    public AiCall.Builder sink(Consumer<AiDelta> sink) {
        this.sink = sink instanceof DeltaSink own ? own : DeltaSink.of(sink);
        return this;
    }

    @Override
    public AiCall.Builder events(AiObserver events) {
        this.events = Objects.requireNonNull(events, "events");
        return this;
    }

    @Override
    public AiCall.Builder state(State state) {
        this.state = Objects.requireNonNull(state, "state");
        return this;
    }

    @Override
    public AiCall.Builder spending(Spending spending) {
        this.spending = Objects.requireNonNull(spending, "spending");
        return this;
    }

    @Override
    public AiCall build() {
        return new CallValue(this);
    }
}
