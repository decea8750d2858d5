package dev.plumbline.providers.anthropic;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import dev.plumbline.providers.format.AnswerSchema;
import dev.plumbline.providers.format.BoundThinking;
import dev.plumbline.providers.format.ExtraOptions;
import dev.plumbline.providers.format.LeftOutOptions;
import dev.plumbline.providers.format.ModelFamily;
import dev.plumbline.providers.format.ModelFamily.Trait;
import dev.plumbline.providers.format.ProviderOptionKeys;
import dev.plumbline.providers.format.RequestEncoder;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.format.ToolOptions;
import java.util.Locale;
import java.util.Optional;

/**
 * Encodes a call as the body of an Anthropic messages request, directly into bytes. Equal calls give equal bytes. The
 * messages come last, so that a request with additional messages begins with the bytes of the previous one.
 */
public final class AnthropicEncoder implements RequestEncoder {
    private static final int LEAST_THINKING = 1_024;

    /** How thinking is shown. */
    public static final String DISPLAY = "display";

    /** Thinking is shown as a summary. */
    public static final String SUMMARIZED = "summarized";

    private final String provider;
    private final AnthropicVersion version;
    private final ServerDialect dialect;

    /** Creates an encoder; opaque data is sent only if it came from that provider. */
    public AnthropicEncoder(String provider, AnthropicVersion version, ServerDialect dialect) {
        this.provider = provider;
        this.version = version;
        this.dialect = dialect;
    }

    @Override
    public byte[] encode(AiCall call, boolean streamed) {
        ModelFamily model =
                ModelFamily.of(ModelFamily.Group.CLAUDE, call.model().name());
        Optional<Json> answer = AnswerSchema.of(call).sent();
        boolean tooled = answer.isPresent() && !model.has(Trait.SHAPED);
        int budget = budget(call, model, tooled);
        boolean thinking = budget > 0 || adaptive(call, model).isPresent();
        JsonWriter json = RequestEncoder.body(call).object();
        json.name("model").value(call.model().name());
        json.name("max_tokens").value(maxTokens(call, model, budget));
        json.name("stream").value(streamed);
        sampling(json, call, model, thinking);
        effort(json, call, model, budget);
        ExtraOptions.write(json, call, ProviderOptionKeys.MESSAGES);
        tools(json, call, new AddedTools(ToolOptions.of(call, dialect), tooled ? answer : Optional.empty()));
        toolChoice(json, call, tooled, thinking || !model.has(Trait.FORCED));
        AnthropicMessageWriter turns = new AnthropicMessageWriter(
                json, provider, isCited(call), BoundThinking.isLeftOut(call), AnthropicMessageWriter.Marks.of(call));
        turns.write(call.effective());
        return json.end().toBytes();
    }

    /** Returns whether documents are cited in the answer; the service refuses that together with a schema. */
    private boolean isCited(AiCall call) {
        boolean wanted = !call.options().extras().isEmpty()
                && call.options().extra(ProviderOptionKeys.CITATIONS).orElse(false);
        if (wanted && AnswerSchema.of(call).sent().isPresent()) {
            LeftOutOptions.add(call, "citations are not requested: the service has none with a schema");
            return false;
        }
        return wanted;
    }

    private static int maxTokens(AiCall call, ModelFamily model, int budget) {
        return call.options().maxOutputTokens().orElse(model.maxTokens() + budget);
    }

    /** Returns the thinking budget in tokens; 0 for none, and for models that decide for themselves. */
    private int budget(AiCall call, ModelFamily model, boolean tooled) {
        ModelOptions.Reasoning effort = call.options().reasoning().orElse(ModelOptions.Reasoning.NONE);
        if (effort == ModelOptions.Reasoning.NONE) {
            return 0;
        }
        return switch (model.thinking()) {
            case BUDGET -> {
                if (tooled) {
                    LeftOutOptions.add(call, "no thinking: the answer is a tool call");
                }
                yield tooled ? 0 : budget(call, effort);
            }
            case ADAPTIVE -> 0;
            default -> {
                LeftOutOptions.add(call, "the effort is not sent: this model does not think");
                yield 0;
            }
        };
    }

    /**
     * Returns the budget of an effort in tokens: half of the answer at most, and 0 if the answer is too short to think. What
     * is less than the effort is noted.
     */
    public static int budget(AiCall call, ModelOptions.Reasoning effort) {
        int wanted = budget(effort);
        int most = call.options().maxOutputTokens().orElse(Integer.MAX_VALUE) / 2;
        if (most < LEAST_THINKING) {
            LeftOutOptions.add(call, "no thinking: the answer is too short for it");
            return 0;
        }
        if (wanted > most) {
            LeftOutOptions.add(
                    call, "reasoning " + effort + " is sent as " + most + " tokens: half of the answer at most");
        }
        return Math.min(wanted, most);
    }

    private static int budget(ModelOptions.Reasoning effort) {
        return switch (effort) {
            case NONE -> 0;
            case LOW -> 2_048;
            case MEDIUM -> 8_192;
            case HIGH -> 16_384;
            case EXTRA_HIGH -> 24_576;
            case MAX -> 32_768;
        };
    }

