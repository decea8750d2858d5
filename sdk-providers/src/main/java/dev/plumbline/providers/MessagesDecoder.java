package dev.plumbline.providers;

import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Anthropic messages format, from events or from one whole body to an {@link Answer}; {@code docs/providers.md} is its
 * specification. One thread.
 */
final class MessagesDecoder implements Decoder {
    private final Answer answer;
    private final MessagesUsage usage = new MessagesUsage();
    private final Map<Long, MessagesBlock> blocks = new HashMap<>();
    private Optional<AiError> error = Optional.empty();
    private Optional<String> message = Optional.empty();
    private boolean stopped;
    private int events;

    MessagesDecoder(Answer answer) {
        this.answer = answer;
    }

    @Override
    public boolean event(String name, byte[] data, int length) {
        if (Utf8.isBlank(data, length) || Utf8.isDone(data, length)) {
            return true;
        }
        events++;
        MessagesEvent event = parsed(data, length, "event " + events + " of the stream");
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
        MessagesEvent event = parsed(json, length, "the body");
        if (event.error.isEmpty() && event.content.isEmpty()) {
            throw Faults.protocol("no-content", "the body is JSON but holds neither content nor an error");
        }
        whole(event.content.orElse(List.of()));
        take(event);
        stopped = true;
    }

    private void whole(List<Json> content) {
        for (int i = 0; i < content.size(); i++) {
            start(i, content.get(i));
            stop(i);
        }
    }

    @Override
    public boolean isComplete() {
        return error.isEmpty() && (stopped || answer.isFinished());
    }

    @Override
    public boolean isOver() {
        return stopped || error.isPresent();
    }

    @Override
    public Optional<AiError> error() {
        return error;
    }

    private static MessagesEvent parsed(byte[] json, int length, String what) {
        try {
            return MessagesEvent.read(json, length);
        } catch (JsonException e) {
            throw Faults.protocol("json", what + " is not JSON at " + e.getMessage());
        }
    }

    private void take(MessagesEvent event) {
        switch (event.type) {
            case "message_start" -> begin(event.id);
            case "content_block_start" -> event.block.ifPresent(block -> start(event.index, block));
            case "content_block_delta" -> add(event.index, event.delta);
            case "content_block_stop" -> stop(event.index);
            case "message_stop" -> stopped = true;
            default -> {}
        }
        if (!event.model.isEmpty()) {
            answer.model(event.model);
        }
        if (!event.stopReason.isEmpty()) {
            answer.finish(finish(event.stopReason));
        }
        if (event.usage.isSaid()) {
            usage.take(event.usage);
            answer.usage(usage.toUsage());
        }
        error = event.error.map(said -> answer.afterContent(ErrorTable.of(said)));
    }

    /** Some gateways send the beginning twice; another message within this one is the mistake of one that tried again. */
    private void begin(String id) {
        if (message.isPresent() && (!message.get().equals(id) || !blocks.isEmpty())) {
            throw Faults.protocol("spliced", "a second message begins within the first; what arrived is kept");
        }
        message = Optional.of(id);
    }

    private void start(long index, Json block) {
        blocks.put(index, MessagesBlock.begin(answer, index, block));
    }

    private void add(long index, MessagesEvent.Delta delta) {
        blocks.computeIfAbsent(index, i -> MessagesBlock.unannounced(answer, i)).add(delta);
    }

    private void stop(long index) {
        Optional.ofNullable(blocks.get(index)).ifPresent(MessagesBlock::end);
    }

    private boolean hasCalls() {
        return blocks.values().stream().anyMatch(MessagesBlock::isCall);
    }

    private FinishReason finish(String word) {
        return switch (word) {
            case "end_turn", "stop_sequence" -> FinishReason.STOP;
            case "max_tokens", "model_context_window_exceeded" -> FinishReason.LENGTH;
            case "tool_use" -> hasCalls() ? FinishReason.TOOL_CALLS : FinishReason.STOP;
            case "refusal" -> FinishReason.CONTENT_FILTER;
            default -> FinishReason.OTHER;
        };
    }
}
