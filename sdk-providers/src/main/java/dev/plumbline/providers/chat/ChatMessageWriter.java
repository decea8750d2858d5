package dev.plumbline.providers.chat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import dev.plumbline.providers.format.MediaForm;
import dev.plumbline.providers.format.MessageRoles;
import dev.plumbline.providers.format.PartText;
import dev.plumbline.providers.format.ProviderMembers;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.format.ToolCallForm;
import dev.plumbline.providers.format.ToolCallIdMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes interactions as chat messages. The text and tool calls of one answer form one assistant message; facts,
 * instructions and summaries are system messages; media of tool results follow their results as a user message, because
 * a tool message holds text only. One use, one thread.
 */
final class ChatMessageWriter {
    private static final Set<String> OF_CALL = Set.of("id", "type", "index", "function");

    private final JsonWriter json;
    private final String provider;
    private final ServerDialect dialect;
    private final boolean reasoningOfFamily;
    private final ToolCallIdMapper ids;
    private final List<Interaction> open = new ArrayList<>();
    private final List<String> openIds = new ArrayList<>();
    private final List<Part> media = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private boolean begun;
    private boolean afterResult;

    /**
     * Creates a writer into an open array; opaque data is sent only if it came from that provider.
     *
     * @param family whether the model's family wants its reasoning back with its calls
     */
    ChatMessageWriter(JsonWriter json, String provider, ServerDialect dialect, boolean family) {
        this.json = json;
        this.provider = provider;
        this.dialect = dialect;
        this.reasoningOfFamily = family && dialect.has(ServerDialect.Feature.REASONING_OF_FAMILIES);
        this.ids = new ToolCallIdMapper(dialect.words().callIds());
    }

    void add(Interaction item) {
        if (item instanceof Interaction.Assistant assistant) {
            endMedia();
            endAnswer(!openIds.isEmpty());
            open.add(assistant);
        } else if (item instanceof Interaction.ToolCall call) {
            endMedia();
            open.add(call);
            openIds.add(ids.ofCall(call.id()));
            names.put(call.id(), ToolCallForm.name(call.name()));
        } else {
            endAnswer(false);
            other(item);
        }
    }

    /** Writes the open message. */
    void end() {
        endAnswer(false);
        endMedia();
    }

    private void other(Interaction item) {
        if (item instanceof Interaction.ToolResult result) {
            result(result);
            return;
        }
        endMedia();
        if (item instanceof Interaction.User user) {
            answerResults();
            begun = true;
            said(user.parts());
        } else {
            direction(item);
        }
    }

    private void said(List<Part> parts) {
        json.object().name("role").value("user").name("content");
        parts(parts);
        json.end();
    }

    private void direction(Interaction item) {
        boolean late = begun && dialect.has(ServerDialect.Feature.SYSTEM_IN_FRONT);
        if (late) {
            answerResults();
        }
        if (late || !MessageRoles.isDirection(item)) {
            plain("user", MessageRoles.directionOfUser(item));
        } else {
            plain("system", MessageRoles.direction(item));
        }
    }

    private void result(Interaction.ToolResult result) {
        String id = ids.ofResult(result.callId());
        String name = dialect.has(ServerDialect.Feature.NAMED_RESULTS) ? names.getOrDefault(result.callId(), "") : "";
        json.object().name("role").value("tool").name("tool_call_id").value(id);
        if (!name.isEmpty()) {
            json.name("name").value(name);
        }
        json.name("content").value(result.envelope().toJson().text()).end();
        begun = true;
        afterResult = true;
        if (!result.envelope().parts().isEmpty()) {
            media.add(new Part.Text("Attached to the result of tool call " + id + ":"));
            media.addAll(result.envelope().parts());
        }
    }

    private void endMedia() {
        if (!media.isEmpty()) {
            answerResults();
            said(media);
            media.clear();
        }
    }

    /** Inserts an assistant message between tool results and the next user message, for servers that require one. */
    private void answerResults() {
        if (afterResult && dialect.has(ServerDialect.Feature.ANSWER_AFTER_RESULTS)) {
            plain("assistant", "OK");
        }
        afterResult = false;
    }

    /** Ends the open answer unless more text belongs to its calls. */
    private void endAnswer(boolean goesOn) {
        if (goesOn || open.isEmpty()) {
            return;
        }
        int before = json.size();
        answer();
        open.clear();
        openIds.clear();
        if (json.size() > before) {
            begun = true;
            afterResult = false;
        }
    }

    private void plain(String role, String content) {
        json.object().name("role").value(role).name("content").value(content).end();
    }

    /** Writes the open answer as one message; writes nothing if it would be empty. */
    private void answer() {
        List<Part> parts = openParts();
        String text = PartText.words(parts);
        List<Json> details = dialect.has(ServerDialect.Feature.REASONING_DETAILS) ? details(parts) : List.of();
        if (text.isEmpty() && openIds.isEmpty() && details.isEmpty()) {
            return;
        }
        @Nullable Json[] members = openIds.isEmpty() ? null : ProviderMembers.ofCalls(open, provider);
        json.object().name("role").value("assistant").name("content");
        content(parts, text, openIds.isEmpty());
        reasoning(parts, details, !openIds.isEmpty());
        calls(members);
        extra(parts);
        json.end();
    }

