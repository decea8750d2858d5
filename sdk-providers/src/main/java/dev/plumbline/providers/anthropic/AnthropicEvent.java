package dev.plumbline.providers.anthropic;

import dev.plumbline.event.Usage;
import dev.plumbline.internal.SaturatingMath;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonCursor;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.InputTransformations;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The content of one event of an Anthropic message, or of a whole message. It is parsed completely before it is
 * processed, so that a malformed event has no effect. A block is a tree, because there are few of them; a delta is not.
 */
final class AnthropicEvent {
    String type = "";
    long index;
    String id = "";
    String model = "";
    String stopReason = "";
    final Delta delta = new Delta();
    final Tokens usage = new Tokens();
    Optional<Json> block = Optional.empty();
    Optional<List<Json>> content = Optional.empty();
    Optional<ProviderErrorBody> error = Optional.empty();

    /** Why the service refused, if it says so. */
    Json stopDetails = Json.object();

    /** What the service has changed in the request, for example dropped thinking. */
    List<Json> transformations = List.of();

    private AnthropicEvent() {}

    /** Reads an event. */
    static AnthropicEvent read(JsonCursor json) {
        AnthropicEvent event = new AnthropicEvent();
        if (json.enterObject()) {
            while (json.next()) {
                event.member(json);
            }
        }
        return event;
    }

    private void member(JsonCursor json) {
        switch (json.name()) {
            case "type" -> type = JsonDocumentStream.text(json);
            case "index" -> index = JsonDocumentStream.number(json, 0);
            case "delta" -> delta(json);
            case "content_block" -> block = object(json);
            case "message" -> message(json);
            case "error" -> error = ErrorBodyReader.read(json);
            default -> ofMessage(json);
        }
    }

    private void message(JsonCursor json) {
        if (json.enterObject()) {
            while (json.next()) {
                ofMessage(json);
            }
        }
    }

    private void ofMessage(JsonCursor json) {
        switch (json.name()) {
            case "id" -> id = JsonDocumentStream.text(json);
            case "model" -> model = JsonDocumentStream.text(json);
            case "stop_reason" -> stopReason = JsonDocumentStream.text(json);
            case "stop_details" -> stopDetails = json.value();
            case "usage" -> usage.read(json);
            case "content" -> content(json);
            case "input_transformations" -> transformations = InputTransformations.read(json);
            default -> {}
        }
    }

    private void content(JsonCursor json) {
        if (json.enterArray()) {
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
        if (json.enterObject()) {
            while (json.next()) {
                delta.member(json);
            }
            stopReason = delta.stopReason;
            stopDetails = delta.others.get("stop_details");
        }
    }

    /** The new content of a block or of the message. */
    static final class Delta {
        String type = "";
        String words = "";
        String stopReason = "";
        Json others = Json.object();

        private void member(JsonCursor json) {
            switch (json.name()) {
                case "type" -> type = JsonDocumentStream.text(json);
                case "partial_json" -> words = JsonDocumentStream.arguments(json);
                case "text", "thinking", "signature" -> words = JsonDocumentStream.text(json);
                case "stop_reason" -> stopReason = JsonDocumentStream.text(json);
                default -> others = others.with(json.name(), json.value());
            }
        }
    }

    /**
     * The token counts of an Anthropic message. The latest value of each number counts; if the message needed several
     * passes ({@code iterations}), their sum counts, because that is what is billed. Not thread-safe.
     */
    static final class Tokens {
        private static final long UNSAID = -1;

        private long input = UNSAID;
        private long written = UNSAID;
        private long longWritten = UNSAID;
        private long cached = UNSAID;
        private long output = UNSAID;
        private long thinking = UNSAID;
        private boolean said;

        /** Reads a {@code usage} object. */
        void read(JsonCursor json) {
            Tokens passes = new Tokens();
            if (json.enterObject()) {
                while (json.next()) {
                    member(json, passes);
                }
            }
            take(passes);
        }

        private void member(JsonCursor json, Tokens passes) {
            switch (json.name()) {
                case "input_tokens" -> input = tokens(json);
                case "cache_creation_input_tokens" -> written = tokens(json);
                case "cache_creation" -> longWritten = anHour(json);
                case "cache_read_input_tokens" -> cached = tokens(json);
                case "output_tokens" -> output = tokens(json);
                case "output_tokens_details" -> thinking = JsonDocumentStream.detail(json, "thinking_tokens");
                case "iterations" -> passes.addAll(json);
                default -> {}
            }
            said = true;
        }

        /** Returns the tokens written for an hour; what was said before, if the member is no object. */
        private long anHour(JsonCursor json) {
            return json.kind() == Json.Kind.OBJECT
                    ? JsonDocumentStream.detail(json, "ephemeral_1h_input_tokens")
                    : longWritten;
        }

        private static long tokens(JsonCursor json) {
            return Math.max(UNSAID, JsonDocumentStream.number(json, UNSAID));
        }

        private void addAll(JsonCursor json) {
            if (json.enterArray()) {
                while (json.next()) {
                    Tokens pass = new Tokens();
                    pass.read(json);
                    add(pass);
                }
            }
        }

        private void add(Tokens pass) {
            input = sum(input, pass.input);
            written = sum(written, pass.written);
            longWritten = sum(longWritten, pass.longWritten);
            cached = sum(cached, pass.cached);
            output = sum(output, pass.output);
            said |= pass.said;
        }

        private static long sum(long one, long other) {
            return one == UNSAID && other == UNSAID
                    ? UNSAID
                    : SaturatingMath.plus(Math.max(0, one), Math.max(0, other));
        }

        /** Applies the values of a later object. */
        void take(Tokens later) {
            input = later.input == UNSAID ? input : later.input;
            written = later.written == UNSAID ? written : later.written;
            longWritten = later.longWritten == UNSAID ? longWritten : later.longWritten;
            cached = later.cached == UNSAID ? cached : later.cached;
            output = later.output == UNSAID ? output : later.output;
            thinking = later.thinking == UNSAID ? thinking : later.thinking;
            said |= later.said;
        }

        boolean isSaid() {
            return said;
        }

        /** Returns the counts as {@link Usage}: input is the sum of what was read, written and neither. */
        Usage toUsage() {
            long read = Math.max(0, cached);
            long stored = Math.max(0, written);
            return new Usage(
                    SaturatingMath.plus(SaturatingMath.plus(Math.max(0, input), stored), read),
                    Math.max(0, output),
                    read,
                    stored,
                    Math.min(stored, Math.max(0, longWritten)),
                    Math.max(0, thinking),
                    1);
        }
    }
}
