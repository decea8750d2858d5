package dev.plumbline.call;

import dev.plumbline.call.internal.ToolDefinitionList;
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

/** Builds a call; sets values that policies may read but not change, replacing earlier ones. Used by one thread. */
public final class AiCallBuilder {
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
    AiObserver observer = AiObserver.NONE;
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

    AiCallBuilder(AiBody body, ModelId model) {
        this.body = body;
        this.effective = body.interactions();
        this.model = Objects.requireNonNull(model, "model");
        this.outputSchema = body.outputSchema();
        this.latest = new CallIdentity.Latest();
    }

    /** Creates a builder that starts with everything of that call. */
    AiCallBuilder(AiCall call) {
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
    public AiCallBuilder effective(List<? extends Interaction> interactions) {
        effective = Transcript.of(interactions);
        return this;
    }

    /** Sets the model options; none by default. */
    public AiCallBuilder options(ModelOptions options) {
        this.options = Objects.requireNonNull(options, "options");
        return this;
    }

    /** Sets the tools offered; none by default. */
    public AiCallBuilder tools(List<ToolDefinition> tools) {
        this.tools = ToolDefinitionList.of(tools);
        return this;
    }

    /** Sets the output schema; the body's by default. */
    public AiCallBuilder outputSchema(Json schema) {
        outputSchema = Optional.of(schema);
        return this;
    }

    /** Sets the correlation ids. */
    public AiCallBuilder ids(CallIds ids) {
        this.ids = Objects.requireNonNull(ids, "ids");
        return this;
    }

    /** Sets the tenant or document; empty by default. */
    public AiCallBuilder namespace(String tenantOrDocument) {
        namespace = Objects.requireNonNull(tenantOrDocument, "tenantOrDocument");
        return this;
    }

    /** Sets the answer's dependencies besides the text, by name and hash. */
    public AiCallBuilder resources(Map<String, String> hashes) {
        resources = Collections.unmodifiableMap(new LinkedHashMap<>(hashes));
        return this;
    }

    /** Adds a dependency of the answer besides the text, by name and hash. */
    public AiCallBuilder addResource(String name, String hash) {
        Map<String, String> more = new LinkedHashMap<>(resources);
        more.put(name, hash);
        resources = Collections.unmodifiableMap(more);
        return this;
    }

    /** Adds an attribute for policies and the provider, as {@link AiCall#withAttribute}. */
    public <T> AiCallBuilder addNote(TypedKey<T> key, T value) {
        notes = new AiCall.Note(key, Objects.requireNonNull(value, "value"), notes);
        return this;
    }

    /** Sets when deltas are shown; by default LIVE, or WHEN_COMPLETE with an output schema. */
    public AiCallBuilder reveal(Reveal reveal) {
        this.reveal = Objects.requireNonNull(reveal, "reveal");
        return this;
    }

    /** Sets the permitted use of the response cache. */
    public AiCallBuilder cacheMode(CacheMode mode) {
        cacheMode = Objects.requireNonNull(mode, "mode");
        return this;
    }

    /** Sets the cancellation, which ends every wait; by default one that is never cancelled. */
    public AiCallBuilder cancellation(Cancellation cancellation) {
        this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
        return this;
    }

    /** Sets the receiver of deltas; none by default. */
    public AiCallBuilder sink(Consumer<AiDelta> sink) {
        this.sink = sink instanceof DeltaSink own ? own : DeltaSink.of(sink);
        return this;
    }

    /** Sets the receiver of telemetry; none by default. */
    public AiCallBuilder observer(AiObserver observer) {
        this.observer = Objects.requireNonNull(observer, "observer");
        return this;
    }

    /** Sets the state; a new one by default. */
    public AiCallBuilder state(State state) {
        this.state = Objects.requireNonNull(state, "state");
        return this;
    }

    /** Sets the tracker of the turn's budget; an unlimited one by default. */
    public AiCallBuilder budget(BudgetTracker budget) {
        this.budget = Objects.requireNonNull(budget, "budget");
        return this;
    }

    /** Builds the call; never fails. */
    public AiCall build() {
        return new AiCall(this);
    }
}
