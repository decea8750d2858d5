package dev.plumbline.providers;

import dev.plumbline.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The output items of one OpenAI response while they arrive, told apart by their {@code output_index}: the ids of an item
 * may change from event to event. Messages and tool calls go to the answer as they come, or at their end if they were not
 * streamed; reasoning, and items of tools that OpenAI runs, go there whole at their end, in the form in which they go back.
 * One thread.
 */
final class ResponsesItems {
    private static final String PARAGRAPH = "\n\n";

    private final Answer answer;
    private final Map<Long, Item> items = new HashMap<>();
    private boolean calls;

    ResponsesItems(Answer answer) {
        this.answer = answer;
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    boolean hasCalls() {
        return calls;
    }

    void text(long index, String piece) {
        item(index).streamed |= !piece.isEmpty();
        answer.text(piece);
    }

    void refusal(long index, String piece) {
        item(index).streamed |= !piece.isEmpty();
        answer.refusal(piece);
    }

    /** The paragraphs of a summary are counted. */
    void reasoning(long index, long paragraph, String piece) {
        Item item = item(index);
        answer.reasoning(paragraph > item.paragraph ? PARAGRAPH + piece : piece);
        item.paragraph = Math.max(item.paragraph, paragraph);
        item.streamed |= !piece.isEmpty();
    }

    void arguments(long index, String piece) {
        item(index).streamed |= !piece.isEmpty();
        answer.call(new ToolCalls.Piece(index, "", "", piece));
    }

    void begin(long index, Json item) {
        item(index);
        switch (text(item, "type")) {
            case "function_call", "custom_tool_call" -> {
                calls = true;
                answer.call(new ToolCalls.Piece(index, text(item, "call_id"), text(item, "name"), ""));
            }
            default -> {}
        }
    }

    void end(long index, Json item) {
        boolean streamed = item(index).streamed;
        switch (text(item, "type")) {
            case "message" -> {
                if (!streamed) {
                    message(item.get("content"));
                }
            }
            case "function_call", "custom_tool_call" -> {
                if (!streamed) {
                    begin(index, item);
                    arguments(index, text(item, "arguments") + text(item, "input"));
                }
            }
            case "reasoning" -> {
                if (!streamed) {
                    summary(index, item);
                }
                answer.opaque(item);
            }
            default -> answer.opaque(item);
        }
    }

    private void message(Json content) {
        for (Json part : elements(content)) {
            answer.text(text(part, "text"));
            answer.refusal(text(part, "refusal"));
        }
    }

    private void summary(long index, Json item) {
        List<Json> said = elements(item.get("summary"));
        List<Json> parts = said.isEmpty() ? elements(item.get("content")) : said;
        for (int i = 0; i < parts.size(); i++) {
            reasoning(index, i, text(parts.get(i), "text"));
        }
    }

    private Item item(long index) {
        return items.computeIfAbsent(index, i -> new Item());
    }

    private static List<Json> elements(Json value) {
        return value.kind() == Json.Kind.ARRAY ? value.elements() : List.of();
    }

    private static String text(Json item, String member) {
        Json value = item.get(member);
        return value.kind() == Json.Kind.STRING ? value.asText() : "";
    }

    /** What is known of an item. */
    private static final class Item {
        private boolean streamed;
        private long paragraph;
    }
}
