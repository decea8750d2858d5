package dev.plumbline.providers.responses;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import dev.plumbline.providers.format.AnswerSchema;
import dev.plumbline.providers.format.ExtraOptions;
import dev.plumbline.providers.format.LeftOutOptions;
import dev.plumbline.providers.format.MediaForm;
import dev.plumbline.providers.format.MessageRoles;
import dev.plumbline.providers.format.ModelFamily;
import dev.plumbline.providers.format.PartText;
import dev.plumbline.providers.format.ProviderMembers;
import dev.plumbline.providers.format.ProviderOptionKeys;
import dev.plumbline.providers.format.RequestEncoder;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.format.ToolCallForm;
import dev.plumbline.providers.format.ToolCallIdMapper;
import dev.plumbline.providers.format.ToolOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a call as the body of an OpenAI responses request, directly into bytes. Equal calls give equal bytes. The
 * input comes last, so that a request with additional input begins with the bytes of the previous one.
 */
public final class OpenAiResponsesEncoder implements RequestEncoder {
    private static final ToolCallIdMapper.Rule IDS = ToolCallIdMapper.Rule.of("[!-~]{1,64}", 64);

    private final String provider;
    private final ServerDialect dialect;
    private final ModelFamily.Lookup families = new ModelFamily.Lookup(ModelFamily.Group.OPENAI);

    /** Creates an encoder; opaque data is sent only if it came from that provider. */
    public OpenAiResponsesEncoder(String provider, ServerDialect dialect) {
        this.provider = provider;
        this.dialect = dialect;
    }

    @Override
    public byte[] encode(AiCall call, boolean streamed) {
        boolean stored = call.options().extra(ProviderOptionKeys.STORE).orElse(false);
        JsonWriter json = RequestEncoder.body(call).object();
        json.name("model").value(call.model().name());
        json.name("stream").value(streamed);
        json.name("store").value(stored);
        if (family(call).has(ModelFamily.Trait.REASONS)) {
            json.name("include").array().value("reasoning.encrypted_content").end();
        }
        options(json, call.options(), call);
        ExtraOptions.write(json, call, ProviderOptionKeys.RESPONSES);
        tools(json, call);
        text(json, call);
        json.name("input").array();
        new Input(json, provider, stored).write(call.effective());
        return json.end().end().toBytes();
    }

    private ModelFamily family(AiCall call) {
        return families.of(call.model().name());
    }

    private void options(JsonWriter json, ModelOptions options, AiCall call) {
        if (!family(call).takesSampling(options.reasoning())) {
            LeftOutOptions.addSampling(call, "not taken by this model when it reasons");
        } else {
            options.temperature().ifPresent(value -> json.name("temperature").value(value));
            options.topP().ifPresent(value -> json.name("top_p").value(value));
        }
        options.maxOutputTokens()
                .ifPresent(value -> json.name("max_output_tokens").value(value));
        options.reasoning()
                .ifPresentOrElse(
                        effort -> reasoning(json, effort, call), () -> withoutSummary(call, "no effort is set"));
        options.extra(ProviderOptionKeys.SERVICE_TIER)
                .ifPresent(tier -> json.name("service_tier").value(tier));
        options.extra(ProviderOptionKeys.PROMPT_CACHE_KEY)
                .ifPresent(key -> json.name("prompt_cache_key").value(key));
        options.seed().ifPresent(seed -> LeftOutOptions.add(call, "seed is not sent in this format"));
        if (!options.stop().isEmpty()) {
            LeftOutOptions.add(call, "stop is not sent in this format");
        }
    }

    private void reasoning(JsonWriter json, ModelOptions.Reasoning effort, AiCall call) {
        boolean off = effort == ModelOptions.Reasoning.NONE;
        Optional<String> word = family(call).efforts().word(effort, call);
        if (word.isEmpty()) {
            LeftOutOptions.add(call, "reasoning is not sent: this model takes no effort");
            withoutSummary(call, "this model takes no effort");
            return;
        }
        json.name("reasoning").object().name("effort").value(word.get());
        String summary =
                call.options().extra(ProviderOptionKeys.REASONING_SUMMARY).orElse("auto");
        if (off) {
            withoutSummary(call, "reasoning is off");
        } else if (!summary.equals("none")) {
            json.name("summary").value(summary);
        }
        json.end();
    }

    private static void withoutSummary(AiCall call, String why) {
        call.options()
                .extra(ProviderOptionKeys.REASONING_SUMMARY)
                .filter(summary -> !summary.equals("none"))
                .ifPresent(summary -> LeftOutOptions.add(call, "reasoning_summary is not sent: " + why));
    }

