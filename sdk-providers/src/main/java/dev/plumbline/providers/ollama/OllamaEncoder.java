package dev.plumbline.providers.ollama;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.internal.JsonWriter;
import dev.plumbline.providers.format.AlternatingMessages;
import dev.plumbline.providers.format.ExtraOptions;
import dev.plumbline.providers.format.LeftOutOptions;
import dev.plumbline.providers.format.MediaForm;
import dev.plumbline.providers.format.MessageRoles;
import dev.plumbline.providers.format.ModelFamily;
import dev.plumbline.providers.format.PartText;
import dev.plumbline.providers.format.ProviderOptionKeys;
import dev.plumbline.providers.format.RequestEncoder;
import dev.plumbline.providers.format.ToolCallForm;
import dev.plumbline.providers.format.ToolCallIdMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Encodes a call as the body of a request to Ollama's {@code /api/chat}. Equal calls give equal bytes. The messages come
 * last, so that a request with additional messages begins with the bytes of the previous one.
 */
public final class OllamaEncoder implements RequestEncoder {
    private static final Set<String> OF_OPTIONS =
            Set.of("temperature", "top_p", "num_predict", "stop", "seed", "num_ctx");
    private static final ToolCallIdMapper.Rule IDS = ToolCallIdMapper.Rule.of("[!-~]{1,64}", 64);

    @Override
    public byte[] encode(AiCall call, boolean streamed) {
        JsonWriter json = RequestEncoder.body(call).object();
        json.name("model").value(call.model().name());
        json.name("stream").value(streamed);
        // Without this, the server leaves out the oldest messages of a conversation that is too long, and says nothing.
        json.name("truncate").value(false);
        call.options().reasoning().ifPresent(effort -> think(json, call, effort));
        ExtraOptions.write(json, call, ProviderOptionKeys.OLLAMA);
        if (!call.options().extras().isEmpty()) {
            call.options()
                    .extra(ProviderOptionKeys.KEEP_ALIVE)
                    .ifPresent(time -> json.name("keep_alive").value(time));
        }
        options(json, call);
        call.outputSchema().ifPresent(schema -> json.name("format").json(schema));
        tools(json, call);
        new Messages(json).write(AlternatingMessages.of(call.effective()));
        return json.end().toBytes();
    }

    /** Some models take an effort, all others only whether they think. */
    private static void think(JsonWriter json, AiCall call, ModelOptions.Reasoning effort) {
        boolean on = effort != ModelOptions.Reasoning.NONE;
        Optional<String> word = on
                ? ModelFamily.of(ModelFamily.Group.OLLAMA, call.model().name())
                        .efforts()
                        .word(effort, call)
                : Optional.empty();
        if (on && word.isEmpty()) {
            LeftOutOptions.add(call, "reasoning " + effort + " is sent as on: this model takes no effort");
        }
        json.name("think");
        word.ifPresentOrElse(json::value, () -> json.value(on));
    }

    private static void options(JsonWriter json, AiCall call) {
        ModelOptions options = call.options();
        JsonWriter own = new JsonWriter().object();
        options.temperature().ifPresent(value -> own.name("temperature").value(value));
        options.topP().ifPresent(value -> own.name("top_p").value(value));
        options.maxOutputTokens().ifPresent(value -> own.name("num_predict").value(value));
        options.seed().ifPresent(value -> own.name("seed").value(value));
        if (!options.stop().isEmpty()) {
            own.name("stop").array();
            options.stop().forEach(own::value);
            own.end();
        }
        if (!options.extras().isEmpty()) {
            options.extra(ProviderOptionKeys.CONTEXT_SIZE)
                    .ifPresent(size -> own.name("num_ctx").value(size));
        }
        ExtraOptions.writeJoined(own, call, ExtraOptions.OPTIONS, OF_OPTIONS);
        byte[] bytes = own.end().toBytes();
        if (bytes.length > "{}".length()) {
            json.name("options").encoded(bytes);
        }
    }

    private void tools(JsonWriter json, AiCall call) {
        ModelOptions.ToolChoice choice = call.options().toolChoice().orElse(ModelOptions.ToolChoice.AUTO);
        if (call.tools().isEmpty() || choice == ModelOptions.ToolChoice.NONE) {
            return;
        }
        if (choice == ModelOptions.ToolChoice.REQUIRED) {
            LeftOutOptions.add(call, "a tool is not forced: the server has no such option");
        }
        json.name("tools").array();
        for (ToolDefinition tool : call.tools()) {
            json.object().name("type").value("function").name("function").object();
            json.name("name").value(tool.name()).name("description").value(tool.description());
            json.name("parameters").json(tool.inputSchema()).end().end();
        }
        json.end();
    }

