package dev.plumbline.providers.anthropic;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import dev.plumbline.providers.format.BoundThinking;
import dev.plumbline.providers.format.JsonElements;
import dev.plumbline.providers.format.MediaForm;
import dev.plumbline.providers.format.MessageRoles;
import dev.plumbline.providers.format.PartText;
import dev.plumbline.providers.format.ProviderMembers;
import dev.plumbline.providers.format.ToolCallForm;
import dev.plumbline.providers.format.ToolCallIdMapper;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes interactions as the {@code system} and {@code messages} of an Anthropic request. Instructions before the first
 * message become the system text; later ones become part of the user's turn, so that the beginning stays unchanged.
 * Adjacent messages with the same role form one turn. Blank text gets no block, because the service refuses it. One use,
 * one thread.
 */
public final class AnthropicMessageWriter {
    private static final ToolCallIdMapper.Rule IDS = ToolCallIdMapper.Rule.of("[a-zA-Z0-9_-]{1,64}", 64);
    private static final Set<String> OF_BLOCK = Set.of("type", "text", "id", "name", "input", "cache_control");
    private static final String USER = "user";
    private static final String ASSISTANT = "assistant";

    private final JsonWriter json;
    private final String provider;
    private final boolean cited;
    private final boolean withoutThinking;
    private final Marks marks;
    private final ToolCallIdMapper ids = new ToolCallIdMapper(IDS);
    private String role = "";

    /**
     * Creates a writer into an open object. Opaque data is sent only if it came from that provider.
     *
     * @param cited whether the model cites documents
     * @param withoutThinking whether signed thinking is not sent back
     */
    AnthropicMessageWriter(JsonWriter json, String provider, boolean cited, boolean withoutThinking, Marks marks) {
        this.json = json;
        this.provider = provider;
        this.cited = cited;
        this.withoutThinking = withoutThinking;
        this.marks = marks;
    }

    void write(List<? extends Interaction> transcript) {
        int first = 0;
        while (first < transcript.size() && MessageRoles.isDirection(transcript.get(first))) {
            first++;
        }
        system(transcript.subList(0, first));
        json.name("messages").array();
        for (int i = first; i < transcript.size(); i++) {
            add(transcript.get(i), i + 1 < transcript.size() ? transcript.get(i + 1) : null);
        }
        endTurn();
        json.end();
    }

    private void system(List<? extends Interaction> directions) {
        List<byte[]> blocks = directions.stream()
                .map(item -> marked(item, JsonElements.of(own -> text(own, MessageRoles.direction(item)))))
                .filter(block -> block.length > 0)
                .toList();
        if (blocks.isEmpty()) {
            return;
        }
        json.name("system").array();
        blocks.subList(0, blocks.size() - 1).forEach(json::encoded);
        byte[] last = blocks.get(blocks.size() - 1);
        boolean mark = marks.instructions() && !marks.isMarked(directions.get(directions.size() - 1));
        json.encoded(mark ? marks.mark(last) : last).end();
    }

    private void add(Interaction item, @Nullable Interaction next) {
        byte[] blocks = JsonElements.of(own -> blocks(own, item, next));
        if (blocks.length == 0) {
            return;
        }
        turn(MessageRoles.isAnswer(item) ? ASSISTANT : USER);
        json.encoded(marked(item, blocks));
    }

    private void blocks(JsonWriter own, Interaction item, @Nullable Interaction next) {
        if (item instanceof Interaction.Assistant said) {
            assistant(own, said.parts());
        } else if (item instanceof Interaction.User said) {
            said.parts().forEach(part -> part(own, part));
        } else if (item instanceof Interaction.ToolCall call) {
            call(own, call, ids.ofCall(call.id()), members(next));
        } else if (item instanceof Interaction.ToolResult result) {
            result(own, result, ids.ofResult(result.callId()));
        } else {
            text(own, MessageRoles.directionOfUser(item));
        }
    }

    private byte[] marked(Interaction item, byte[] blocks) {
        return marks.isMarked(item) && blocks.length > 0 && isMarkable(item) ? marks.mark(blocks) : blocks;
    }

