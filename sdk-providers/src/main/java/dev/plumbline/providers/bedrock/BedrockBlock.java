package dev.plumbline.providers.bedrock;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.providers.anthropic.AnthropicDecoder;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderMembers;
import dev.plumbline.providers.format.ToolCallAssembler;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One content block of an answer of Converse while it arrives. Text, reasoning and tool calls are passed to the answer
 * as they arrive. Data for the provider only (signed and redacted reasoning, tools that the service ran, citations) is
 * passed as a whole at the block's end, in the form in which it is sent back. One thread.
 */
final class BedrockBlock {
    private static final String CALL = "toolUse";
    private static final String REASONING = "reasoningContent";
    private static final String SIGNATURE = "signature";
    private static final String REDACTED = "redactedContent";

    private final AnswerAssembler answer;
    private final long index;
    private final StringBuilder reasoning = new StringBuilder();
    private final StringBuilder signature = new StringBuilder();
    private final ByteArrayOutputStream redacted = new ByteArrayOutputStream();
    private final StringBuilder input = new StringBuilder();
    private final List<Json> citations = new ArrayList<>(0);
    private final List<Json> results = new ArrayList<>(0);
    private final ByteArrayOutputStream image = new ByteArrayOutputStream();
    private Kind kind = Kind.TEXT;
    private Json begun = Json.object();
    private int said;
    private boolean ended;

    BedrockBlock(AnswerAssembler answer, long index) {
        this.answer = answer;
        this.index = index;
    }

    boolean isCall() {
        return kind == Kind.CALL;
    }

    /** Begins a block that says what it is. */
    void start(Json start) {
        if (start.get(CALL).exists()) {
            begun = start.get(CALL);
            boolean server = begun.get("type").findText().orElse("").equals("server_tool_use");
            boolean shaped = begun.get("name").findText().orElse("").equals(AnthropicDecoder.Block.ANSWER_TOOL);
            kind = server ? Kind.SERVER_CALL : shaped ? Kind.ANSWER : Kind.CALL;
            if (kind == Kind.CALL) {
                String id = begun.get("toolUseId").findText().orElse("");
                answer.call(new ToolCallAssembler.Piece(
                        index, id, begun.get("name").findText().orElse(""), ""));
            }
        } else if (start.get("toolResult").exists()) {
            begun = start.get("toolResult");
            kind = Kind.SERVER_RESULT;
        } else if (start.get("image").exists()) {
            begun = start.get("image");
            kind = Kind.IMAGE;
        }
    }

    /** Adds a piece. */
    void add(Json delta) {
        for (Map.Entry<String, Json> member : delta.fields().entrySet()) {
            Json value = member.getValue();
            switch (member.getKey()) {
                case "text" -> text(value.findText().orElse(""));
                case REASONING -> reasoning(value);
                case CALL -> input(JsonDocumentStream.arguments(value.get("input")));
                case "toolResult" -> results.addAll(JsonMembers.elements(delta, "toolResult"));
                case "citation" -> citations.add(value);
                case "image" -> decode(value.at("/source/bytes"), image);
                default -> {}
            }
        }
    }

    /** Takes a block of a whole answer. */
    void whole(Json block) {
        if (block.get("text").exists()) {
            text(block.get("text").findText().orElse(""));
        } else if (block.get(REASONING).exists()) {
            reasoning(block.get(REASONING));
            reasoning(block.at("/reasoningContent/reasoningText"));
        } else if (block.get(CALL).exists()) {
            start(block);
            input(JsonDocumentStream.arguments(block.at("/toolUse/input")));
        } else if (block.get("citationsContent").exists()) {
            JsonMembers.elements(block.get("citationsContent"), "content")
                    .forEach(piece -> text(piece.get("text").findText().orElse("")));
            citations.addAll(JsonMembers.elements(block.get("citationsContent"), "citations"));
        } else if (block.get("image").exists()) {
            start(block);
            decode(block.at("/image/source/bytes"), image);
        } else if (!ProviderMembers.isVoid(block)) {
            answer.opaque(block);
        }
    }

    private void text(String words) {
        said += words.length();
        answer.text(words);
    }

    private void reasoning(Json piece) {
        kind = Kind.REASONING;
        String words = piece.get("text").findText().orElse("");
        reasoning.append(words);
        answer.reasoning(words);
        signature.append(piece.get(SIGNATURE).findText().orElse(""));
        decode(piece.get(REDACTED), redacted);
    }

    private void input(String piece) {
        input.append(piece);
        switch (kind) {
            case CALL -> answer.call(new ToolCallAssembler.Piece(index, "", "", piece));
            case ANSWER -> answer.text(piece);
            default -> {}
        }
    }

    /** Ends the block; a second end has no effect. */
    void end() {
        if (ended) {
            return;
        }
        ended = true;
        switch (kind) {
            case TEXT -> endText();
            case REASONING -> endReasoning();
            case SERVER_CALL -> answer.opaque(Json.object().with(CALL, begun.with("input", parsed())));
            case SERVER_RESULT ->
                answer.opaque(Json.object().with("toolResult", begun.with("content", Json.of(results))));
            case IMAGE -> endImage();
            default -> {}
        }
    }

    private void endText() {
        if (!citations.isEmpty()) {
            Json all = Json.object().with("citations", Json.of(citations));
            if (said > 0) {
                answer.members(all, said);
            } else {
                answer.opaque(Json.object().with("citationsContent", all));
            }
        }
    }

    /** Ends reasoning. Only signed and redacted reasoning is sent back, because the models refuse any other. */
    private void endReasoning() {
        if (!signature.isEmpty()) {
            Json text = Json.object().with("text", reasoning.toString()).with(SIGNATURE, signature.toString());
            answer.opaque(Json.object().with(REASONING, Json.object().with("reasoningText", text)));
        } else if (redacted.size() > 0) {
            String bytes = Base64.getEncoder().encodeToString(redacted.toByteArray());
            answer.opaque(Json.object().with(REASONING, Json.object().with(REDACTED, bytes)));
        }
    }

    private void endImage() {
        String format = begun.get("format").findText().orElse("");
        if (image.size() > 0 && Set.of("png", "jpeg", "gif", "webp").contains(format)) {
            answer.whole(new Part.Image(Blob.of(image.toByteArray(), "image/" + format)));
        }
    }

    private Json parsed() {
        try {
            return Json.parse(input.toString());
        } catch (JsonException e) {
            return Json.object();
        }
    }

    private static void decode(Json base64, ByteArrayOutputStream to) {
        try {
            to.writeBytes(Base64.getDecoder().decode(base64.findText().orElse("")));
        } catch (IllegalArgumentException e) {
            // a piece that is not base64 counts as absent, as every value of another kind does
        }
    }

    /** The kinds of blocks. */
    private enum Kind {
        TEXT,
        REASONING,
        CALL,
        /** A call of the tool that is forced to get an answer of a schema; it is treated as text. */
        ANSWER,
        /** A call that the service runs itself. */
        SERVER_CALL,
        SERVER_RESULT,
        IMAGE
    }
}
