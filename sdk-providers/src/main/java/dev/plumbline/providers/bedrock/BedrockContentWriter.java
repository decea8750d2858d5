package dev.plumbline.providers.bedrock;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import dev.plumbline.providers.anthropic.AnthropicMessageWriter;
import dev.plumbline.providers.format.BoundThinking;
import dev.plumbline.providers.format.JsonElements;
import dev.plumbline.providers.format.MediaForm;
import dev.plumbline.providers.format.MessageRoles;
import dev.plumbline.providers.format.ModelFamily;
import dev.plumbline.providers.format.PartText;
import dev.plumbline.providers.format.ProviderMembers;
import dev.plumbline.providers.format.ToolCallForm;
import dev.plumbline.providers.format.ToolCallIdMapper;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes interactions as the {@code system} and {@code messages} of a request of Converse. Instructions before the first
 * message become the system text; later ones become part of the user's turn, so that the beginning stays unchanged.
 * Adjacent messages with the same role form one turn, as the service requires. One use, one thread.
 */
final class BedrockContentWriter {
    private static final ToolCallIdMapper.Rule IDS = ToolCallIdMapper.Rule.of("[a-zA-Z0-9_-]{1,64}", 64);
    private static final String USER = "user";
    private static final String ASSISTANT = "assistant";

    private final JsonWriter json;
    private final Target target;
    private final ToolCallIdMapper ids = new ToolCallIdMapper(IDS);
    private String role = "";

    BedrockContentWriter(JsonWriter json, Target target) {
        this.json = json;
        this.target = target;
    }

    void write(List<? extends Interaction> transcript) {
        int first = 0;
        while (first < transcript.size() && MessageRoles.isDirection(transcript.get(first))) {
            first++;
        }
        system(transcript.subList(0, first));
        json.name("messages").array();
        for (Interaction item : transcript.subList(first, transcript.size())) {
            add(item);
        }
        endTurn();
        json.end();
    }

    private void system(List<? extends Interaction> directions) {
        List<? extends Interaction> said = directions.stream()
                .filter(item -> !MessageRoles.direction(item).isBlank())
                .toList();
        if (said.isEmpty()) {
            return;
        }
        json.name("system").array();
        for (int i = 0; i < said.size(); i++) {
            Interaction item = said.get(i);
            text(json, MessageRoles.direction(item));
            boolean last = i == said.size() - 1;
            if (target.marks.isMarked(said.get(i)) || (last && target.marks.instructions())) {
                cachePoint();
            }
        }
        json.end();
    }

    private void add(Interaction item) {
        byte[] blocks = JsonElements.of(own -> blocks(own, item));
        if (blocks.length == 0) {
            return;
        }
        turn(MessageRoles.isAnswer(item) ? ASSISTANT : USER);
        json.encoded(blocks);
        if (target.marks.isMarked(item)) {
            cachePoint();
        }
    }

    private void cachePoint() {
        if (target.model.has(ModelFamily.Trait.CACHED)) {
            json.object().name("cachePoint").object().name("type").value("default");
            if (target.marks.retention() == PromptCacheHint.Retention.LONG) {
                json.name("ttl").value("1h");
            }
            json.end().end();
        }
    }

    private void blocks(JsonWriter own, Interaction item) {
        if (item instanceof Interaction.Assistant said) {
            said(own, said.parts());
        } else if (item instanceof Interaction.User said) {
            said.parts().forEach(part -> part(own, part));
        } else if (item instanceof Interaction.ToolCall call) {
            call(own, call, ids.ofCall(call.id()));
        } else if (item instanceof Interaction.ToolResult result) {
            result(own, result, ids.ofResult(result.callId()));
        } else {
            text(own, MessageRoles.directionOfUser(item));
        }
    }

    private void turn(String next) {
        if (!role.equals(next)) {
            endTurn();
            json.object().name("role").value(next).name("content").array();
            role = next;
        }
    }

    private void endTurn() {
        if (!role.isEmpty()) {
            json.end().end();
        }
    }

