package dev.plumbline.providers.bedrock;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import dev.plumbline.providers.anthropic.AnthropicDecoder;
import dev.plumbline.providers.anthropic.AnthropicEncoder;
import dev.plumbline.providers.anthropic.AnthropicMessageWriter;
import dev.plumbline.providers.format.AnswerSchema;
import dev.plumbline.providers.format.BoundThinking;
import dev.plumbline.providers.format.ExtraOptions;
import dev.plumbline.providers.format.FittingEncoder;
import dev.plumbline.providers.format.LeftOutOptions;
import dev.plumbline.providers.format.ModelFamily;
import dev.plumbline.providers.format.ModelFamily.Thinking;
import dev.plumbline.providers.format.ModelFamily.Trait;
import dev.plumbline.providers.format.ProviderOptionKeys;
import dev.plumbline.providers.format.RequestEncoder;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.format.ToolCallForm;
import dev.plumbline.providers.format.ToolOptions;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Encodes a call as the body of a request of Converse, directly into bytes; the model is in its address. Equal calls give
 * equal bytes. The messages come last, so that a request with additional messages begins with the bytes of the previous
 * one.
 */
public final class BedrockEncoder implements RequestEncoder {
    private static final Set<String> OF_INFERENCE = Set.of("maxTokens", "temperature", "topP", "stopSequences");
    private static final Set<String> OF_FIELDS =
            Set.of("thinking", "output_config", "reasoningConfig", "reasoning_effort");
    private static final String ANSWER_TOOL = AnthropicDecoder.Block.ANSWER_TOOL;
    private static final Json ADAPTIVE = Json.object().with("type", "adaptive");
    private static final Json ANY_ARGUMENTS = Json.object().with("type", "object");

    private final String provider;
    private final ServerDialect dialect;

    /** Creates an encoder; opaque data is sent only if it came from that provider. */
    public BedrockEncoder(String provider, ServerDialect dialect) {
        this.provider = provider;
        this.dialect = dialect;
    }

    @Override
    public byte[] encode(AiCall call, boolean streamed) {
        List<Interaction> order = call.effective();
        ModelFamily model =
                ModelFamily.of(ModelFamily.Group.BEDROCK, call.model().name());
        boolean shaped =
                model.has(Trait.SHAPED) && (!isClaude(call) || claude(call).has(Trait.SHAPED_BY_CONVERSE));
        Optional<Json> answer = AnswerSchema.of(call).sent();
        boolean forced = !isClaude(call) || claude(call).has(Trait.FORCED);
        Optional<Json> tooled = answer.filter(schema -> !shaped && forced);
        if (answer.isPresent() && !shaped && !forced) {
            call.addRemark(
                    "the schema of the answer is sent in words: this model takes no schema here, and no tool that"
                            + " must be called; the answer is checked here");
            order = FittingEncoder.with(order, answer.get());
        }
        JsonWriter json = RequestEncoder.body(call).object();
        ExtraOptions.write(json, call, ProviderOptionKeys.BEDROCK);
        Map<String, Json> thinking = bound(call, thinking(call, model, tooled.isPresent()));
        inference(json, call, thinking);
        fields(json, call, thinking);
        if (shaped) {
            answer.ifPresent(schema -> outputConfig(json, schema));
        }
        boolean hasTools = tools(json, call, tooled);
        new BedrockContentWriter(json, target(call, model)).write(order);
        if (!hasTools) {
            called(json, order);
        }
        return json.end().toBytes();
    }

    private BedrockContentWriter.Target target(AiCall call, ModelFamily model) {
        boolean cited = !call.options().extras().isEmpty()
                && call.options().extra(ProviderOptionKeys.CITATIONS).orElse(false);
        AnthropicMessageWriter.Marks marks = AnthropicMessageWriter.Marks.of(call);
        return new BedrockContentWriter.Target(provider, model, cited, BoundThinking.isLeftOut(call), marks);
    }

    /** Returns the members that request reasoning in the way of the model; empty for none. */
    private Map<String, Json> thinking(AiCall call, ModelFamily model, boolean tooled) {
        Optional<ModelOptions.Reasoning> wanted = call.options().reasoning();
        boolean off = wanted.isEmpty() || wanted.get() == ModelOptions.Reasoning.NONE;
        if (model.thinking() == Thinking.EFFORT && wanted.isPresent()) {
            return Map.of("reasoning_effort", effort(model, wanted.get(), call));
        }
        if (off) {
            return Map.of();
        }
        if (tooled && model.thinking() != Thinking.NONE) {
            LeftOutOptions.add(call, "no reasoning: the answer is a tool call");
            return Map.of();
        }
        return switch (model.thinking()) {
            case CLAUDE -> claude(call, wanted.get());
            case NOVA -> Map.of("reasoningConfig", nova(model, wanted.get(), call));
            default -> {
                LeftOutOptions.add(call, "the effort is not sent: it has no form for this model");
                yield Map.of();
            }
        };
    }

