package dev.plumbline.providers.gemini;

import dev.plumbline.event.Usage;
import dev.plumbline.internal.SaturatingMath;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonCursor;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorBody;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One response of Google's {@code generateContent}: an event of a stream, or a whole body. It is parsed completely
 * before it is processed, so that a malformed event has no effect. Only the first candidate is read.
 */
final class GeminiResponse {
    String model = "";
    String finishReason = "";
    String blockReason = "";
    boolean hasCandidates;
    final List<PartPiece> parts = new ArrayList<>(1);

    @Nullable
    Usage usage;

    @Nullable
    ProviderErrorBody error;

    private GeminiResponse() {}

    /** Reads a response, or the list of them that a stream without events is. */
    static List<GeminiResponse> read(JsonCursor json) {
        List<GeminiResponse> all = new ArrayList<>(1);
        if (json.enterArray()) {
            while (json.next()) {
                all.add(one(json));
            }
        } else {
            all.add(one(json));
        }
        return all;
    }

    private static GeminiResponse one(JsonCursor json) {
        GeminiResponse response = new GeminiResponse();
        if (json.enterObject()) {
            while (json.next()) {
                response.member(json);
            }
        }
        return response;
    }

    private void member(JsonCursor json) {
        switch (json.name()) {
            case "candidates" -> candidates(json);
            case "usageMetadata" -> usage = usage(json);
            case "modelVersion" -> model = JsonDocumentStream.text(json);
            case "promptFeedback" -> feedback(json);
            case "error" -> error = ErrorBodyReader.read(json).orElse(null);
            default -> {}
        }
    }

    private void feedback(JsonCursor json) {
        if (json.enterObject()) {
            while (json.next()) {
                blockReason = json.name().equals("blockReason") ? JsonDocumentStream.text(json) : blockReason;
            }
        }
    }

    private void candidates(JsonCursor json) {
        if (json.enterArray()) {
            hasCandidates = true;
            for (long position = 0; json.next(); position++) {
                candidate(json, position);
            }
        }
    }

    /** Reads a complete candidate before it is kept, because the index may follow the content. */
    private void candidate(JsonCursor json, long position) {
        List<PartPiece> found = new ArrayList<>(1);
        String reason = "";
        long index = position;
        if (json.enterObject()) {
            while (json.next()) {
                switch (json.name()) {
                    case "index" -> index = JsonDocumentStream.number(json, position);
                    case "content" -> content(json, found);
                    case "finishReason" -> reason = JsonDocumentStream.text(json);
                    default -> {}
                }
            }
        }
        if (index == 0) {
            parts.addAll(found);
            finishReason = reason;
        }
    }

    private static void content(JsonCursor json, List<PartPiece> found) {
        if (json.enterObject()) {
            while (json.next()) {
                if (json.name().equals("parts") && json.enterArray()) {
                    while (json.next()) {
                        part(json, found);
                    }
                }
            }
        }
    }

    private static void part(JsonCursor json, List<PartPiece> found) {
        if (json.enterObject()) {
            String words = null;
            boolean thought = false;
            Json others = Json.object();
            while (json.next()) {
                switch (json.name()) {
                    case "text" -> words = JsonDocumentStream.text(json);
                    case "thought" -> thought = json.value().equals(Json.of(true));
                    default -> others = others.with(json.name(), json.value());
                }
            }
            found.add(new PartPiece(words, thought, others));
        }
    }

    /** Thoughts are billed beside the candidates, and results of the service's tools beside the prompt. */
    private static @Nullable Usage usage(JsonCursor json) {
        if (!json.enterObject()) {
            return null;
        }
        long input = 0;
        long output = 0;
        long cached = 0;
        long thoughts = 0;
        while (json.next()) {
            switch (json.name()) {
                case "promptTokenCount", "toolUsePromptTokenCount" ->
                    input = SaturatingMath.plus(input, JsonDocumentStream.tokens(json));
                case "candidatesTokenCount" -> output = JsonDocumentStream.tokens(json);
                case "cachedContentTokenCount" -> cached = JsonDocumentStream.tokens(json);
                case "thoughtsTokenCount" -> thoughts = JsonDocumentStream.tokens(json);
                default -> {}
            }
        }
        return new Usage(input, SaturatingMath.plus(output, thoughts), cached, 0, 0, thoughts, 1);
    }

    /**
     * A part of the answer, or a piece of its text.
     *
     * @param words its text; null if it is no text
     * @param thought whether it is a thought
     * @param others its other members
     */
    record PartPiece(@Nullable String words, boolean thought, Json others) {}
}
