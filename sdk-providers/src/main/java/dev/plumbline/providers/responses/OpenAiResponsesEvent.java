package dev.plumbline.providers.responses;

import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonCursor;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.InputTokensDetails;
import dev.plumbline.providers.format.InputTransformations;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The content of one event of an OpenAI response, or of a whole response. It is parsed completely before it is
 * processed, so that a malformed event has no effect. An item is a tree, because there are few of them; a delta is not.
 */
final class OpenAiResponsesEvent {
    String type = "";
    long outputIndex;
    long summaryIndex;
    String delta = "";
    String arguments = "";
    Optional<Json> item = Optional.empty();
    String model = "";
    String status = "";
    String incompleteReason = "";
    Optional<Usage> usage = Optional.empty();
    Optional<List<Json>> output = Optional.empty();

    /** What the content filters of Azure found. */
    List<Json> filters = List.of();

    /** What the service has changed in the request, for example dropped reasoning. */
    List<Json> transformations = List.of();

    Optional<ProviderErrorBody> error = Optional.empty();

    private OpenAiResponsesEvent() {}

    /** Reads an event. */
    static OpenAiResponsesEvent read(JsonCursor json) {
        OpenAiResponsesEvent event = new OpenAiResponsesEvent();
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
            case "output_index" -> outputIndex = JsonDocumentStream.number(json, 0);
            case "summary_index" -> summaryIndex = JsonDocumentStream.number(json, 0);
            case "delta" -> delta(json);
            case "item" -> item = object(json);
            case "response" -> response(json);
            default -> ofResponse(json);
        }
    }

    /** Reads a delta: any value for arguments, a string for text. */
    private void delta(JsonCursor json) {
        delta = JsonDocumentStream.text(json);
        arguments = delta.isEmpty() ? JsonDocumentStream.arguments(json) : delta;
    }

    private void response(JsonCursor json) {
        if (json.enterObject()) {
            while (json.next()) {
                ofResponse(json);
            }
        }
    }

    private void ofResponse(JsonCursor json) {
        switch (json.name()) {
            case "model" -> model = JsonDocumentStream.text(json);
            case "status" -> status = JsonDocumentStream.text(json);
            case "incomplete_details" -> incompleteReason = reason(json);
            case "usage" -> usage = usage(json);
            case "output" -> output = objects(json);
            case "content_filters" -> filters = objects(json).orElse(List.of());
            case "input_transformations" -> transformations = InputTransformations.read(json);
            case "error" -> error = ErrorBodyReader.read(json);
            default -> {}
        }
    }

    private static String reason(JsonCursor json) {
        String reason = "";
        if (json.enterObject()) {
            while (json.next()) {
                reason = json.name().equals("reason") ? JsonDocumentStream.text(json) : reason;
            }
        }
        return reason;
    }

    private static Optional<Usage> usage(JsonCursor json) {
        if (!json.enterObject()) {
            return Optional.empty();
        }
        long input = 0;
        long output = 0;
        InputTokensDetails cache = new InputTokensDetails();
        long reasoning = 0;
        while (json.next()) {
            switch (json.name()) {
                case "input_tokens" -> input = JsonDocumentStream.tokens(json);
                case "output_tokens" -> output = JsonDocumentStream.tokens(json);
                case "input_tokens_details" -> cache.read(json);
                case "output_tokens_details" -> reasoning = JsonDocumentStream.detail(json, "reasoning_tokens");
                default -> {}
            }
        }
        return Optional.of(cache.usage(input, output, reasoning));
    }

    private static Optional<List<Json>> objects(JsonCursor json) {
        if (!json.enterArray()) {
            return Optional.empty();
        }
        List<Json> items = new ArrayList<>();
        while (json.next()) {
            object(json).ifPresent(items::add);
        }
        return Optional.of(items);
    }

    private static Optional<Json> object(JsonCursor json) {
        return json.kind() == Json.Kind.OBJECT ? Optional.of(json.value()) : Optional.empty();
    }
}
