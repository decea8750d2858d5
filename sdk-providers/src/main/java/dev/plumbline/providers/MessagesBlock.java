package dev.plumbline.providers;

import dev.plumbline.json.Json;

/**
 * One content block of an Anthropic message while it arrives. Text, thinking and tool calls go to the answer as they
 * come; what only the provider reads (signed and redacted thinking, its own tools, compaction) goes there whole, at the
 * block's end, in the form in which it goes back. One thread.
 */
final class MessagesBlock {
    /** The tool that older models are made to call with their answer where one of a shape is wanted: no call but text. */
    static final String ANSWER_TOOL = "plumbline_answer";

    private static final String CALL = "tool_use";
    private static final String ANSWER = "answer";

    private final Answer answer;
    private final long index;
    private final String type;
    private final StringBuilder words = new StringBuilder();
    private final StringBuilder signature = new StringBuilder();
    private final StringBuilder input = new StringBuilder();
    private Json block;

    private MessagesBlock(Answer answer, long index, Json block) {
        this.answer = answer;
        this.index = index;
        this.block = block;
        boolean shaped = text("type").equals(CALL) && text("name").equals(ANSWER_TOOL);
        this.type = shaped ? ANSWER : text("type");
    }

    /** A block that begins with what {@code content_block} says. */
    static MessagesBlock begin(Answer answer, long index, Json block) {
        MessagesBlock begun = new MessagesBlock(answer, index, block);
        switch (begun.type) {
            case "text" -> answer.text(begun.text("text"));
            case "thinking" -> begun.think(begun.text("thinking"));
            case CALL -> answer.call(new ToolCalls.Piece(index, begun.text("id"), begun.text("name"), ""));
            default -> {}
        }
        begun.signature.append(begun.text("signature"));
        return begun;
    }

    /** A block whose beginning was not sent: it shows its text and has no form of its own. */
    static MessagesBlock unannounced(Answer answer, long index) {
        return new MessagesBlock(answer, index, Json.object().with("type", "text"));
    }

    void add(MessagesEvent.Delta delta) {
        switch (delta.type) {
            case "text_delta" -> answer.text(delta.words);
            case "thinking_delta" -> think(delta.words);
            case "signature_delta" -> signature.append(delta.words);
            case "input_json_delta" -> input(delta.words);
            default -> delta.others.fields().forEach((name, value) -> block = block.with(name, value));
        }
    }

    private void think(String piece) {
        words.append(piece);
        answer.reasoning(piece);
    }

    private void input(String piece) {
        input.append(piece);
        switch (type) {
            case CALL -> answer.call(new ToolCalls.Piece(index, "", "", piece));
            case ANSWER -> answer.text(piece);
            default -> {}
        }
    }

    void end() {
        switch (type) {
            case "text" -> {}
            case CALL -> endCall();
            case ANSWER -> endAnswer();
            case "thinking" -> endThinking();
            default -> answer.opaque(input.isEmpty() ? block : block.with("input", parsed()));
        }
    }

    private void endCall() {
        answer.call(new ToolCalls.Piece(index, "", "", unstreamed()));
    }

    private void endAnswer() {
        answer.text(unstreamed());
    }

    /** Arguments may come whole, with the beginning. */
    private String unstreamed() {
        Json whole = block.get("input");
        boolean given = whole.kind() == Json.Kind.OBJECT && !whole.fields().isEmpty();
        return input.isEmpty() && given ? whole.text() : "";
    }

    boolean isCall() {
        return type.equals(CALL);
    }

    /** Thinking without a signature is not taken back. */
    private void endThinking() {
        if (!signature.isEmpty()) {
            answer.opaque(Json.object()
                    .with("type", "thinking")
                    .with("thinking", words.toString())
                    .with("signature", signature.toString()));
        }
    }

    private Json parsed() {
        try {
            return Json.parse(input.toString());
        } catch (dev.plumbline.json.JsonException e) {
            return Json.object();
        }
    }

    private String text(String member) {
        Json value = block.get(member);
        return value.kind() == Json.Kind.STRING ? value.asText() : "";
    }
}