    private void tools(JsonWriter json, AiCall call) {
        List<ToolDefinition> tools = call.tools();
        ToolOptions options = ToolOptions.of(call, dialect);
        if (tools.isEmpty() && !options.hasServerTools()) {
            return;
        }
        json.name("tools").array();
        options.writeServerTools(json);
        tools.forEach(tool -> tool(json, tool, options));
        json.end();
        if (options.isLimited(call)) {
            allowed(json, options, call);
        } else {
            call.options()
                    .toolChoice()
                    .ifPresent(choice ->
                            json.name("tool_choice").value(choice.name().toLowerCase(Locale.ROOT)));
        }
    }

    private static void allowed(JsonWriter json, ToolOptions options, AiCall call) {
        boolean must = call.options().toolChoice().equals(Optional.of(ModelOptions.ToolChoice.REQUIRED));
        json.name("tool_choice").object().name("type").value("allowed_tools");
        json.name("mode").value(must ? "required" : "auto").name("tools").array();
        for (Json name : options.allowed().elements()) {
            json.object().name("type").value("function").name("name").json(name).end();
        }
        json.end().end();
    }

    /** Writes a tool. {@code strict} is always sent, because by default the service rewrites schemas. */
    private static void tool(JsonWriter json, ToolDefinition tool, ToolOptions options) {
        json.object().name("type").value("function").name("name").value(tool.name());
        if (!tool.description().isEmpty()) {
            json.name("description").value(tool.description());
        }
        json.name("parameters").json(tool.inputSchema()).name("strict").value(options.isStrict(tool));
        if (options.isDeferred(tool)) {
            json.name("defer_loading").value(true);
        }
        json.end();
    }

    private static void text(JsonWriter json, AiCall call) {
        Optional<String> verbosity = call.options().extra(ProviderOptionKeys.VERBOSITY);
        AnswerSchema answer = AnswerSchema.of(call);
        if (answer.sent().isEmpty() && verbosity.isEmpty()) {
            return;
        }
        json.name("text").object();
        answer.sent().ifPresent(schema -> {
            json.name("format").object();
            json.name("type").value("json_schema").name("name").value("answer");
            json.name("strict")
                    .value(answer.strict())
                    .name("schema")
                    .json(schema)
                    .end();
        });
        verbosity.ifPresent(word -> json.name("verbosity").value(word));
        json.end();
    }

    /** Writes interactions as input items of OpenAI responses. One use, one thread. */
    private static final class Input {
        private static final Set<String> OF_MESSAGE = Set.of("type", "id", "status", "role", "content");
        private static final Set<String> OF_CALL =
                Set.of("type", "id", "status", "call_id", "name", "arguments", "input", "output");

        private final JsonWriter json;
        private final String provider;
        private final boolean stored;
        private final ToolCallIdMapper ids = new ToolCallIdMapper(IDS);
        private final List<Interaction> answer = new ArrayList<>();

        /** The ids of the calls of tools whose input is text. */
        private final Set<String> custom = new HashSet<>(0);

        /**
         * Creates a writer into an open array. Opaque data is sent only if it came from that provider; data that the server stored is sent
         * as its id.
         */
        Input(JsonWriter json, String provider, boolean stored) {
            this.json = json;
            this.provider = provider;
            this.stored = stored;
        }

        void write(List<? extends Interaction> transcript) {
            for (Interaction item : transcript) {
                if (MessageRoles.isAnswer(item)) {
                    answer.add(item);
                } else {
                    answer();
                    other(item);
                }
            }
            answer();
        }

        private void other(Interaction item) {
            if (item instanceof Interaction.ToolResult result) {
                result(result);
            } else {
                said(item);
            }
        }

        /**
         * Writes one answer in order: messages, calls, reasoning. Reasoning is sent only before the items that followed
         * it, because the service refuses it alone.
         */
        private void answer() {
            List<Json> waiting = new ArrayList<>();
            @Nullable Json[] members = ProviderMembers.ofCalls(answer, provider);
            boolean spoken = false;
            int number = 0;
            for (Interaction item : answer) {
                if (item instanceof Interaction.ToolCall call) {
                    flush(waiting);
                    Json own = members != null && number < members.length ? members[number] : null;
                    call(call, own == null ? Json.object() : own);
                    ProviderMembers.write(json, own, OF_CALL);
                    json.end();
                    number++;
                } else if (item instanceof Interaction.Assistant said) {
                    spoken = assistant(said.parts(), waiting, spoken);
                }
            }
            answer.clear();
        }