    /** Writes the messages of one request. One use, one thread. */
    private static final class Messages {
        private final JsonWriter json;
        private final ToolCallIdMapper ids = new ToolCallIdMapper(IDS);
        private final Map<String, String> names = new HashMap<>();
        private final List<Part> media = new ArrayList<>();

        Messages(JsonWriter json) {
            this.json = json;
        }

        void write(List<? extends Interaction> transcript) {
            json.name("messages").array();
            int at = 0;
            while (at < transcript.size()) {
                Interaction item = transcript.get(at);
                if (!(item instanceof Interaction.ToolResult)) {
                    media();
                }
                at = MessageRoles.isAnswer(item) ? answer(transcript, at) : other(item, at);
            }
            media();
            json.end();
        }

        /** Writes the answer that begins there; its thoughts go back with its calls, as thinking models expect. */
        private int answer(List<? extends Interaction> transcript, int from) {
            StringBuilder words = new StringBuilder();
            StringBuilder thoughts = new StringBuilder();
            List<Interaction.ToolCall> calls = new ArrayList<>();
            int at = from;
            for (; at < transcript.size() && MessageRoles.isAnswer(transcript.get(at)); at++) {
                if (transcript.get(at) instanceof Interaction.Assistant said) {
                    words.append(PartText.words(said.parts()));
                    thoughts.append(PartText.reasoning(said.parts()));
                } else if (transcript.get(at) instanceof Interaction.ToolCall call) {
                    calls.add(call);
                }
            }
            message("assistant", words.toString());
            if (!calls.isEmpty()) {
                if (!thoughts.isEmpty()) {
                    json.name("thinking").value(thoughts.toString());
                }
                json.name("tool_calls").array();
                calls.forEach(this::call);
                json.end();
            }
            json.end();
            return at;
        }

        private void call(Interaction.ToolCall call) {
            String id = ids.ofCall(call.id());
            String name = ToolCallForm.name(call.name());
            names.put(id, name);
            json.object().name("id").value(id).name("function").object();
            json.name("name").value(name);
            json.name("arguments")
                    .json(ToolCallForm.arguments(call.arguments()))
                    .end()
                    .end();
        }

        private int other(Interaction item, int at) {
            if (item instanceof Interaction.ToolResult result) {
                String id = ids.ofResult(result.callId());
                message("tool", result.envelope().toJson().text());
                json.name("tool_name").value(names.getOrDefault(id, "unknown"));
                json.name("tool_call_id").value(id).end();
                media.addAll(result.envelope().parts());
            } else if (item instanceof Interaction.User said) {
                user(said.parts());
            } else if (MessageRoles.isDirection(item)) {
                message("system", MessageRoles.direction(item));
                json.end();
            } else {
                message("user", MessageRoles.directionOfUser(item));
                json.end();
            }
            return at + 1;
        }

        /** Writes the media of results as one message of the user behind them. */
        private void media() {
            if (!media.isEmpty()) {
                user(List.copyOf(media));
                media.clear();
            }
        }

        private void user(List<Part> parts) {
            List<String> texts = new ArrayList<>();
            List<Blob> images = new ArrayList<>();
            for (Part part : parts) {
                if (part instanceof Part.Image image) {
                    images.add(image.blob());
                } else if (part instanceof Part.File file && MediaForm.isText(file.blob())) {
                    texts.add(MediaForm.named(file));
                } else if (part instanceof Part.File || part instanceof Part.Audio) {
                    texts.add(MediaForm.leftOut(part));
                } else if (!PartText.words(part).isEmpty()) {
                    texts.add(PartText.words(part));
                }
            }
            message("user", String.join(PartText.PARAGRAPH, texts));
            if (!images.isEmpty()) {
                json.name("images").array();
                images.forEach(blob -> json.value(MediaForm.base64(blob)));
                json.end();
            }
            json.end();
        }

        private void message(String role, String content) {
            json.object().name("role").value(role).name("content").value(content);
        }
    }
}
