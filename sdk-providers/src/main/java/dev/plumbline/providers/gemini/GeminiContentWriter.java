package dev.plumbline.providers.gemini;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import dev.plumbline.providers.format.JsonElements;
import dev.plumbline.providers.format.LeftOutOptions;
import dev.plumbline.providers.format.MediaForm;
import dev.plumbline.providers.format.MessageRoles;
import dev.plumbline.providers.format.ModelFamily;
import dev.plumbline.providers.format.PartText;
import dev.plumbline.providers.format.ProviderMembers;
import dev.plumbline.providers.format.ToolCallForm;
import dev.plumbline.providers.format.ToolCallIdMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes interactions as the {@code systemInstruction} and {@code contents} of a Gemini request. Instructions before the
 * first message become the system instruction; later ones become part of the user's content, so that the beginning stays
 * unchanged. All results of a round are one content, as the service requires. One use, one thread.
 */
final class GeminiContentWriter {
    private static final ToolCallIdMapper.Rule IDS = ToolCallIdMapper.Rule.of("[!-~]{1,64}", 64);

    /** The roles of contents; results have a content of their own with the role of the user. */
    private static final String USER = "user";

    private static final String MODEL = "model";
    private static final String RESULTS = "results";

    private final JsonWriter json;
    private final Target target;
    private final ToolCallIdMapper ids = new ToolCallIdMapper(IDS);
    private final Map<String, String> names = new HashMap<>();
    private final List<Interaction.ToolResult> media = new ArrayList<>();
    private String role = "";
    private boolean called;

    GeminiContentWriter(JsonWriter json, Target target) {
        this.json = json;
        this.target = target;
    }

    void write(AiCall call) {
        List<Interaction> transcript = call.effective();
        int first = 0;
        while (first < transcript.size() && MessageRoles.isDirection(transcript.get(first))) {
            first++;
        }
        if (target.cached && first > 0) {
            LeftOutOptions.add(call, "instructions are not sent: the cached content has its own");
        } else {
            system(transcript.subList(0, first));
        }
        json.name("contents").array();
        int at = first;
        while (at < transcript.size()) {
            at = MessageRoles.isAnswer(transcript.get(at)) ? answer(transcript, at) : other(transcript, at);
        }
        endContent();
        json.end();
    }

    private void system(List<? extends Interaction> directions) {
        List<String> texts = directions.stream()
                .map(MessageRoles::direction)
                .filter(text -> !text.isEmpty())
                .toList();
        if (!texts.isEmpty()) {
            json.name("systemInstruction").object().name("parts").array();
            texts.forEach(text -> text(json, text, null));
            json.end().end();
        }
    }

    /** Writes the answer that begins there; returns the index after it. */
    private int answer(List<? extends Interaction> transcript, int from) {
        int to = from;
        while (to < transcript.size() && MessageRoles.isAnswer(transcript.get(to))) {
            to++;
        }
        List<? extends Interaction> answer = transcript.subList(from, to);
        @Nullable Json @Nullable [] members = ProviderMembers.ofCalls(answer, target.provider);
        int calls = 0;
        for (Interaction item : answer) {
            if (item instanceof Interaction.ToolCall call) {
                Json own = members != null && calls < members.length ? members[calls] : null;
                content(MODEL);
                call(call, own);
                calls++;
            } else if (item instanceof Interaction.Assistant said) {
                add(MODEL, own -> said(own, said.parts()));
            }
        }
        return to;
    }

    /**
     * Writes the part of a call. The first call of an answer needs a signature at some models; one that another model
     * made has none, and the service names a text that stands for it.
     */
    private void call(Interaction.ToolCall call, @Nullable Json members) {
        String id = ids.ofCall(call.id());
        String name = ToolCallForm.name(call.name());
        names.put(id, name);
        boolean signed = members != null && members.get(Parts.SIGNATURE).exists();
        Json sent =
                !called && target.model.has(ModelFamily.Trait.SIGNED) && !signed ? Parts.unsigned(members) : members;
        called = true;
        json.object().name("functionCall").object().name("id").value(id);
        json.name("name").value(name);
        json.name("args").json(ToolCallForm.arguments(call.arguments()));
        json.end();
        ProviderMembers.write(json, sent, Parts.OF_CALL);
        json.end();
    }