        /**
         * Writes the text of an answer. Members after a text make it a message; the paragraph break between two
         * messages was added when they were read.
         *
         * @return whether the answer contained text so far
         */
        private boolean assistant(List<Part> parts, List<Json> waiting, boolean before) {
            StringBuilder words = new StringBuilder();
            boolean spoken = before;
            for (Part part : parts) {
                if (part instanceof Part.Opaque opaque) {
                    spoken |= !words.isEmpty();
                    message(words, waiting, ProviderMembers.of(ProviderMembers.Kind.MESSAGE, part, provider));
                    opaque(opaque, waiting);
                } else {
                    String said = PartText.words(part);
                    if (said.startsWith(PartText.PARAGRAPH) && part instanceof Part.Text) {
                        spoken |= !words.isEmpty();
                        message(words, waiting, null);
                    }
                    boolean apart = spoken && words.isEmpty() && said.startsWith(PartText.PARAGRAPH);
                    words.append(said, apart ? PartText.PARAGRAPH.length() : 0, said.length());
                }
            }
            spoken |= !words.isEmpty();
            message(words, waiting, null);
            return spoken;
        }

        private void message(StringBuilder words, List<Json> waiting, @Nullable Json members) {
            if (!words.isEmpty()) {
                flush(waiting);
                json.object().name("role").value("assistant");
                json.name("content").value(words.toString());
                ProviderMembers.write(json, members, OF_MESSAGE);
                json.end();
                words.setLength(0);
            }
        }

        private void opaque(Part.Opaque opaque, List<Json> waiting) {
            Json item = opaque.data();
            if (!opaque.provider().equals(provider) || !PartText.isTyped(item)) {
                return;
            }
            if (!item.get("type").equals(Json.of("reasoning"))) {
                flush(waiting);
                json.json(item);
            } else if (stored || item.get("encrypted_content").kind() == Json.Kind.STRING) {
                waiting.add(item);
            }
        }

        private void flush(List<Json> waiting) {
            waiting.forEach(json::json);
            waiting.clear();
        }

        private void call(Interaction.ToolCall call, Json members) {
            String id = ids.ofCall(call.id());
            boolean text = members.get("type").equals(Json.of("custom_tool_call"))
                    && members.get("input").kind() == Json.Kind.STRING;
            json.object()
                    .name("type")
                    .value(text ? "custom_tool_call" : "function_call")
                    .name("call_id")
                    .value(id);
            json.name("name").value(ToolCallForm.name(call.name()));
            if (text) {
                custom.add(id);
                json.name("input").json(members.get("input"));
            } else {
                json.name("arguments")
                        .value(ToolCallForm.arguments(call.arguments()).text());
            }
        }

        private void result(Interaction.ToolResult result) {
            String id = ids.ofResult(result.callId());
            json.object()
                    .name("type")
                    .value(custom.contains(id) ? "custom_tool_call_output" : "function_call_output")
                    .name("call_id")
                    .value(id);
            String words = result.envelope().toJson().text();
            json.name("output");
            if (result.envelope().parts().isEmpty()) {
                json.value(words);
            } else {
                json.array();
                text(words);
                result.envelope().parts().forEach(this::part);
                json.end();
            }
            json.end();
        }

        /** Writes a user message or an instruction. */
        private void said(Interaction item) {
            json.object().name("role");
            if (item instanceof Interaction.User user) {
                json.value("user").name("content");
                content(user.parts());
            } else if (MessageRoles.isDirection(item)) {
                json.value("system").name("content").value(MessageRoles.direction(item));
            } else {
                json.value("user").name("content").value(MessageRoles.directionOfUser(item));
            }
            json.end();
        }

        private void content(List<Part> parts) {
            if (parts.size() == 1 && parts.get(0) instanceof Part.Text text) {
                json.value(text.text());
                return;
            }
            json.array();
            parts.forEach(this::part);
            json.end();
        }

        private void part(Part part) {
            if (part instanceof Part.Text text) {
                text(text.text());
            } else if (part instanceof Part.Image image) {
                json.object().name("type").value("input_image");
                json.name("image_url")
                        .value(MediaForm.dataUrl(image.blob()))
                        .name("detail")
                        .value("auto")
                        .end();
            } else if (part instanceof Part.File file && MediaForm.isText(file.blob())) {
                text(MediaForm.named(file));
            } else if (part instanceof Part.File file && !MediaForm.isSendable(file)) {
                text(MediaForm.leftOut(file));
            } else if (part instanceof Part.File file) {
                json.object().name("type").value("input_file").name("filename").value(file.name());
                json.name("file_data").value(MediaForm.dataUrl(file.blob())).end();
            } else if (part instanceof Part.Audio) {
                text(MediaForm.leftOut(part));
            } else if (part instanceof Part.Opaque opaque
                    && opaque.provider().equals(provider)
                    && PartText.isTyped(opaque.data())) {
                json.json(opaque.data());
            }
        }

        private void text(String words) {
            json.object()
                    .name("type")
                    .value("input_text")
                    .name("text")
                    .value(words)
                    .end();
        }
    }
}