    private void sampling(JsonWriter json, AiCall call, ModelFamily model, boolean thinking) {
        ModelOptions options = call.options();
        if (!version.takesSampling()) {
            LeftOutOptions.addSampling(call, "not taken by version " + version.date() + " of the API; see apiVersion");
        } else if (thinking || !model.has(Trait.SAMPLED)) {
            LeftOutOptions.addSampling(call, "not taken by this model, or not when it thinks");
        } else if (options.temperature().isPresent()) {
            json.name("temperature")
                    .value(LeftOutOptions.atMostOne(call, options.temperature().getAsDouble()));
            options.topP().ifPresent(value -> LeftOutOptions.add(call, "topP is not sent beside a temperature"));
        } else {
            options.topP().ifPresent(value -> json.name("top_p").value(value));
        }
        options.seed().ifPresent(seed -> LeftOutOptions.add(call, "seed is not sent to anthropic"));
        if (!options.stop().isEmpty()) {
            json.name("stop_sequences").array();
            options.stop().forEach(json::value);
            json.end();
        }
    }

    private static void effort(JsonWriter json, AiCall call, ModelFamily model, int budget) {
        if (budget > 0) {
            json.name("thinking").object().name("type").value("enabled");
            json.name("budget_tokens").value(budget).end();
        }
        Optional<String> effort = adaptive(call, model);
        if (effort.isEmpty() && call.options().reasoning().isPresent() && model.has(Trait.THINKS_ALWAYS)) {
            LeftOutOptions.add(call, "reasoning is not switched off: this model always thinks");
        }
        boolean bound = BoundThinking.of(call) == BoundThinking.Handling.DROPPED;
        if (effort.isPresent()
                || (bound && !BoundThinking.rawThinking(call.options()).exists())) {
            json.name("thinking").object().name("type").value("adaptive");
            if (effort.isPresent() && model.has(Trait.DISPLAYED)) {
                json.name(DISPLAY).value(SUMMARIZED);
            }
            if (bound) {
                json.name(BoundThinking.BLOCK_BINDING).json(BoundThinking.DROP);
            }
            json.end();
        }
        outputConfig(json, effort, AnswerSchema.of(call).sent().filter(schema -> model.has(Trait.SHAPED)));
    }

    /** Returns the word of the effort for a model that decides for itself how long to think. */
    private static Optional<String> adaptive(AiCall call, ModelFamily model) {
        return call.options()
                .reasoning()
                .filter(wanted -> wanted != ModelOptions.Reasoning.NONE)
                .filter(wanted -> model.thinking() == ModelFamily.Thinking.ADAPTIVE)
                .flatMap(wanted -> model.efforts().word(wanted, call));
    }

    private static void outputConfig(JsonWriter json, Optional<String> effort, Optional<Json> schema) {
        if (effort.isEmpty() && schema.isEmpty()) {
            return;
        }
        json.name("output_config").object();
        effort.ifPresent(word -> json.name("effort").value(word));
        schema.ifPresent(shape -> json.name("format")
                .object()
                .name("type")
                .value("json_schema")
                .name("schema")
                .json(shape)
                .end());
        json.end();
    }

    private static void tools(JsonWriter json, AiCall call, AddedTools added) {
        ToolOptions options = added.options();
        if (call.tools().isEmpty() && added.answer().isEmpty() && !options.hasServerTools()) {
            return;
        }
        json.name("tools").array();
        options.writeServerTools(json);
        for (ToolDefinition tool : call.tools()) {
            tool(json, tool.name(), tool.description(), tool.inputSchema());
            if (options.isStrict(tool)) {
                json.name("strict").value(true);
            }
            if (options.isDeferred(tool)) {
                json.name("defer_loading").value(true);
            }
            json.end();
        }
        added.answer().ifPresent(schema -> {
            tool(json, AnthropicDecoder.Block.ANSWER_TOOL, "Gives the final answer in the wanted shape.", schema);
            json.end();
        });
        json.end();
    }

    /** What is sent beside the tools of a call: its options for tools, and a schema of the answer as a tool. */
    private record AddedTools(ToolOptions options, Optional<Json> answer) {}

    private static void tool(JsonWriter json, String name, String description, Json schema) {
        json.object().name("name").value(name);
        if (!description.isEmpty()) {
            json.name("description").value(description);
        }
        json.name("input_schema").json(schema);
    }

    private void toolChoice(JsonWriter json, AiCall call, boolean tooled, boolean unforced) {
        boolean must = call.options().toolChoice().equals(Optional.of(ModelOptions.ToolChoice.REQUIRED));
        if (must && (tooled || unforced)) {
            LeftOutOptions.add(
                    call,
                    "a tool is not forced: "
                            + (tooled
                                    ? "the answer of a schema is one of the tools"
                                    : "this model does not take that, or does not think then"));
        }
        if (tooled) {
            boolean alone = call.tools().isEmpty()
                    || call.options().toolChoice().equals(Optional.of(ModelOptions.ToolChoice.NONE));
            choice(json, alone ? "tool" : "any");
        } else if (!call.tools().isEmpty()) {
            call.options().toolChoice().ifPresent(word -> choice(json, must ? unforced ? "auto" : "any" : lower(word)));
        }
    }

    private static void choice(JsonWriter json, String type) {
        json.name("tool_choice").object().name("type").value(type);
        if (type.equals("tool")) {
            json.name("name").value(AnthropicDecoder.Block.ANSWER_TOOL);
        }
        json.end();
    }

    private static String lower(ModelOptions.ToolChoice word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
