package dev.plumbline.providers;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonCursor;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.JsonNameCache;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decodes Google's {@code generateContent} format, from events, a whole body, or a list of responses, into an {@link
 * AnswerAssembler}; {@code docs/gemini.md} is its specification. An event is a tree, because its parts come whole. One
 * thread.
 */
final class GeminiDecoder implements AnswerDecoder {
    private static final Set<String> FILTERED = Set.of(
            "SAFETY",
            "RECITATION",
            "BLOCKLIST",
            "PROHIBITED_CONTENT",
            "SPII",
            "IMAGE_SAFETY",
            "IMAGE_PROHIBITED_CONTENT",
            "IMAGE_RECITATION");

    /** The reasons of an answer that is broken, so that asking again may help. */
    private static final Set<String> BROKEN =
            Set.of("MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MALFORMED_RESPONSE");

    private static final Set<String> OF_PART = Set.of("text", "functionCall", "thought");

    private final AnswerAssembler answer;
    private final JsonDocumentStream documents;
    private Optional<AiError> error = Optional.empty();
    private long calls;
    private int events;

    GeminiDecoder(AnswerAssembler answer, JsonNameCache names) {
        this.answer = answer;
        this.documents = new JsonDocumentStream(names);
    }

    @Override
    public boolean event(String name, byte[] data, int length) {
        if (JsonDocumentStream.kind(data, length) == JsonDocumentStream.Kind.DOCUMENT) {
            events++;
            take(parsed(data, length, "event " + events + " of the stream"));
        }
        return error.isEmpty();
    }

    @Override
    public void body(byte[] json, int length) {
        if (JsonDocumentStream.kind(json, length) == JsonDocumentStream.Kind.BLANK) {
            return;
        }
        Json body = parsed(json, length, "the body");
        take(body);
        boolean says = body.kind() == Json.Kind.ARRAY || body.get("candidates").exists();
        if (!says && error.isEmpty()) {
            throw DecodingErrors.protocol("no-content", "the body is JSON but holds neither candidates nor an error");
        }
    }

    /** Returns whether the answer ended with a finish reason; the service sends no other sign of its end. */
    @Override
    public boolean isComplete() {
        return error().isEmpty() && answer.isFinished();
    }

    @Override
    public boolean isOver() {
        return error.isPresent() || answer.isFinished();
    }

    @Override
    public Optional<AiError> error() {
        return error.or(answer::unknownEnd);
    }

    private Json parsed(byte[] json, int length, String what) {
        try (JsonCursor cursor = documents.cursor(json, length)) {
            Json value = cursor.value();
            cursor.end();
            return value;
        } catch (JsonException e) {
            throw DecodingErrors.protocol("json", what + " is not JSON at " + e.getMessage());
        }
    }

    /** Takes one response, or the list of them that a stream without events is. */
    private void take(Json response) {
        if (response.kind() == Json.Kind.ARRAY) {
            response.elements().forEach(this::take);
            return;
        }
        if (response.kind() != Json.Kind.OBJECT || error.isPresent()) {
            return;
        }
        String model = text(response.get("modelVersion"));
        if (!model.isEmpty()) {
            answer.model(model);
        }
        if (response.get("usageMetadata").kind() == Json.Kind.OBJECT) {
            answer.usage(usage(response.get("usageMetadata")));
        }
        for (Json candidate : elements(response.get("candidates"))) {
            if (count(candidate.get("index")) == 0) {
                candidate(candidate);
            }
        }
        if (!ProviderMembers.isVoid(response.get("error"))) {
            error = Optional.of(answer.afterContent(ProviderErrorMapper.of(ErrorBodyReader.ofValue(response))));
        }
        String blocked = text(response.at("/promptFeedback/blockReason"));
        if (!blocked.isEmpty() && error.isEmpty()) {
            error = Optional.of(ProviderErrorMapper.blocked(blocked));
        }
    }

