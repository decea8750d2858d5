package dev.plumbline.providers;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one event of an Anthropic message, or a whole message, says. Read at once and only then acted upon, so that a
 * broken event has no effect. A block is a tree, because there are few of them; a delta is not.
 */
final class MessagesEvent {
    String type = "";
    long index;
    String id = "";
    String model = "";
    String stopReason = "";
    final Delta delta = new Delta();
    final MessagesUsage usage = new MessagesUsage();
    Optional<Json> block = Optional.empty();
    Optional<List<Json>> content = Optional.empty();
    Optional<ErrorObject> error = Optional.empty();

    private MessagesEvent() {}

    /**
     * The event in these bytes.
     *
     * @throws dev.plumbline.json.JsonException when they are not JSON
     */
    static MessagesEvent read(byte[] bytes, int length) {
        MessagesEvent event = new MessagesEvent();
        try (JsonCursor json = Utf8.cursor(bytes, length)) {
            if (ChatReader.into(json, Json.Kind.OBJECT)) {
                while (json.next()) {
                    event.member(json);
                }
            }
            json.end();
        }
        return event;
    }

    private void member(JsonCursor json) {
        switch (json.name()) {
            case "type" -> type = ChatReader.text(json);
            case "index" -> index = ChatReader.number(json, 0);
            case "delta" -> delta(json);
            case "content_block" -> block = object(json);
            case "message" -> message(json);
            case "error" -> error = ErrorReader.read(json);
            default -> ofMessage(json);
        }
    }

    private void message(JsonCursor json) {
        if (ChatReader.into(json, Json.Kind.OBJECT)) {
            while (json.next()) {
                ofMessage(json);
            }
        }
    }

    private void ofMessage(JsonCursor json) {
        switch (json.name()) {
            case "id" -> id = ChatReader.text(json);
            case "model" -> model = ChatReader.text(json);
            case "stop_reason" -> stopReason = ChatReader.text(json);
            case "usage" -> usage.read(json);
            case "content" -> content(json);
            default -> {}
        }
    }

    private void content(JsonCursor json) {
        if (ChatReader.into(json, Json.Kind.ARRAY)) {
            List<Json> blocks = new ArrayList<>();
            while (json.next()) {
                object(json).ifPresent(blocks::add);
            }
            content = Optional.of(blocks);
        }
    }

    private static Optional<Json> object(JsonCursor json) {
        return json.kind() == Json.Kind.OBJECT ? Optional.of(json.value()) : Optional.empty();
    }

    private void delta(JsonCursor json) {
        if (ChatReader.into(json, Json.Kind.OBJECT)) {
            while (json.next()) {
                delta.member(json);
            }
            stopReason = delta.stopReason;
        }
    }

    /** What is new in a block, or in the message. */
    static final class Delta {
        String type = "";
        String words = "";
        String stopReason = "";
        Json others = Json.object();

        private void member(JsonCursor json) {
            switch (json.name()) {
                case "type" -> type = ChatReader.text(json);
                case "text", "thinking", "partial_json", "signature" -> words = ChatReader.text(json);
                case "stop_reason" -> stopReason = ChatReader.text(json);
                case "content", "encrypted_content" -> others = others.with(json.name(), json.value());
                default -> {}
            }
        }
    }
}
