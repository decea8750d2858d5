package dev.plumbline.body;

import dev.plumbline.json.Json;
import dev.plumbline.json.UntrustedJson;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The builder of bodies; it holds an immutable transcript, so building does not end its life. */
final class BodyBuilder implements AiBody.Builder {
    private Transcript interactions = Transcript.empty();
    private Selector toolFilter = Selector.NONE;
    private Selector contextFilter = Selector.NONE;
    private Optional<Json> outputSchema = Optional.empty();

    BodyBuilder from(AiBody body) {
        interactions = body.interactions();
        toolFilter = body.toolFilter();
        contextFilter = body.contextFilter();
        outputSchema = body.outputSchema();
        return this;
    }

    @Override
    public AiBody.Builder addSystem(String text) {
        return add(new Interaction.System(text));
    }

    @Override
    public AiBody.Builder addContext(String key, @Nullable Object value) {
        int last = interactions.size() - 1;
        if (last >= 0 && interactions.get(last) instanceof Interaction.Context context) {
            Map<String, Json> values = new LinkedHashMap<>(context.values());
            values.put(key, UntrustedJson.of(value));
            interactions = Transcript.of(interactions.subList(0, last));
            return add(new Interaction.Context(values));
        }
        return add(new Interaction.Context(Map.of(key, UntrustedJson.of(value))));
    }

    @Override
    public AiBody.Builder addUser(String text) {
        return add(new Interaction.User(List.of(new Part.Text(text))));
    }

    @Override
    public AiBody.Builder addUser(Part... parts) {
        return add(new Interaction.User(List.of(parts)));
    }

    @Override
    public AiBody.Builder addAssistant(String text) {
        return add(new Interaction.Assistant(List.of(new Part.Text(text))));
    }

    @Override
    public AiBody.Builder addToolCall(String id, String name, Json arguments) {
        return add(new Interaction.ToolCall(id, name, arguments));
    }

    @Override
    public AiBody.Builder addToolResult(String callId, ToolEnvelope envelope) {
        return add(new Interaction.ToolResult(callId, envelope));
    }

    @Override
    public AiBody.Builder add(Interaction interaction) {
        interactions = interactions.append(interaction);
        return this;
    }

    @Override
    public AiBody.Builder addAll(Collection<? extends Interaction> more) {
        more.forEach(this::add);
        return this;
    }

    @Override
    public AiBody.Builder toolFilter(String selector) {
        toolFilter = Selector.of(selector);
        return this;
    }

    @Override
    public AiBody.Builder contextFilter(String selector) {
        contextFilter = Selector.of(selector);
        return this;
    }

    @Override
    public AiBody.Builder outputSchema(Json schema) {
        outputSchema = Optional.of(schema);
        return this;
    }

    @Override
    public AiBody build() {
        Pairing.fault(interactions).ifPresent(fault -> {
            throw new IllegalStateException(fault);
        });
        return ImmutableAiBody.builder()
                .interactions(interactions)
                .toolFilter(toolFilter)
                .contextFilter(contextFilter)
                .outputSchema(outputSchema)
                .build();
    }
}
