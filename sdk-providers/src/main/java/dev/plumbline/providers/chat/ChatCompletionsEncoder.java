package dev.plumbline.providers.chat;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import dev.plumbline.providers.format.AlternatingMessages;
import dev.plumbline.providers.format.AnswerSchema;
import dev.plumbline.providers.format.EffortLevels;
import dev.plumbline.providers.format.ExtraOptions;
import dev.plumbline.providers.format.FittingEncoder;
import dev.plumbline.providers.format.LeftOutOptions;
import dev.plumbline.providers.format.ModelFamily;
import dev.plumbline.providers.format.ProviderOptionKeys;
import dev.plumbline.providers.format.RequestEncoder;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.format.ServerDialect.Feature;
import dev.plumbline.providers.format.ToolOptions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a call as the body of a chat-completions request, directly into bytes. Equal calls give equal bytes. The
 * messages come last, so that a request with additional messages begins with the bytes of the previous one.
 */
public final class ChatCompletionsEncoder implements RequestEncoder {
    private final String provider;
    private final ServerDialect dialect;
    private final boolean openAi;
    private final ModelFamily.Lookup families;

    public ChatCompletionsEncoder(String provider, ServerDialect dialect) {
        this.provider = provider;
        this.dialect = dialect;
        this.openAi = dialect.has(Feature.OPENAI_MODELS);
        this.families = new ModelFamily.Lookup(dialect.models());
    }

    @Override
    public byte[] encode(AiCall call, boolean streamed) {
        JsonWriter json = RequestEncoder.body(call).object();
        json.name("model").value(call.model().name());
        json.name("stream").value(streamed);
        if (streamed && dialect.has(Feature.STREAM_OPTIONS)) {
            json.name("stream_options")
                    .object()
                    .name("include_usage")
                    .value(true)
                    .end();
        }
        if (!call.options().equals(ModelOptions.none())) {
            options(json, call);
            ExtraOptions.write(json, call, ProviderOptionKeys.CHAT);
        }
        tools(json, call);
        AnswerSchema answer = AnswerSchema.of(call);
        if (answer.sent().isPresent()) {
            responseFormat(json, answer.sent().get(), answer.strict());
        }
        json.name("messages").array();
        ChatMessageWriter messages = new ChatMessageWriter(
                json, provider, dialect, compatible(call).has(ModelFamily.Trait.REASONING_WITH_CALLS));
        if (answer.sent().isPresent() && !dialect.has(Feature.ANSWER_SCHEMA)) {
            messages.add(FittingEncoder.words(answer.sent().get()));
        }
        for (Interaction item :
                dialect.has(Feature.ALTERNATING) ? AlternatingMessages.of(call.effective()) : call.effective()) {
            messages.add(item);
        }
        messages.end();
        return json.end().end().toBytes();
    }

    private void options(JsonWriter json, AiCall call) {
        ModelOptions options = call.options();
        sampling(json, options, call);
        options.maxOutputTokens()
                .ifPresent(value -> json.name(dialect.words().maxTokens()).value(value));
        if (options.reasoning().isPresent() && !isOffForTools(call)) {
            reasoning(json, options.reasoning().get(), call);
        }
        options.seed().ifPresent(value -> json.name(dialect.words().seed()).value(value));
        if (!options.stop().isEmpty() && isRuled() && !family(call).has(ModelFamily.Trait.STOPS)) {
            LeftOutOptions.add(call, "stop is not sent: this model does not take it");
        } else if (!options.stop().isEmpty()) {
            json.name("stop").array();
            options.stop().forEach(json::value);
            json.end();
        }
        options.extra(ProviderOptionKeys.SERVICE_TIER).ifPresent(tier -> serviceTier(json, tier, call));
        options.extra(ProviderOptionKeys.PROMPT_CACHE_KEY)
                .ifPresent(key -> openAiOption("prompt_cache_key", key, json, call));
        options.extra(ProviderOptionKeys.VERBOSITY).ifPresent(word -> openAiOption("verbosity", word, json, call));
    }

    private String receiver() {
        return dialect.name().equals("compatible") ? "a compatible server" : dialect.name();
    }

    private ModelFamily family(AiCall call) {
        return families.of(call.model().name());
    }

    private void sampling(JsonWriter json, ModelOptions options, AiCall call) {
        if (openAi && !family(call).takesSampling(options.reasoning())) {
            LeftOutOptions.addSampling(call, "not taken by this model when it reasons");
            return;
        }
        options.temperature().ifPresent(value -> json.name("temperature").value(value));
        options.topP().ifPresent(value -> json.name("top_p").value(value));
    }

    private void reasoning(JsonWriter json, ModelOptions.Reasoning effort, AiCall call) {
        boolean off = effort == ModelOptions.Reasoning.NONE;
        if (dialect.has(Feature.THINKING_SWITCH)) {
            json.name("thinking")
                    .object()
                    .name("type")
                    .value(off ? "disabled" : "enabled")
                    .end();
        }
        if (dialect.has(Feature.REASONING_EFFORT) || (dialect.has(Feature.THINKING_SWITCH) && !off)) {
            effort(json, effort, call);
        } else if (!dialect.has(Feature.THINKING_SWITCH)) {
            LeftOutOptions.add(call, "reasoning is not sent to " + receiver());
        }
    }

