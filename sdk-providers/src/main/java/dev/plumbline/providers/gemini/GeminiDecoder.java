package dev.plumbline.providers.gemini;

import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonNameCache;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.AnswerDecoder;
import dev.plumbline.providers.format.AnswerEnd;
import dev.plumbline.providers.format.DecodingErrors;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorMapper;
import dev.plumbline.providers.format.ProviderMembers;
import dev.plumbline.providers.format.ToolCallAssembler;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Decodes Google's {@code generateContent} format, from events, a whole body, or a list of responses, into an {@link
 * AnswerAssembler}; {@code docs/gemini.md} is its specification. One thread.
 */
public final class GeminiDecoder implements AnswerDecoder.Reader {
    private final AnswerAssembler answer;
    private final JsonDocumentStream documents;
    private final AnswerEnd end;
    private static final Set<String> FILTERED = Set.of(
            "SAFETY",
            "RECITATION",
            "BLOCKLIST",
            "PROHIBITED_CONTENT",
            "SPII",
            "MODEL_ARMOR",
            "IMAGE_SAFETY",
            "IMAGE_PROHIBITED_CONTENT",
            "IMAGE_RECITATION");

    /** The reasons of an answer that is broken, so that asking again may help. */
    private static final Set<String> BROKEN =
            Set.of("MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MALFORMED_RESPONSE");

    private long calls;

    public GeminiDecoder(AnswerAssembler answer, JsonNameCache names) {
        this.answer = answer;
        this.documents = new JsonDocumentStream(names);
        this.end = answer.endsBy(AnswerEnd.Rule.BODY);
    }

    @Override
    public void read(String name, byte[] data, int length, int number) {
        documents.read(data, length, number, GeminiResponse::read).forEach(this::take);
    }

    @Override
    public void readWhole(byte[] json, int length) {
        List<GeminiResponse> responses = documents.read(json, length, JsonDocumentStream.BODY, GeminiResponse::read);
        responses.forEach(this::take);
        if (responses.stream().noneMatch(response -> response.hasCandidates) && !end.hasFailed()) {
            throw DecodingErrors.protocol("no-content", "the body is JSON but holds neither candidates nor an error");
        }
    }

    private void take(GeminiResponse response) {
        if (end.isOver()) {
            return;
        }
        if (!response.model.isEmpty()) {
            answer.model(response.model);
        }
        if (response.usage != null) {
            answer.usage(response.usage);
        }
        response.parts.forEach(this::part);
        if (response.error != null) {
            end.fail(answer.afterContent(ProviderErrorMapper.of(response.error)));
        } else if (!response.blockReason.isEmpty()) {
            end.fail(ProviderErrorMapper.blocked(response.blockReason));
        } else if (!end.isOver()) {
            finish(response.finishReason);
        }
    }

    private void finish(String reason) {
        if (BROKEN.contains(reason) || reason.equals("MISSING_THOUGHT_SIGNATURE")) {
            end.fail(answer.afterContent(
                    ProviderErrorMapper.broken(reason.toLowerCase(Locale.ROOT), BROKEN.contains(reason))));
        } else if (!reason.isEmpty() && !reason.equals("FINISH_REASON_UNSPECIFIED")) {
            answer.finish(word(reason));
        }
    }

    private FinishReason word(String reason) {
        if (FILTERED.contains(reason)) {
            return FinishReason.CONTENT_FILTER;
        }
        return switch (reason) {
            case "STOP" -> calls > 0 ? FinishReason.TOOL_CALLS : FinishReason.STOP;
            case "MAX_TOKENS" -> FinishReason.LENGTH;
            default -> FinishReason.OTHER;
        };
    }

    private void part(GeminiResponse.PartPiece part) {
        Json call = part.others().get("functionCall");
        if (call.kind() == Json.Kind.OBJECT) {
            call(call, ProviderMembers.unknown(part.others(), Set.of("functionCall")));
        } else if (part.thought()) {
            thought(part);
        } else if (part.words() != null) {
            text(part.words(), part.others());
        } else if (!ProviderMembers.isVoid(part.others())) {
            whole(part.others());
        }
    }

    private void call(Json call, Json members) {
        if (call.get("partialArgs").exists() || call.get("willContinue").equals(Json.of(true))) {
            end.fail(AiError.of(
                            AiError.Category.PROTOCOL,
                            "partial-arguments",
                            "the arguments of a call come in pieces, which were not asked for: switch off"
                                    + " streamFunctionCallArguments")
                    .withRetryable(false));
            return;
        }
        answer.call(new ToolCallAssembler.Piece(
                calls++,
                call.get("id").findText().orElse(""),
                call.get("name").findText().orElse(""),
                JsonDocumentStream.arguments(call.get("args")),
                ProviderMembers.isVoid(members) ? null : members));
    }

    /** Adds a piece of text; one with a signature goes back as a part of its own. */
    private void text(String words, Json others) {
        if (ProviderMembers.isVoid(others)) {
            answer.text(words);
        } else if (words.isEmpty()) {
            answer.opaque(others.with("text", words));
        } else {
            answer.text(words);
            answer.members(ProviderMembers.unknown(others, Set.of()), words.length());
        }
    }

    /** A thought is shown; one with a signature is also sent back, in the form in which it came. */
    private void thought(GeminiResponse.PartPiece part) {
        String words = part.words();
        answer.reasoning(words == null ? "" : words);
        if (part.others().get(GeminiContentWriter.Parts.SIGNATURE).exists()) {
            Json said = words == null ? part.others() : part.others().with("text", words);
            answer.opaque(said.with("thought", true));
        }
    }

    /** An image is content of the answer; code, its result, and what the service did itself are opaque. */
    private void whole(Json part) {
        Json data = part.get("inlineData");
        if (answer.image(
                data.get("mimeType").findText().orElse(""),
                data.get("data").findText().orElse(""))) {
            answer.members(ProviderMembers.unknown(part, Set.of("inlineData")));
        } else {
            answer.opaque(part);
        }
    }
}