    private void said(JsonWriter own, List<Part> parts) {
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Json members = ProviderMembers.of(ProviderMembers.Kind.MESSAGE, part, target.provider);
            if (members != null) {
                if (i == 0 || !takesMembers(parts.get(i - 1))) {
                    text(own, "", members);
                }
                continue;
            }
            Json next = i + 1 < parts.size()
                    ? ProviderMembers.of(ProviderMembers.Kind.MESSAGE, parts.get(i + 1), target.provider)
                    : null;
            if (part instanceof Part.Image image) {
                inline(own, image.blob(), next);
            } else if (part instanceof Part.Opaque) {
                part(own, part);
            } else {
                String words = PartText.words(part);
                int start = next == null ? 0 : ProviderMembers.start(parts.get(i + 1), words);
                text(own, words.substring(0, start), null);
                text(own, words.substring(start), next);
            }
        }
    }

    /** Returns whether members behind a part are written into it. */
    private static boolean takesMembers(Part part) {
        return part instanceof Part.Image || !PartText.words(part).isEmpty();
    }

    private int other(List<? extends Interaction> transcript, int at) {
        Interaction item = transcript.get(at);
        if (item instanceof Interaction.ToolResult result) {
            content(RESULTS);
            result(result);
            if (!result.envelope().parts().isEmpty()) {
                media.add(result);
            }
        } else if (item instanceof Interaction.User said) {
            add(USER, own -> said.parts().forEach(part -> part(own, part)));
        } else {
            add(USER, own -> text(own, MessageRoles.directionOfUser(item), null));
        }
        return at + 1;
    }

    private void result(Interaction.ToolResult result) {
        String id = ids.ofResult(result.callId());
        String name = names.getOrDefault(id, "unknown");
        json.object().name("functionResponse").object().name("id").value(id);
        json.name("name").value(name);
        json.name("response").json(result.envelope().toJson()).end().end();
    }

    /** Adds parts to a content of that role; without parts there is no content, because the service refuses it. */
    private void add(String next, Consumer<JsonWriter> writing) {
        byte[] parts = JsonElements.of(writing);
        if (parts.length > 0) {
            content(next);
            json.encoded(parts);
        }
    }

    private void content(String next) {
        if (!role.equals(next)) {
            endContent();
            json.object().name("role").value(next.equals(MODEL) ? MODEL : USER);
            json.name("parts").array();
            role = next;
            called = false;
        }
    }

    /** Ends a content; media of results follow all results of the round. */
    private void endContent() {
        if (role.isEmpty()) {
            return;
        }
        for (Interaction.ToolResult result : media) {
            result.envelope().parts().forEach(part -> part(json, part));
        }
        media.clear();
        json.end().end();
    }

    private void part(JsonWriter own, Part part) {
        if (part instanceof Part.Text said) {
            text(own, said.text(), null);
        } else if (part instanceof Part.Image image) {
            inline(own, image.blob(), null);
        } else if (part instanceof Part.Audio sound) {
            inline(own, sound.blob(), null);
        } else if (part instanceof Part.File file) {
            file(own, file);
        } else if (part instanceof Part.Opaque opaque
                && opaque.provider().equals(target.provider)
                && Parts.isPart(opaque.data())) {
            own.json(opaque.data());
        }
    }

    private static void file(JsonWriter own, Part.File file) {
        if (MediaForm.isText(file.blob())) {
            text(own, MediaForm.named(file), null);
        } else if (MediaForm.isSendable(file)) {
            inline(own, file.blob(), null);
        } else {
            text(own, MediaForm.leftOut(file), null);
        }
    }

    private static void inline(JsonWriter own, Blob blob, @Nullable Json members) {
        own.object().name("inlineData").object().name("mimeType").value(blob.mediaType());
        own.name("data").value(MediaForm.base64(blob)).end();
        ProviderMembers.write(own, members, Parts.OF_IMAGE);
        own.end();
    }

    /** Writes text; without members an empty one gets no part, because the service refuses it. */
    private static void text(JsonWriter own, String words, @Nullable Json members) {
        if (!words.isEmpty() || members != null) {
            own.object().name("text").value(words);
            ProviderMembers.write(own, members, Parts.OF_TEXT);
            own.end();
        }
    }

    /**
     * The receiver of the contents.
     *
     * @param provider the id of the provider
     * @param cached whether instructions and tools are in cached content
     */
    record Target(String provider, ModelFamily model, boolean cached) {}

    /** The parts of Google's contents. */
    static final class Parts {
        static final String SIGNATURE = "thoughtSignature";
        static final Set<String> OF_TEXT = Set.of("text", "thought");
        static final Set<String> OF_IMAGE = Set.of("inlineData", "thought");
        static final Set<String> OF_CALL = Set.of("functionCall", "thought");

        /** The text that the documentation of thought signatures names for calls that the model did not make. */
        private static final String NO_SIGNATURE = "skip_thought_signature_validator";

        /** The kinds of parts that are sent back as they came, or that a program may send in the service's own form. */
        private static final Set<String> KINDS = Set.of(
                "fileData",
                "inlineData",
                "executableCode",
                "codeExecutionResult",
                "toolCall",
                "toolResponse",
                "text",
                SIGNATURE);

        private Parts() {}

        static boolean isPart(Json data) {
            return data.kind() == Json.Kind.OBJECT
                    && data.fields().keySet().stream().anyMatch(KINDS::contains);
        }

        static Json unsigned(@Nullable Json members) {
            return (members == null ? Json.object() : members).with(SIGNATURE, NO_SIGNATURE);
        }
    }
}