    /** Writes an assistant message. Reasoning is sent only in its signed form, which is opaque. */
    private void said(JsonWriter own, List<Part> parts) {
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Json cited = i + 1 < parts.size()
                    ? ProviderMembers.of(ProviderMembers.Kind.MESSAGE, parts.get(i + 1), target.provider)
                    : null;
            if (part instanceof Part.Opaque || part instanceof Part.Image) {
                part(own, part);
            } else {
                String words = PartText.words(part);
                int start = cited == null ? 0 : ProviderMembers.start(parts.get(i + 1), words);
                text(own, words.substring(0, start));
                text(own, words.substring(start), cited);
            }
        }
    }

    private static void call(JsonWriter own, Interaction.ToolCall call, String id) {
        own.object().name("toolUse").object().name("toolUseId").value(id);
        own.name("name").value(ToolCallForm.name(call.name()));
        own.name("input").json(ToolCallForm.arguments(call.arguments()));
        own.end().end();
    }

    private void result(JsonWriter own, Interaction.ToolResult result, String id) {
        own.object().name("toolResult").object().name("toolUseId").value(id);
        own.name("content").array();
        text(own, result.envelope().toJson().text());
        result.envelope().parts().forEach(part -> part(own, part));
        own.end();
        if (!result.envelope().isOk() && target.model.has(ModelFamily.Trait.RESULTS)) {
            own.name("status").value("error");
        }
        own.end().end();
    }

    private void part(JsonWriter own, Part part) {
        if (part instanceof Part.Text said) {
            text(own, said.text());
        } else if (part instanceof Part.Image image) {
            Blob blob = image.blob();
            own.object().name("image").object().name("format").value(format(blob));
            source(own, blob);
            own.end().end();
        } else if (part instanceof Part.File file) {
            file(own, file);
        } else if (part instanceof Part.Audio) {
            text(own, MediaForm.leftOut(part));
        } else if (part instanceof Part.Opaque opaque
                && opaque.provider().equals(target.provider)
                && Blocks.isBlock(opaque.data())
                && !(target.withoutThinking && BoundThinking.isThinking(opaque.data()))) {
            own.json(opaque.data());
        }
    }

    /** Writes a file. Its name is in a text, because the service takes few characters in names of documents. */
    private void file(JsonWriter own, Part.File file) {
        if (MediaForm.isText(file.blob())) {
            text(own, MediaForm.named(file));
        } else if (MediaForm.isSendable(file)) {
            text(own, file.name() + ":");
            String name = file.name().replaceAll("[^A-Za-z0-9()\\[\\]-]+", " ").strip();
            own.object().name("document").object().name("format").value(format(file.blob()));
            own.name("name").value(name.isEmpty() ? "document" : name.substring(0, Math.min(200, name.length())));
            source(own, file.blob());
            if (target.cited) {
                own.name("citations").object().name("enabled").value(true).end();
            }
            own.end().end();
        } else {
            text(own, MediaForm.leftOut(file));
        }
    }

    /** Returns the subtype of a media type, which is the service's name of each format that is sent. */
    private static String format(Blob blob) {
        return blob.mediaType().substring(blob.mediaType().indexOf('/') + 1);
    }

    private static void source(JsonWriter own, Blob blob) {
        own.name("source").object().name("bytes").value(MediaForm.base64(blob));
        own.end();
    }

    private static void text(JsonWriter own, String words) {
        text(own, words, null);
    }

    /** Writes a text, with its citations if it has any; the service refuses a blank one. */
    private static void text(JsonWriter own, String words, @Nullable Json members) {
        if (words.isBlank()) {
            return;
        }
        Json citations = members == null ? Json.object() : members.get("citations");
        if (citations.kind() == Json.Kind.ARRAY) {
            own.object().name("citationsContent").object().name("content").array();
            own.object().name("text").value(words).end().end();
            own.name("citations").json(citations).end().end();
        } else {
            own.object().name("text").value(words).end();
        }
    }

    /**
     * The receiver of the messages.
     *
     * @param provider the id of the provider
     * @param cited whether the model cites documents
     * @param withoutThinking whether signed thinking is not sent back
     * @param marks the positions of cache points
     */
    record Target(
            String provider,
            ModelFamily model,
            boolean cited,
            boolean withoutThinking,
            AnthropicMessageWriter.Marks marks) {}

    /** The content blocks of Converse. */
    static final class Blocks {
        /** The kinds that are sent back as they came, or that a program may send in the service's own form. */
        private static final Set<String> KINDS = Set.of(
                "reasoningContent",
                "toolUse",
                "toolResult",
                "citationsContent",
                "document",
                "image",
                "video",
                "audio",
                "guardContent",
                "searchResult",
                "cachePoint");

        private Blocks() {}

        static boolean isBlock(Json data) {
            return data.kind() == Json.Kind.OBJECT
                    && data.fields().size() == 1
                    && KINDS.containsAll(data.fields().keySet());
        }
    }
}
