package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonWriter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A call as the body of a chat-completions request, straight into bytes. Equal calls give equal bytes. The messages stand
 * last, so a request with more of them begins with the bytes of the one before.
 */
final class ChatEncoder {
    /** The first GPT-5 models know {@code minimal} and not {@code none}; later ones the other way round. */
    private static final Pattern FIRST_GPT5 = Pattern.compile("(?:.*/)?gpt-5(?:-.*)?");

    private final String provider;
    private final Dialect dialect;

    ChatEncoder(String provider, Dialect dialect) {
        this.provider = provider;
        this.dialect = dialect;
    }

    /**
     * The body; options the server does not know are left out with a remark.
     *
     * @throws dev.plumbline.json.JsonException when a text has no UTF-8 form
     */
    byte[] encode(AiCall call) {
        JsonWriter json = new JsonWriter().object();
        json.name("model").value(call.model().name());
        json.name("stream").value(true);
        json.name("stream_options").object().name("include_usage").value(true).end();
        options(json, call);
        tools(json, call.tools(), call.options());
        call.outputSchema().ifPresent(schema -> responseFormat(json, schema));
        json.name("messages").array();
        ChatMessages messages = new ChatMessages(json, provider, dialect.has(Dialect.Trait.REASONING_DETAILS));
        call.effective().forEach(messages::add);
        messages.end();
        return json.end().end().toBytes();
    }

    private void options(JsonWriter json, AiCall call) {
        ModelOptions options = call.options();
        options.temperature().ifPresent(value -> json.name("temperature").value(value));
        options.topP().ifPresent(value -> json.name("top_p").value(value));
        options.maxOutputTokens()
                .ifPresent(value -> json.name(dialect.maxTokens()).value(value));
        options.reasoning()
                .ifPresent(effort -> json.name("reasoning_effort")
                        .value(word(effort, call.model().name())));
        options.seed().ifPresent(value -> json.name("seed").value(value));
        if (!options.stop().isEmpty()) {
            json.name("stop").array();
            options.stop().forEach(json::value);
            json.end();
        }
        options.extra(OpenAiChat.SERVICE_TIER).ifPresent(tier -> serviceTier(json, tier, call));
    }

    private void serviceTier(JsonWriter json, String tier, AiCall call) {
        if (dialect.has(Dialect.Trait.SERVICE_TIER)) {
            json.name("service_tier").value(tier);
        } else {
            call.note("service_tier is not sent to " + dialect.name());
        }
    }

    private static String word(ModelOptions.Reasoning effort, String model) {
        boolean minimal = effort == ModelOptions.Reasoning.NONE
                && FIRST_GPT5.matcher(model).matches();
        return minimal ? "minimal" : effort.name().toLowerCase(Locale.ROOT);
    }

    private static void tools(JsonWriter json, List<ToolDefinition> tools, ModelOptions options) {
        if (tools.isEmpty()) {
            return;
        }
        json.name("tools").array();
        tools.forEach(tool -> tool(json, tool));
        json.end();
        options.toolChoice()
                .ifPresent(
                        choice -> json.name("tool_choice").value(choice.name().toLowerCase(Locale.ROOT)));
    }

    private static void tool(JsonWriter json, ToolDefinition tool) {
        json.object().name("type").value("function").name("function").object();
        json.name("name").value(tool.name());
        if (!tool.description().isEmpty()) {
            json.name("description").value(tool.description());
        }
        json.name("parameters").json(tool.inputSchema());
        json.end().end();
    }

    private static void responseFormat(JsonWriter json, Json schema) {
        json.name("response_format").object().name("type").value("json_schema");
        json.name("json_schema").object();
        json.name("name")
                .value("answer")
                .name("strict")
                .value(true)
                .name("schema")
                .json(schema);
        json.end().end();
    }
}