    /** Adds the request that the service drops thinking that no longer fits, if it is to be made. */
    private static Map<String, Json> bound(AiCall call, Map<String, Json> thinking) {
        if (BoundThinking.of(call) != BoundThinking.Handling.DROPPED) {
            return thinking;
        }
        Map<String, Json> bound = new LinkedHashMap<>(thinking);
        ModelOptions options = call.options();
        if (!BoundThinking.rawThinking(options).exists()) {
            Json own = thinking.getOrDefault(BoundThinking.THINKING, ADAPTIVE);
            bound.put(BoundThinking.THINKING, own.with(BoundThinking.BLOCK_BINDING, BoundThinking.DROP));
        }
        if (!BoundThinking.rawFields(options).get(BoundThinking.BETAS).exists()) {
            bound.put(BoundThinking.BETAS, Json.of(List.of(BoundThinking.BETA)));
        }
        return bound;
    }

    private static Json nova(ModelFamily model, ModelOptions.Reasoning effort, AiCall call) {
        return Json.object().with("type", "enabled").with("maxReasoningEffort", effort(model, effort, call));
    }

    private Map<String, Json> claude(AiCall call, ModelOptions.Reasoning effort) {
        Map<String, Json> members = new LinkedHashMap<>();
        switch (claude(call).thinking()) {
            case BUDGET -> {
                int budget = AnthropicEncoder.budget(call, effort);
                if (budget > 0) {
                    members.put(
                            "thinking", Json.object().with("type", "enabled").with("budget_tokens", budget));
                }
            }
            case ADAPTIVE -> {
                members.put(
                        "thinking",
                        claude(call).has(Trait.DISPLAYED)
                                ? ADAPTIVE.with(AnthropicEncoder.DISPLAY, AnthropicEncoder.SUMMARIZED)
                                : ADAPTIVE);
                claude(call)
                        .efforts()
                        .word(effort, call)
                        .ifPresent(word ->
                                members.put("output_config", Json.object().with("effort", word)));
            }
            default -> LeftOutOptions.add(call, "the effort is not sent: this model does not think");
        }
        return members;
    }

    private void inference(JsonWriter json, AiCall call, Map<String, Json> thinking) {
        ModelOptions options = call.options();
        JsonWriter config = new JsonWriter().object();
        Json budget = thinking.getOrDefault("thinking", Json.object()).get("budget_tokens");
        if (options.maxOutputTokens().isPresent()) {
            config.name("maxTokens").value(options.maxOutputTokens().getAsInt());
        } else if (budget.exists()) {
            int most = claude(call).maxTokens();
            config.name("maxTokens").value(most + budget.asLong());
        }
        boolean claude = isClaude(call);
        boolean sampled = !claude || claude(call).has(Trait.SAMPLED);
        sampling(config, call, sampled && thinking.isEmpty(), claude);
        options.seed().ifPresent(seed -> LeftOutOptions.add(call, "seed is not sent to Bedrock"));
        if (!options.stop().isEmpty()) {
            config.name("stopSequences").array();
            options.stop().forEach(config::value);
            config.end();
        }
        ExtraOptions.writeJoined(config, call, ExtraOptions.INFERENCE_CONFIG, OF_INFERENCE);
        write(json, ExtraOptions.INFERENCE_CONFIG, config);
    }

    /** Claude takes one of temperature and top_p, and neither of them while it thinks. */
    private void sampling(JsonWriter config, AiCall call, boolean taken, boolean one) {
        ModelOptions options = call.options();
        if (!taken) {
            LeftOutOptions.addSampling(call, "not taken by this model, or not when it reasons");
            return;
        }
        options.temperature()
                .ifPresent(value -> config.name("temperature").value(LeftOutOptions.atMostOne(call, value)));
        if (options.temperature().isEmpty() || !one) {
            options.topP().ifPresent(value -> config.name("topP").value(value));
        } else {
            options.topP().ifPresent(value -> LeftOutOptions.add(call, "topP is not sent beside a temperature"));
        }
    }

    private static void fields(JsonWriter json, AiCall call, Map<String, Json> thinking) {
        JsonWriter fields = new JsonWriter().object();
        thinking.forEach((name, value) -> fields.name(name).json(value));
        ExtraOptions.writeJoined(
                fields,
                call,
                ExtraOptions.MODEL_FIELDS,
                call.options().reasoning().isPresent() ? OF_FIELDS : Set.of());
        write(json, ExtraOptions.MODEL_FIELDS, fields);
    }

