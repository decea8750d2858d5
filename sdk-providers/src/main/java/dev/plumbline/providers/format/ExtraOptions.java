package dev.plumbline.providers.format;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import java.util.Map;
import java.util.Set;

/**
 * Writes additional members of a program into the body of a request, and reports options that the provider does not
 * support.
 */
public final class ExtraOptions {
    /** The members for which there are options, or which hold the conversation. */
    private static final Set<String> OWNED = Set.of(
            "model",
            "stream",
            "stream_options",
            "messages",
            "input",
            "system",
            "tools",
            "tool_choice",
            "response_format",
            "text",
            "store",
            "include",
            "temperature",
            "top_p",
            "max_tokens",
            "max_completion_tokens",
            "max_output_tokens",
            "stop",
            "stop_sequences",
            "seed",
            "random_seed");

    private static final Map<String, Set<String>> OF_FORMAT = Map.of(
            ProviderOptionKeys.GEMINI,
            Set.of("contents", "systemInstruction", "toolConfig", "tools", "cachedContent"),
            ProviderOptionKeys.BEDROCK,
            Set.of("messages", "system", "toolConfig", "outputConfig"),
            ProviderOptionKeys.OLLAMA,
            Set.of("model", "stream", "truncate", "messages", "tools", "format", "think"));

    private static final Set<String> OF_REASONING =
            Set.of("reasoning", "reasoning_effort", "thinking", "output_config");

    /** The objects of Gemini, Ollama and Bedrock that hold options of a call, and may have further members. */
    public static final String GENERATION_CONFIG = "generationConfig";

    public static final String OPTIONS = "options";
    public static final String INFERENCE_CONFIG = "inferenceConfig";
    public static final String MODEL_FIELDS = "additionalModelRequestFields";

    /** Those objects by their format. */
    private static final Map<String, Set<String>> JOINED = Map.of(
            ProviderOptionKeys.GEMINI, Set.of(GENERATION_CONFIG),
            ProviderOptionKeys.OLLAMA, Set.of(OPTIONS),
            ProviderOptionKeys.BEDROCK, Set.of(INFERENCE_CONFIG, MODEL_FIELDS));

    private ExtraOptions() {}

    /**
     * Writes the raw members into the open body and notes the options that are not sent.
     *
     * @throws AiException INVALID_REQUEST if the provider writes a member itself
     */
    public static void write(JsonWriter json, AiCall call, String format) {
        Map<TypedKey<?>, Object> extras = call.options().extras();
        if (extras.isEmpty()) {
            return;
        }
        for (Map.Entry<String, Json> member : call.options().raw().entrySet()) {
            if (!isJoined(member.getKey(), format)) {
                requireFree(member.getKey(), call, format);
                json.name(member.getKey()).json(member.getValue());
            }
        }
        for (TypedKey<?> key : extras.keySet()) {
            boolean known = ProviderOptionKeys.has(format, key);
            if (!known && !key.name().startsWith(ModelOptions.RAW)) {
                LeftOutOptions.add(
                        call,
                        "option " + key.name()
                                + " is not sent: this format has no such option; see ModelOptions.Builder.addRaw");
            }
        }
    }

    private static boolean isJoined(String name, String format) {
        return JOINED.getOrDefault(format, Set.of()).contains(name);
    }

    /**
     * Writes the members of a raw object into the open one of that name, which holds options of the call.
     *
     * @param owned the members for which there are options
     * @throws AiException INVALID_REQUEST if the raw object has one of them
     */
    public static void writeJoined(JsonWriter config, AiCall call, String object, Set<String> owned) {
        if (call.options().extras().isEmpty()) {
            return;
        }
        Json members = call.options().raw().getOrDefault(object, Json.object());
        if (members.kind() != Json.Kind.OBJECT) {
            throw isSet(object);
        }
        members.fields().forEach((name, value) -> {
            if (owned.contains(name)) {
                throw isSet(object + "." + name);
            }
            config.name(name).json(value);
        });
    }

    private static void requireFree(String name, AiCall call, String format) {
        boolean reasons =
                call.options().reasoning().isPresent() || call.outputSchema().isPresent();
        boolean set = call.options().extras().keySet().stream()
                .anyMatch(key -> key.name().equals("openai." + name));
        if (OF_FORMAT.getOrDefault(format, OWNED).contains(name) || set || (reasons && OF_REASONING.contains(name))) {
            throw isSet(name);
        }
    }

    private static AiException isSet(String name) {
        return new AiException(AiError.of(
                AiError.Category.INVALID_REQUEST,
                "raw-member",
                "the raw member " + name + " is set by the provider; use the option of ModelOptions for it"));
    }
}
