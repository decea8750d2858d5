package dev.plumbline.providers;

import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.JsonNameCache;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The OpenAI responses format, from events or from one whole body to an {@link AnswerAssembler}; {@code docs/providers.md} is its
 * specification. One thread.
 */
final class OpenAiResponsesDecoder implements AnswerDecoder {
    private final AnswerAssembler answer;
    private final JsonDocumentStream documents;
    private final Items items;
    private Optional<AiError> error = Optional.empty();
    private boolean ended;
    private int events;

    OpenAiResponsesDecoder(AnswerAssembler answer, JsonNameCache names) {
        this.answer = answer;
        this.documents = new JsonDocumentStream(names);
        this.items = new Items(answer);
    }

    @Override
    public boolean event(String name, byte[] data, int length) {
        if (JsonDocumentStream.kind(data, length) != JsonDocumentStream.Kind.DOCUMENT) {
            return true;
        }
        events++;
        OpenAiResponsesEvent event = parsed(data, length, "event " + events + " of the stream");
        if (event.type.isEmpty()) {
            event.type = name;
        }
        if (event.type.equals("error") && event.error.isEmpty()) {
            event.error = Optional.of(ErrorBodyReader.bare(data, length));
        }
        take(event);
        return !isOver();
    }

    @Override
    public void body(byte[] json, int length) {
        if (JsonDocumentStream.kind(json, length) == JsonDocumentStream.Kind.BLANK) {
            return;
        }
        OpenAiResponsesEvent event = parsed(json, length, "the body");
        if (event.error.isEmpty() && event.output.isEmpty()) {
            throw DecodingErrors.protocol("no-output", "the body is JSON but holds neither output nor an error");
        }
        end(event);
        head(event);
    }

    @Override
    public boolean isComplete() {
        return error.isEmpty() && ended;
    }

    @Override
    public boolean isOver() {
        return ended || error.isPresent();
    }

    @Override
    public Optional<AiError> error() {
        return error;
    }

    private OpenAiResponsesEvent parsed(byte[] json, int length, String what) {
        try {
            return OpenAiResponsesEvent.read(documents, json, length);
        } catch (JsonException e) {
            throw DecodingErrors.protocol("json", what + " is not JSON at " + e.getMessage());
        }
    }

    private void take(OpenAiResponsesEvent event) {
        switch (event.type) {
            case "response.output_text.delta" -> items.text(event.outputIndex, event.delta);
            case "response.refusal.delta" -> items.refusal(event.outputIndex, event.delta);
            case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
                items.reasoning(event.outputIndex, event.summaryIndex, event.delta);
            case "response.function_call_arguments.delta", "response.custom_tool_call_input.delta" ->
                items.arguments(event.outputIndex, event.arguments);
            case "response.output_item.added" -> event.item.ifPresent(item -> items.begin(event.outputIndex, item));
            case "response.output_item.done" -> event.item.ifPresent(item -> items.end(event.outputIndex, item));
            case "response.completed", "response.incomplete", "response.failed", "response.cancelled" -> end(event);
            default -> {}
        }
        head(event);
    }

    /** Read after the content, because an error is only retryable where there is none. */
    private void head(OpenAiResponsesEvent event) {
        if (!event.model.isEmpty()) {
            answer.model(event.model);
        }
        event.usage.ifPresent(answer::usage);
        if (event.error.isPresent()) {
            error = event.error.map(said -> answer.afterContent(ProviderErrorMapper.of(said)));
        }
    }

    /** Only the status completed, and a limit that cut it, make an answer; what arrived is kept beside any other. */
    private void end(OpenAiResponsesEvent event) {
        if (items.isEmpty()) {
            whole(event.output.orElse(List.of()));
        }
        if (event.error.isPresent()) {
            return;
        }
        finish(event).ifPresent(answer::finish);
        ended = answer.isFinished();
        if (!ended) {
            error = Optional.of(answer.afterContent(ProviderErrorMapper.ofStatus(status(event))));
        }
    }

    /** What was not streamed is in the response itself. */
    private void whole(List<Json> output) {
        for (int i = 0; i < output.size(); i++) {
            items.begin(i, output.get(i));
            items.end(i, output.get(i));
        }
    }

    private Optional<FinishReason> finish(OpenAiResponsesEvent event) {
        return switch (status(event)) {
            case "completed" -> Optional.of(items.hasCalls() ? FinishReason.TOOL_CALLS : FinishReason.STOP);
            case "incomplete" -> limit(event.incompleteReason);
            default -> Optional.empty();
        };
    }

    private static Optional<FinishReason> limit(String reason) {
        return switch (reason) {
            case "max_output_tokens" -> Optional.of(FinishReason.LENGTH);
            case "content_filter" -> Optional.of(FinishReason.CONTENT_FILTER);
            default -> Optional.empty();
        };
    }

    /** The word of the response or of its event, whichever is not complete; a server without the word means completed. */
    private static String status(OpenAiResponsesEvent event) {
        String status = event.type.substring(event.type.lastIndexOf('.') + 1);
        boolean worse = event.type.startsWith("response.") && !status.equals("completed");
        if (worse) {
            return status;
        }
        return event.status.isEmpty() ? "completed" : event.status;
    }

    /**
     * The output items of one OpenAI response while they arrive, distinguished by their {@code output_index}: the ids of an item
     * may change from event to event. Messages and tool calls go to the answer as they come, or at their end if they were not
     * streamed; reasoning, and items of tools that OpenAI runs, go there whole at their end, in the form in which they go back.
     * One thread.
     */
    private static final class Items {
        private static final String PARAGRAPH = "\n\n";

        private final AnswerAssembler answer;
        private final Map<Long, Item> items = new HashMap<>();
        private boolean calls;

        Items(AnswerAssembler answer) {
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
            answer.call(new ToolCallAssembler.Piece(index, "", "", piece));
        }

        void begin(long index, Json item) {
            item(index);
            switch (text(item, "type")) {
                case "function_call", "custom_tool_call" -> {
                    calls = true;
                    answer.call(new ToolCallAssembler.Piece(index, text(item, "call_id"), text(item, "name"), ""));
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
                        arguments(
                                index,
                                JsonDocumentStream.arguments(item.get("arguments"))
                                        + JsonDocumentStream.arguments(item.get("input")));
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
}