    /** Returns whether an item can carry a cache mark; thinking cannot. */
    private static boolean isMarkable(Interaction item) {
        if (item instanceof Interaction.Assistant said) {
            Part last = said.parts().get(said.parts().size() - 1);
            return !(last instanceof Part.Refusal) && !PartText.words(last).isBlank();
        }
        return true;
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

    /**
     * Writes an assistant message. Reasoning is sent only in its signed form, which is opaque, and the reason of a refusal
     * not at all, because it stands beside the content of an answer.
     */
    private void assistant(JsonWriter json, List<Part> parts) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Part.Opaque opaque) {
                opaque(json, opaque);
            } else if (!(parts.get(i) instanceof Part.Refusal)) {
                Part next = i + 1 < parts.size() ? parts.get(i + 1) : parts.get(i);
                Json members = ProviderMembers.of(ProviderMembers.Kind.MESSAGE, next, provider);
                text(json, PartText.words(parts.get(i)), members);
            }
        }
    }

    /** Returns the members of the call before that item, which come first there; null if there are none. */
    private @Nullable Json members(@Nullable Interaction item) {
        return item instanceof Interaction.Assistant said && !said.parts().isEmpty()
                ? ProviderMembers.of(ProviderMembers.Kind.CALL, said.parts().get(0), provider)
                : null;
    }

    private void opaque(JsonWriter json, Part.Opaque opaque) {
        boolean own = opaque.provider().equals(provider) && PartText.isTyped(opaque.data());
        if (own && !(withoutThinking && BoundThinking.isThinking(opaque.data()))) {
            json.json(opaque.data());
        }
    }

    private void call(JsonWriter json, Interaction.ToolCall call, String id, @Nullable Json members) {
        type(json, "tool_use").name("id").value(id);
        json.name("name").value(ToolCallForm.name(call.name()));
        json.name("input").json(ToolCallForm.arguments(call.arguments()));
        ProviderMembers.write(json, members, OF_BLOCK);
        json.end();
    }

    private void result(JsonWriter json, Interaction.ToolResult result, String id) {
        type(json, "tool_result").name("tool_use_id").value(id);
        if (!result.envelope().isOk()) {
            json.name("is_error").value(true);
        }
        json.name("content").array();
        text(json, result.envelope().toJson().text());
        result.envelope().parts().forEach(part -> part(json, part));
        json.end().end();
    }

    private void part(JsonWriter json, Part part) {
        if (part instanceof Part.Text said) {
            text(json, said.text());
        } else if (part instanceof Part.Image image) {
            source(type(json, "image"), "base64", image.blob().mediaType(), MediaForm.base64(image.blob()));
            json.end();
        } else if (part instanceof Part.File file) {
            file(json, file);
        } else if (part instanceof Part.Audio) {
            text(json, MediaForm.leftOut(part));
        } else if (part instanceof Part.Opaque opaque) {
            opaque(json, opaque);
        }
    }

    private void file(JsonWriter json, Part.File file) {
        Blob blob = file.blob();
        boolean plain = MediaForm.isText(blob);
        if (!plain && !blob.mediaType().equals("application/pdf")) {
            text(json, MediaForm.leftOut(file));
            return;
        }
        source(
                type(json, "document"),
                plain ? "text" : "base64",
                plain ? "text/plain" : blob.mediaType(),
                plain ? MediaForm.text(blob) : MediaForm.base64(blob));
        json.name("title").value(file.name());
        if (cited) {
            json.name("citations").object().name("enabled").value(true).end();
        }
        json.end();
    }

    private static void source(JsonWriter json, String type, String mediaType, String data) {
        json.name("source").object().name("type").value(type);
        json.name("media_type").value(mediaType).name("data").value(data).end();
    }

    private static void text(JsonWriter json, String words) {
        text(json, words, null);
    }

    private static void text(JsonWriter json, String words, @Nullable Json members) {
        if (!words.isBlank()) {
            type(json, "text").name("text").value(words);
            ProviderMembers.write(json, members, OF_BLOCK);
            json.end();
        }
    }

    private static JsonWriter type(JsonWriter json, String type) {
        return json.object().name("type").value(type);
    }

    /** The positions in one call up to which Anthropic is asked to cache the prompt: four at most. */
    public static final class Marks {
        private static final int MOST = 4;
        private static final Json SHORT = Json.object().with("type", "ephemeral");
        private static final Json LONG = SHORT.with("ttl", "1h");

        private final boolean instructions;
        private final PromptCacheHint.Retention retention;
        private final Set<Interaction> marked = Collections.newSetFromMap(new IdentityHashMap<>());
        private final byte[] mark;

        private Marks(boolean instructions, PromptCacheHint.Retention lasting) {
            this.instructions = instructions;
            this.retention = lasting;
            Json control = lasting == PromptCacheHint.Retention.LONG ? LONG : SHORT;
            this.mark = (",\"cache_control\":" + control.text() + "}").getBytes(StandardCharsets.UTF_8);
        }

        /** Returns the marks that a call requests; none unless a policy added a {@link PromptCacheHint}. */
        public static Marks of(AiCall call) {
            PromptCacheHint cache = call.attribute(PromptCacheHint.KEY)
                    .orElseGet(() -> new PromptCacheHint(false, List.of(), PromptCacheHint.Retention.SHORT));
            boolean none = cache.retention() == PromptCacheHint.Retention.NONE;
            Marks marks = new Marks(cache.instructions() && !none, cache.retention());
            Stream<Integer> places = cache.conversation()
                    ? Stream.of(
                            beforeNewestAnswer(call.effective()),
                            call.effective().size() - 1)
                    : cache.afterMessages().stream();
            places.filter(at -> !none)
                    .filter(at -> at >= 0 && at < call.effective().size())
                    .distinct()
                    .sorted(Collections.reverseOrder())
                    .limit(cache.instructions() ? MOST - 1 : MOST)
                    .forEach(at -> marks.marked.add(call.effective().get(at)));
            return marks;
        }

        /** Returns the last position of the call before, which ended where the newest answer begins; -1 if there is none. */
        private static int beforeNewestAnswer(List<Interaction> said) {
            int at = said.size() - 1;
            while (at >= 0 && !MessageRoles.isAnswer(said.get(at))) {
                at--;
            }
            while (at >= 0 && MessageRoles.isAnswer(said.get(at))) {
                at--;
            }
            return at;
        }

        public PromptCacheHint.Retention retention() {
            return retention;
        }

        public boolean instructions() {
            return instructions;
        }

        public boolean isMarked(Interaction item) {
            return marked.contains(item);
        }

        /** Returns the blocks with a cache mark on the last one. */
        byte[] mark(byte[] blocks) {
            byte[] marked = Arrays.copyOf(blocks, blocks.length - 1 + mark.length);
            System.arraycopy(mark, 0, marked, blocks.length - 1, mark.length);
            return marked;
        }
    }
}