    private List<Part> openParts() {
        if (open.size() == 1 && open.get(0) instanceof Interaction.Assistant said) {
            return said.parts();
        }
        List<Part> parts = new ArrayList<>();
        for (Interaction item : open) {
            parts.addAll(item instanceof Interaction.Assistant said ? said.parts() : List.of());
        }
        return parts;
    }

    private void extra(List<Part> parts) {
        for (Part part : parts) {
            Json members = ProviderMembers.of(ProviderMembers.Kind.MESSAGE, part, provider);
            if (members != null && members.get(ChatChunkReader.EXTRA).exists()) {
                json.name(ChatChunkReader.EXTRA).json(members.get(ChatChunkReader.EXTRA));
                return;
            }
        }
    }

    private void content(List<Part> parts, String text, boolean wordsOnly) {
        String thinking = dialect.has(ServerDialect.Feature.THINKING_PARTS) ? PartText.reasoning(parts) : "";
        if (!thinking.isEmpty()) {
            thinking(thinking, text);
        } else if (text.isEmpty() && !wordsOnly) {
            json.nullValue();
        } else {
            json.value(text);
        }
    }

    private void thinking(String thinking, String text) {
        json.array().object().name("type").value("thinking").name("thinking").array();
        text(thinking);
        json.end().end();
        if (!text.isEmpty()) {
            text(text);
        }
        json.end();
    }

    private void text(String words) {
        json.object().name("type").value("text").name("text").value(words).end();
    }

    private void reasoning(List<Part> parts, List<Json> details, boolean withCalls) {
        boolean always = dialect.has(ServerDialect.Feature.REASONING_WITH_CALLS);
        if (withCalls && (always || reasoningOfFamily)) {
            String said = PartText.reasoning(parts);
            if (always || !said.isEmpty()) {
                json.name("reasoning_content").value(said);
            }
        }
        if (!details.isEmpty()) {
            json.name("reasoning_details").array();
            details.forEach(json::json);
            json.end();
        }
    }

    private void calls(@Nullable Json @Nullable [] members) {
        if (openIds.isEmpty()) {
            return;
        }
        json.name("tool_calls").array();
        int number = 0;
        for (Interaction item : open) {
            if (item instanceof Interaction.ToolCall call) {
                call(call, openIds.get(number));
                ProviderMembers.write(json, members, number++, OF_CALL);
                json.end();
            }
        }
        json.end();
    }

    private void call(Interaction.ToolCall call, String id) {
        json.object().name("id").value(id).name("type").value("function");
        json.name("function").object();
        json.name("name").value(ToolCallForm.name(call.name()));
        json.name("arguments").value(ToolCallForm.arguments(call.arguments()).text());
        json.end();
    }

    private List<Json> details(List<Part> parts) {
        List<Json> details = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Part.Opaque opaque
                    && opaque.provider().equals(provider)
                    && opaque.data().kind() == Json.Kind.ARRAY) {
                details.addAll(opaque.data().elements());
            }
        }
        return details;
    }

    /** Writes the content of a user message: one text as a string, anything else as a list of parts, bytes as base64. */
    private void parts(List<Part> parts) {
        if (parts.size() == 1 && parts.get(0) instanceof Part.Text text) {
            json.value(text.text());
            return;
        }
        json.array();
        parts.forEach(this::part);
        json.end();
    }

    /**
     * Writes a part. Reasoning, refusals and opaque data belong to the model, not to the user, and are left out.
     */
    private void part(Part part) {
        if (part instanceof Part.Text text) {
            begin("text").value(text.text()).end();
        } else if (part instanceof Part.Image image) {
            begin("image_url")
                    .object()
                    .name("url")
                    .value(MediaForm.dataUrl(image.blob()))
                    .end()
                    .end();
        } else if (part instanceof Part.Audio audio) {
            begin("input_audio").object().name("data").value(MediaForm.base64(audio.blob()));
            json.name("format").value(format(audio.blob().mediaType())).end().end();
        } else if (part instanceof Part.File file && !file.blob().mediaType().equals("application/pdf")) {
            begin("text")
                    .value(MediaForm.isText(file.blob()) ? MediaForm.named(file) : MediaForm.leftOut(file))
                    .end();
        } else if (part instanceof Part.File file) {
            begin("file").object().name("filename").value(file.name());
            json.name("file_data").value(MediaForm.dataUrl(file.blob())).end().end();
        }
    }

    private JsonWriter begin(String type) {
        return json.object().name("type").value(type).name(type);
    }

    private static String format(String mediaType) {
        String subtype = mediaType.substring(mediaType.indexOf('/') + 1);
        return switch (subtype) {
            case "mpeg" -> "mp3";
            case "x-wav", "wave", "vnd.wave" -> "wav";
            default -> subtype;
        };
    }
}