    private void effort(JsonWriter json, ModelOptions.Reasoning effort, AiCall call) {
        Optional<String> word = efforts(call).word(effort, call);
        if (word.isPresent()) {
            json.name("reasoning_effort").value(word.get());
        } else {
            LeftOutOptions.add(call, "reasoning is not sent: this model takes no effort");
        }
    }

    /** A model of OpenAI's that takes no effort may take one from another server with its rules. */
    private EffortLevels efforts(AiCall call) {
        EffortLevels own = family(call).efforts();
        return own.words().isEmpty() && !isRuled() ? EffortLevels.CAUTIOUS : own;
    }

    /** Returns whether the rules of the models are those of this server. */
    private boolean isRuled() {
        return openAi || dialect.models() != ModelFamily.Group.OPENAI;
    }

    /** Returns whether reasoning must be switched off because the call has tools; then {@link #tools} writes that. */
    private boolean isOffForTools(AiCall call) {
        return openAi && !call.tools().isEmpty() && family(call).has(ModelFamily.Trait.TOOLS_WITHOUT_REASONING);
    }

    private void withoutReasoning(JsonWriter json, AiCall call) {
        if (family(call).efforts().cannotBeOff()) {
            throw new AiException(AiError.of(
                    AiError.Category.CAPABILITY,
                    "tools-of-responses",
                    "in chat completions this model takes no tools, because it always reasons: use OpenAiResponses"));
        }
        ModelOptions options = call.options();
        Map<String, Json> raw = options.extras().isEmpty() ? Map.of() : options.raw();
        if (raw.containsKey("reasoning_effort")) {
            return;
        }
        boolean wanted = options.reasoning().isPresent() && options.reasoning().get() != ModelOptions.Reasoning.NONE;
        String why = "reasoning is switched off: in chat completions this model takes tools only without it; use"
                + " OpenAiResponses";
        if (wanted) {
            LeftOutOptions.add(call, why);
        } else if (options.reasoning().isEmpty()) {
            call.addRemark(why);
        }
        json.name("reasoning_effort").value("none");
    }

    private void openAiOption(String name, String value, JsonWriter json, AiCall call) {
        if (openAi) {
            json.name(name).value(value);
        } else {
            LeftOutOptions.add(call, name + " is not sent to " + receiver());
        }
    }

    private void serviceTier(JsonWriter json, String tier, AiCall call) {
        if (dialect.has(Feature.SERVICE_TIER)) {
            json.name("service_tier").value(tier);
        } else {
            LeftOutOptions.add(call, "service_tier is not sent to " + receiver());
        }
    }

    private void tools(JsonWriter json, AiCall call) {
        List<ToolDefinition> tools = call.tools();
        if (tools.isEmpty()) {
            return;
        }
        if (isOffForTools(call)) {
            withoutReasoning(json, call);
        }
        json.name("tools").array();
        @Nullable
        ToolOptions options = call.options().equals(ModelOptions.none()) ? null : ToolOptions.of(call, dialect);
        tools.forEach(tool -> tool(json, tool, options != null && options.isStrict(tool)));
        json.end();
        if (options != null && options.isLimited(call)) {
            allowed(json, options, call);
            return;
        }
        call.options().toolChoice().ifPresent(choice -> json.name("tool_choice").value(word(choice, call)));
    }

    private String word(ModelOptions.ToolChoice choice, AiCall call) {
        if (choice != ModelOptions.ToolChoice.REQUIRED) {
            return choice.name().toLowerCase(Locale.ROOT);
        }
        boolean thinks = !call.options().reasoning().equals(Optional.of(ModelOptions.Reasoning.NONE));
        if (thinks && compatible(call).has(ModelFamily.Trait.FORCED_WITHOUT_REASONING)) {
            LeftOutOptions.add(call, "a tool is not forced: this model does not take that when it reasons");
            return "auto";
        }
        return dialect.words().mustCall();
    }

    private static ModelFamily compatible(AiCall call) {
        return ModelFamily.of(ModelFamily.Group.COMPATIBLE, call.model().name());
    }

    private static void allowed(JsonWriter json, ToolOptions options, AiCall call) {
        boolean must = call.options().toolChoice().equals(Optional.of(ModelOptions.ToolChoice.REQUIRED));
        json.name("tool_choice").object().name("type").value("allowed_tools");
        json.name("allowed_tools").object().name("mode").value(must ? "required" : "auto");
        json.name("tools").array();
        for (Json name : options.allowed().elements()) {
            json.object().name("type").value("function").name("function").object();
            json.name("name").json(name).end().end();
        }
        json.end().end().end();
    }

    private static void tool(JsonWriter json, ToolDefinition tool, boolean strict) {
        json.object().name("type").value("function").name("function").object();
        json.name("name").value(tool.name());
        if (!tool.description().isEmpty()) {
            json.name("description").value(tool.description());
        }
        json.name("parameters").json(tool.inputSchema());
        if (strict) {
            json.name("strict").value(true);
        }
        json.end().end();
    }

    private void responseFormat(JsonWriter json, Json schema, boolean strict) {
        if (!dialect.has(Feature.ANSWER_SCHEMA)) {
            json.name("response_format")
                    .object()
                    .name("type")
                    .value("json_object")
                    .end();
            return;
        }
        json.name("response_format").object().name("type").value("json_schema");
        json.name("json_schema").object();
        json.name("name")
                .value("answer")
                .name("strict")
                .value(strict)
                .name("schema")
                .json(schema);
        json.end().end();
    }
}