    private static void write(JsonWriter json, String name, JsonWriter object) {
        byte[] bytes = object.end().toBytes();
        if (bytes.length > "{}".length()) {
            json.name(name).encoded(bytes);
        }
    }

    /** The schema is sent as a text, as the service requires. */
    private static void outputConfig(JsonWriter json, Json schema) {
        json.name("outputConfig").object().name("textFormat").object();
        json.name("type")
                .value("json_schema")
                .name("structure")
                .object()
                .name("jsonSchema")
                .object();
        json.name("name").value("answer").name("schema").value(schema.text());
        json.end().end().end().end();
    }

    /**
     * Writes the tools; returns whether there are any. The service has no way to forbid them: they are left out then, but
     * for models that bind their thinking to the tools, whose calls the session refuses.
     */
    private boolean tools(JsonWriter json, AiCall call, Optional<Json> answer) {
        ToolOptions options = ToolOptions.of(call, dialect);
        ModelOptions.ToolChoice choice = call.options().toolChoice().orElse(ModelOptions.ToolChoice.AUTO);
        List<ToolDefinition> tools =
                choice == ModelOptions.ToolChoice.NONE && !isClaude(call) ? List.of() : call.tools();
        if (tools.isEmpty() && answer.isEmpty() && !options.hasServerTools()) {
            return false;
        }
        json.name("toolConfig").object().name("tools").array();
        options.writeServerTools(json);
        for (ToolDefinition tool : tools) {
            tool(json, new Spec(tool.name(), tool.description(), tool.inputSchema()), options.isStrict(tool));
        }
        answer.ifPresent(schema ->
                tool(json, new Spec(ANSWER_TOOL, "Gives the final answer in the wanted shape.", schema), false));
        json.end();
        if (answer.isPresent() && (tools.isEmpty() || choice == ModelOptions.ToolChoice.NONE)) {
            json.name("toolChoice").object().name("tool").object();
            json.name("name").value(ANSWER_TOOL).end().end();
        } else if (answer.isPresent() || (choice == ModelOptions.ToolChoice.REQUIRED && !tools.isEmpty())) {
            choice(json, call, answer.isPresent());
            if (answer.isPresent() && choice == ModelOptions.ToolChoice.REQUIRED) {
                LeftOutOptions.add(call, "a tool is not forced: the answer of a schema is one of the tools");
            }
        }
        json.end();
        if (answer.isEmpty() && choice == ModelOptions.ToolChoice.NONE && !tools.isEmpty()) {
            call.addRemark(
                    "tools are not forbidden: the service has no such choice, and the session refuses their calls");
        }
        return true;
    }

    private static ModelFamily claude(AiCall call) {
        return ModelFamily.of(ModelFamily.Group.CLAUDE, call.model().name());
    }

    private static boolean isClaude(AiCall call) {
        return ModelFamily.of(ModelFamily.Group.BEDROCK, call.model().name()).thinking() == Thinking.CLAUDE;
    }

    private void choice(JsonWriter json, AiCall call, boolean answer) {
        boolean claude = isClaude(call);
        boolean thinks = call.options().reasoning().orElse(ModelOptions.Reasoning.NONE) != ModelOptions.Reasoning.NONE;
        if (claude && !answer && (thinks || !claude(call).has(Trait.FORCED))) {
            LeftOutOptions.add(call, "a tool is not forced: this model does not take that, or does not think then");
            return;
        }
        json.name("toolChoice").object().name("any").object().end().end();
    }

    /**
     * Declares the tools that were called, in a call without tools, because the service refuses calls in a conversation
     * without them. Another call of one is refused as that of an unknown tool.
     */
    private static void called(JsonWriter json, List<? extends Interaction> order) {
        Set<String> names = new LinkedHashSet<>();
        for (Interaction item : order) {
            if (item instanceof Interaction.ToolCall call) {
                names.add(ToolCallForm.name(call.name()));
            }
        }
        if (!names.isEmpty()) {
            json.name("toolConfig").object().name("tools").array();
            names.forEach(name -> tool(json, new Spec(name, "No longer available.", ANY_ARGUMENTS), false));
            json.end().end();
        }
    }

    private static void tool(JsonWriter json, Spec spec, boolean strict) {
        json.object().name("toolSpec").object().name("name").value(spec.name);
        if (!spec.description.isEmpty()) {
            json.name("description").value(spec.description);
        }
        json.name("inputSchema").object().name("json").json(spec.schema).end();
        if (strict) {
            json.name("strict").value(true);
        }
        json.end().end();
    }

    /** What a model is shown of a tool. */
    private record Spec(String name, String description, Json schema) {}

    private static Json effort(ModelFamily model, ModelOptions.Reasoning effort, AiCall call) {
        return Json.of(model.efforts().word(effort, call).orElseThrow());
    }
}
