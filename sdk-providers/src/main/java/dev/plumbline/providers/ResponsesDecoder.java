package dev.plumbline.providers;

import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.List;
import java.util.Optional;

/**
 * The OpenAI responses format, from events or from one whole body to an {@link Answer}; {@code docs/providers.md} is its
 * specification. One thread.
 */
final class ResponsesDecoder implements Decoder {
    private final Answer answer;
    private final ResponsesItems items;
    private Optional<AiError> error = Optional.empty();
    private boolean ended;
    private int events;

    ResponsesDecoder(Answer answer) {
        this.answer = answer;
        this.items = new ResponsesItems(answer);
    }

    @Override
    public boolean event(String name, byte[] data, int length) {
        if (Utf8.isBlank(data, length) || Utf8.isDone(data, length)) {
            return true;
        }
        events++;
        ResponsesEvent event = parsed(data, length, "event " + events + " of the stream");
        if (event.type.isEmpty()) {
            event.type = name;
        }
        if (event.type.equals("error") && event.error.isEmpty()) {
            event.error = Optional.of(ErrorReader.bare(data, length));
        }
        take(event);
        return !isOver();
    }

    @Override
    public void body(byte[] json, int length) {
        if (Utf8.isBlank(json, length)) {
            return;
        }
        ResponsesEvent event = parsed(json, length, "the body");
        if (event.error.isEmpty() && event.output.isEmpty()) {
            throw Faults.protocol("no-output", "the body is JSON but holds neither output nor an error");
        }
        head(event);
        end(event);
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

    private static ResponsesEvent parsed(byte[] json, int length, String what) {
        try {
            return ResponsesEvent.read(json, length);
        } catch (JsonException e) {
            throw Faults.protocol("json", what + " is not JSON at " + e.getMessage());
        }
    }

    private void take(ResponsesEvent event) {
        head(event);
        switch (event.type) {
            case "response.output_text.delta" -> items.text(event.outputIndex, event.delta);
            case "response.refusal.delta" -> items.refusal(event.outputIndex, event.delta);
            case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
                items.reasoning(event.outputIndex, event.summaryIndex, event.delta);
            case "response.function_call_arguments.delta", "response.custom_tool_call_input.delta" ->
                items.arguments(event.outputIndex, event.delta);
            case "response.output_item.added" -> event.item.ifPresent(item -> items.begin(event.outputIndex, item));
            case "response.output_item.done" -> event.item.ifPresent(item -> items.end(event.outputIndex, item));
            case "response.completed", "response.incomplete", "response.failed" -> end(event);
            default -> {}
        }
    }

    private void head(ResponsesEvent event) {
        if (!event.model.isEmpty()) {
            answer.model(event.model);
        }
        event.usage.ifPresent(answer::usage);
        error = event.error.map(said -> answer.afterContent(ErrorTable.of(said)));
    }

    private void end(ResponsesEvent event) {
        if (items.isEmpty()) {
            whole(event.output.orElse(List.of()));
        }
        if (event.status.equals("failed") && error.isEmpty()) {
            error = Optional.of(answer.afterContent(ErrorTable.of(ErrorObject.SILENT)));
        }
        if (error.isEmpty()) {
            answer.finish(finish(event));
            ended = true;
        }
    }

    /** What was not streamed is in the response itself. */
    private void whole(List<Json> output) {
        for (int i = 0; i < output.size(); i++) {
            items.begin(i, output.get(i));
            items.end(i, output.get(i));
        }
    }

    private FinishReason finish(ResponsesEvent event) {
        if (!event.status.equals("incomplete")) {
            return items.hasCalls() ? FinishReason.TOOL_CALLS : FinishReason.STOP;
        }
        return switch (event.incompleteReason) {
            case "max_output_tokens" -> FinishReason.LENGTH;
            case "content_filter" -> FinishReason.CONTENT_FILTER;
            default -> FinishReason.OTHER;
        };
    }
}
