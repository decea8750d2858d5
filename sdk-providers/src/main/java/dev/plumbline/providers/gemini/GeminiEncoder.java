package dev.plumbline.providers.gemini;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import dev.plumbline.providers.format.AnswerSchema;
import dev.plumbline.providers.format.ExtraOptions;
import dev.plumbline.providers.format.LeftOutOptions;
import dev.plumbline.providers.format.ModelFamily;
import dev.plumbline.providers.format.ProviderOptionKeys;
import dev.plumbline.providers.format.RequestEncoder;
import dev.plumbline.providers.format.ToolOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Encodes a call as the body of a {@code generateContent} request, directly into bytes. Equal calls give equal bytes.
 * The contents come last, so that a request with additional messages begins with the bytes of the previous one.
 */
public final class GeminiEncoder implements RequestEncoder {
    private static final Set<String> OF_CONFIG = Set.of(
            "temperature",
            "topP",
            "maxOutputTokens",
            "stopSequences",
            "seed",
            "responseMimeType",
            "responseSchema",
            "responseJsonSchema",
            "thinkingConfig");

    private static final List<TypedKey<?>> OF_TOOLS =
            List.of(ProviderOptionKeys.STRICT_TOOLS, ProviderOptionKeys.SERVER_TOOLS, ProviderOptionKeys.ALLOWED_TOOLS);

    private final String provider;

    /** Creates an encoder; opaque data is sent only if it came from that provider. */
    public GeminiEncoder(String provider) {
        this.provider = provider;
    }

    @Override
    public byte[] encode(AiCall call, boolean streamed) {
        ModelFamily model =
                ModelFamily.of(ModelFamily.Group.GOOGLE, call.model().name());
        JsonWriter json = RequestEncoder.body(call).object();
        ExtraOptions.write(json, call, ProviderOptionKeys.GEMINI);
        Optional<String> cached = call.options().extras().isEmpty()
                ? Optional.empty()
                : call.options().extra(ProviderOptionKeys.CACHED_CONTENT);
        cached.ifPresent(name -> json.name("cachedContent").value(name));
        config(json, call, model);
        if (cached.isEmpty()) {
            tools(json, call);
        } else {
            withoutTools(call);
        }
        new GeminiContentWriter(json, new GeminiContentWriter.Target(provider, model, cached.isPresent())).write(call);
        return json.end().toBytes();
    }

    private void config(JsonWriter json, AiCall call, ModelFamily model) {
        ModelOptions options = call.options();
        JsonWriter config = new JsonWriter().object();
        options.temperature().ifPresent(value -> config.name("temperature").value(value));
        options.topP().ifPresent(value -> config.name("topP").value(value));
        options.maxOutputTokens()
                .ifPresent(value -> config.name("maxOutputTokens").value(value));
        options.seed().ifPresent(value -> config.name("seed").value(value));
        if (!options.stop().isEmpty()) {
            config.name("stopSequences").array();
            options.stop().forEach(config::value);
            config.end();
        }
        options.reasoning().ifPresent(effort -> thinking(config, call, model, effort));
        AnswerSchema.of(call).sent().ifPresent(schema -> {
            config.name("responseMimeType").value("application/json");
            config.name("responseJsonSchema").json(subset(call, "of the answer", schema));
        });
        ExtraOptions.writeJoined(config, call, ExtraOptions.GENERATION_CONFIG, OF_CONFIG);
        byte[] bytes = config.end().toBytes();
        if (bytes.length > "{}".length()) {
            json.name("generationConfig").encoded(bytes);
        }
    }

    private void thinking(JsonWriter config, AiCall call, ModelFamily model, ModelOptions.Reasoning effort) {
        boolean off = effort == ModelOptions.Reasoning.NONE;
        Optional<String> word = model.efforts().word(effort, call);
        if (word.isEmpty()) {
            if (!off) {
                LeftOutOptions.add(call, "the effort is not sent: this model does not think");
            }
            return;
        }
        config.name("thinkingConfig").object();
        if (model.thinking() == ModelFamily.Thinking.LEVEL) {
            config.name("thinkingLevel").value(word.get());
        } else {
            config.name("thinkingBudget").value(budget(word.get()));
        }
        if (!off) {
            config.name("includeThoughts").value(true);
        }
        config.end();
    }

    /** Returns the budget of the word of an effort in tokens. */
    private static int budget(String effort) {
        return switch (effort) {
            case "none" -> 0;
            case "minimal" -> 128;
            case "low" -> 2_048;
            case "medium" -> 8_192;
            default -> 24_576;
        };
    }

    private Json subset(AiCall call, String whose, Json schema) {
        GeminiSchema subset = GeminiSchema.of(schema);
        if (!subset.leftOut().isEmpty()) {
            LeftOutOptions.add(
                    call,
                    "the schema " + whose + " is sent without " + String.join(", ", subset.leftOut())
                            + ": the service does not take them");
        }
        return subset.schema();
    }

    /** Notes what concerns tools and is not sent beside cached content, by the names of what is set. */
    private static void withoutTools(AiCall call) {
        List<String> names = new ArrayList<>();
        if (!call.tools().isEmpty()) {
            names.add("tools");
            call.options().toolChoice().ifPresent(choice -> names.add("toolChoice"));
        }
        OF_TOOLS.stream().filter(call.options().extras()::containsKey).forEach(key -> names.add(key.name()));
        if (!names.isEmpty()) {
            LeftOutOptions.add(call, String.join(" and ", names) + " are not sent: the cached content has its own");
        }
    }

    private void tools(JsonWriter json, AiCall call) {
        ToolOptions options = ToolOptions.withoutCheck(call);
        List<ToolDefinition> tools = call.tools();
        if (tools.isEmpty() && !options.hasServerTools()) {
            return;
        }
        json.name("tools").array();
        if (!tools.isEmpty()) {
            json.object().name("functionDeclarations").array();
            tools.forEach(tool -> tool(json, call, tool));
            json.end().end();
        }
        options.writeServerTools(json);
        json.end();
        mode(call, options).ifPresent(mode -> {
            json.name("toolConfig").object().name("functionCallingConfig").object();
            json.name("mode").value(mode);
            if (options.isLimited(call)) {
                json.name("allowedFunctionNames").json(options.allowed());
            }
            json.end().end();
        });
    }

    /** Returns the mode of function calls; empty for that of the service, which is AUTO. */
    private static Optional<String> mode(AiCall call, ToolOptions options) {
        if (call.tools().isEmpty()) {
            return Optional.empty();
        }
        boolean limited = options.strict() || !options.allowed().elements().isEmpty();
        ModelOptions.ToolChoice choice = call.options().toolChoice().orElse(ModelOptions.ToolChoice.AUTO);
        return switch (choice) {
            case REQUIRED -> Optional.of("ANY");
            case NONE -> Optional.of("NONE");
            case AUTO ->
                limited ? Optional.of("VALIDATED") : call.options().toolChoice().map(word -> "AUTO");
        };
    }

    private void tool(JsonWriter json, AiCall call, ToolDefinition tool) {
        json.object().name("name").value(tool.name());
        if (!tool.description().isEmpty()) {
            json.name("description").value(tool.description());
        }
        json.name("parametersJsonSchema").json(subset(call, "of the tool " + tool.name(), tool.inputSchema()));
        json.end();
    }
}