    private void candidate(Json candidate) {
        for (Json part : elements(candidate.at("/content/parts"))) {
            if (part.kind() == Json.Kind.OBJECT) {
                part(part);
            }
        }
        String reason = text(candidate.get("finishReason"));
        if (BROKEN.contains(reason) || reason.equals("MISSING_THOUGHT_SIGNATURE")) {
            error = Optional.of(answer.afterContent(
                    ProviderErrorMapper.broken(reason.toLowerCase(Locale.ROOT), BROKEN.contains(reason))));
        } else if (!reason.isEmpty() && !reason.equals("FINISH_REASON_UNSPECIFIED")) {
            answer.finish(finish(reason));
        }
    }

    private FinishReason finish(String reason) {
        if (FILTERED.contains(reason)) {
            return FinishReason.CONTENT_FILTER;
        }
        return switch (reason) {
            case "STOP" -> calls > 0 ? FinishReason.TOOL_CALLS : FinishReason.STOP;
            case "MAX_TOKENS" -> FinishReason.LENGTH;
            default -> FinishReason.OTHER;
        };
    }

    private void part(Json part) {
        Json call = part.get("functionCall");
        boolean thought = part.get("thought").equals(Json.of(true));
        if (call.kind() == Json.Kind.OBJECT) {
            call(part, call);
        } else if (thought) {
            thought(part);
        } else if (part.get("text").kind() == Json.Kind.STRING) {
            answer.text(part.get("text").asText());
            answer.members(ProviderMembers.unknown(part, OF_PART));
        } else if (!ProviderMembers.isVoid(part)) {
            whole(part);
        }
    }

    private void call(Json part, Json call) {
        Json members = ProviderMembers.unknown(part, OF_PART);
        answer.call(new ToolCallAssembler.Piece(
                calls++,
                text(call.get("id")),
                text(call.get("name")),
                JsonDocumentStream.arguments(call.get("args")),
                ProviderMembers.isVoid(members) ? null : members));
    }

    /** A thought is shown; one with a signature is also sent back, in the form in which it came. */
    private void thought(Json part) {
        answer.reasoning(text(part.get("text")));
        if (part.get(GeminiContentWriter.Parts.SIGNATURE).exists()) {
            answer.opaque(part);
        }
    }

    /** An image is content of the answer; code, its result, and what the service did itself are opaque. */
    private void whole(Json part) {
        Optional<Part.Image> image = image(part.get("inlineData"));
        Json members = ProviderMembers.unknown(part, Set.of("inlineData"));
        if (image.isPresent()) {
            answer.whole(image.get());
            answer.members(members);
        } else {
            answer.opaque(part);
        }
    }

    private static Optional<Part.Image> image(Json data) {
        String type = text(data.get("mimeType"));
        if (!type.matches("image/[a-z0-9.+-]{1,40}")) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(text(data.get("data")));
            return bytes.length == 0 ? Optional.empty() : Optional.of(new Part.Image(Blob.of(bytes, type)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Thoughts are billed beside the candidates, and results of the service's tools beside the prompt. */
    private static Usage usage(Json usage) {
        Map<String, Json> counts = usage.fields();
        long thoughts = count(counts.get("thoughtsTokenCount"));
        return new Usage(
                count(counts.get("promptTokenCount")) + count(counts.get("toolUsePromptTokenCount")),
                count(counts.get("candidatesTokenCount")) + thoughts,
                count(counts.get("cachedContentTokenCount")),
                thoughts,
                1);
    }

    private static long count(@org.jspecify.annotations.Nullable Json value) {
        return value == null ? 0 : JsonDocumentStream.tokens(value);
    }

    private static String text(Json value) {
        return value.kind() == Json.Kind.STRING ? value.asText() : "";
    }

    private static List<Json> elements(Json value) {
        return value.kind() == Json.Kind.ARRAY ? value.elements() : List.of();
    }
}
