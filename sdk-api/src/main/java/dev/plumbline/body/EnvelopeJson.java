package dev.plumbline.body;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The JSON form of a tool envelope, both ways. */
final class EnvelopeJson {
    static final Json EMPTY = Json.of(Map.of());
    private static final long AROUND_RESULT =
            EMPTY.with("ok", true).with("result", EMPTY).utf8Length() - EMPTY.utf8Length();
    private static final long BEFORE_META = ",\"meta\":".length();

    private EnvelopeJson() {}

    static Json wrap(@Nullable Object result) {
        Json json = Json.of(result);
        return switch (json.kind()) {
            case OBJECT -> json;
            case NULL, MISSING -> EMPTY;
            case ARRAY -> EMPTY.with("items", json);
            default -> EMPTY.with("value", json);
        };
    }

    /** How deep what the tool gave is nested, without the level that {@link #wrap} puts around a list. */
    static int depth(ToolEnvelope envelope) {
        Json items = envelope.result().get("items");
        boolean boxed =
                items.kind() == Json.Kind.ARRAY && envelope.result().fields().size() == 1;
        int result = boxed ? items.depth() : envelope.result().depth();
        return Math.max(Math.max(result, envelope.meta().depth()), PartJson.depth(envelope.parts()));
    }

    static Json write(ToolEnvelope envelope) {
        Json json = EMPTY.with("ok", envelope.isOk());
        json = envelope.failure()
                .map(ToolEnvelope.Failure::toJson)
                .map(error -> EMPTY.with("ok", false).with("error", error))
                .orElse(json.with("result", envelope.result()));
        return envelope.meta().fields().isEmpty() ? json : json.with("meta", envelope.meta());
    }

    /** The length of what {@link #write} makes, without making it. */
    static long length(ToolEnvelope envelope) {
        if (!envelope.isOk()) {
            return write(envelope).utf8Length();
        }
        long outcome = AROUND_RESULT + envelope.result().utf8Length();
        return envelope.meta().fields().isEmpty()
                ? outcome
                : outcome + BEFORE_META + envelope.meta().utf8Length();
    }

    static ToolEnvelope read(Json json) {
        InteractionJson.only(json, Set.of("ok", "result", "error", "meta"));
        ImmutableToolEnvelope.Builder builder = ImmutableToolEnvelope.builder();
        if (json.get("meta").exists()) {
            builder.meta(object(json, "meta"));
        }
        if (json.get("ok").asBoolean()) {
            return builder.result(object(json, "result")).build();
        }
        return builder.failure(failure(object(json, "error"))).build();
    }

    private static ToolEnvelope.Failure failure(Json error) {
        InteractionJson.only(error, Set.of("code", "message", "retryable", "effect"));
        return new ToolEnvelope.Failure(
                constant(ToolEnvelope.Code.values(), error, "code"),
                error.get("message").asText(),
                error.get("retryable").asBoolean(),
                constant(ToolEnvelope.Effect.values(), error, "effect"));
    }

    private static Json object(Json json, String member) {
        Json value = json.get(member);
        if (value.kind() != Json.Kind.OBJECT) {
            throw new JsonException("/" + member, "an object is required here");
        }
        return value;
    }

    private static <E extends Enum<E>> E constant(E[] values, Json json, String member) {
        String text = json.get(member).asText();
        return List.of(values).stream()
                .filter(value -> value.name().equals(text.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new JsonException("/" + member, "must be one of " + List.of(values)));
    }
}
