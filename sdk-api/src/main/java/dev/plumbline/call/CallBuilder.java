package dev.plumbline.call;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The builder of calls, over the generated one. */
final class CallBuilder implements AiCall.Builder {
    private final ImmutableAiCall.Builder fields = ImmutableAiCall.builder();

    CallBuilder(AiBody body, ModelId model) {
        fields.body(body).effective(body.interactions()).model(model).outputSchema(body.outputSchema());
        fields.putNotes(CallDigest.Latest.KEY, new CallDigest.Latest());
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

    static <K, V> Map<K, V> plus(Map<? extends K, ? extends V> map, K key, V value) {
        Map<K, V> copy = new LinkedHashMap<>(map);
        copy.put(key, value);
        return copy;
    }

    @Override
    public AiCall.Builder effective(List<? extends Interaction> interactions) {
        fields.effective(Transcript.of(interactions));
        return this;
    }

    @Override
    public AiCall.Builder options(ModelOptions options) {
        fields.options(options);
        return this;
    }

    @Override
    public AiCall.Builder tools(List<ToolDefinition> tools) {
        fields.tools(tools);
        return this;
    }

    @Override
    public AiCall.Builder outputSchema(Json schema) {
        fields.outputSchema(schema);
        return this;
    }

    @Override
    public AiCall.Builder ids(CallIds ids) {
        fields.ids(ids);
        return this;
    }

    @Override
    public AiCall.Builder namespace(String tenantOrDocument) {
        fields.namespace(tenantOrDocument);
        return this;
    }

    @Override
    public AiCall.Builder resources(Map<String, String> hashes) {
        fields.resources(hashes);
        return this;
    }

    @Override
    public AiCall.Builder reveal(Reveal reveal) {
        fields.reveal(reveal);
        return this;
    }

    @Override
    public AiCall.Builder cacheUse(CacheUse use) {
        fields.cacheUse(use);
        return this;
    }

    @Override
    public AiCall.Builder cancellation(Cancellation cancellation) {
        fields.cancellation(cancellation);
        return this;
    }

    @Override
    public AiCall.Builder sink(Consumer<AiDelta> sink) {
        fields.sink(sink instanceof DeltaSink own ? own : DeltaSink.of(sink));
        return this;
    }

    @Override
    public AiCall.Builder events(AiObserver events) {
        fields.events(events);
        return this;
    }

    @Override
    public AiCall.Builder state(State state) {
        fields.state(state);
        return this;
    }

    @Override
    public AiCall.Builder spending(Spending spending) {
        fields.spending(spending);
        return this;
    }

    @Override
    public AiCall build() {
        return fields.build();
    }
}
