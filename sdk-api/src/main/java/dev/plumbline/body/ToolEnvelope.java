package dev.plumbline.body;

import dev.plumbline.json.Json;
import dev.plumbline.json.UntrustedJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * The one thing a tool outcome can be: {@code {"ok":true,"result":{…}}} or
 * {@code {"ok":false,"error":{"code","message","retryable","effect"}}}, and {@code meta} beside them when there is any.
 * Immutable; equal by content.
 */
@Value.Immutable
public sealed interface ToolEnvelope permits ImmutableToolEnvelope {

    /**
     * The outcome of a tool that did its work. An object stays as it is, a list becomes {@code {"items":…}}, another
     * value {@code {"value":…}}, null {@code {}}; what the tool returned is never merged with the envelope.
     *
     * @throws dev.plumbline.json.JsonException when the value has no JSON form
     */
    static ToolEnvelope ok(@Nullable Object result) {
        return ImmutableToolEnvelope.builder().result(EnvelopeJson.wrap(result)).build();
    }

    /** The outcome of a tool that did not run or did not succeed; the message goes to the model unchanged. */
    static ToolEnvelope failed(Code code, String message) {
        Effect effect = code == Code.FAILED || code == Code.TIMEOUT || code == Code.OUTCOME_UNKNOWN
                ? Effect.UNKNOWN
                : code == Code.INVALID_RESULT ? Effect.DONE : Effect.NOT_STARTED;
        return ImmutableToolEnvelope.builder()
                .failure(new Failure(code, message, code == Code.INVALID_ARGUMENTS, effect))
                .build();
    }

    /**
     * The inverse of {@link #toJson()}.
     *
     * @throws dev.plumbline.json.JsonException names the pointer of what is missing, unknown or of the wrong kind
     */
    static ToolEnvelope from(Json json) {
        JsonMembers.only(json, Set.of("ok", "result", "error", "meta"));
        ImmutableToolEnvelope.Builder builder = ImmutableToolEnvelope.builder();
        if (json.get("meta").exists()) {
            builder.meta(EnvelopeJson.object(json, "meta"));
        }
        if (json.get("ok").asBoolean()) {
            return builder.result(EnvelopeJson.object(json, "result")).build();
        }
        return builder.failure(Failure.from(EnvelopeJson.object(json, "error"))).build();
    }

    /** Whether the tool did its work. */
    default boolean isOk() {
        return failure().isEmpty();
    }

    /** The result of the tool, an object; {@code {}} if it failed. */
    @Value.Default
    default Json result() {
        return EnvelopeJson.EMPTY;
    }

    /** Why it failed; empty when ok. */
    Optional<Failure> failure();

    /** The members that the runtime adds beside the outcome, e.g. {@code truncated}; {@code {}} if none. */
    @Value.Default
    default Json meta() {
        return EnvelopeJson.EMPTY;
    }

    /** Images and files beside the JSON, never inside it. */
    List<Part> parts();

    /** Whether the turn ends after this round; for the loop, never for the model. */
    @Value.Default
    default boolean stopsTurn() {
        return false;
    }

    /** A copy with media attached after those that are there. */
    default ToolEnvelope withParts(Part... parts) {
        return ImmutableToolEnvelope.builder().from(this).addParts(parts).build();
    }

    /** A copy that says what is known about side effects; itself when ok. */
    default ToolEnvelope withEffect(Effect effect) {
        return failure()
                .map(f -> with(new Failure(f.code(), f.message(), f.retryable(), effect)))
                .orElse(this);
    }

    /** A copy that says whether the model may try the same again; itself when ok. */
    default ToolEnvelope withRetryable(boolean retryable) {
        return failure()
                .map(f -> with(new Failure(f.code(), f.message(), retryable, f.effect())))
                .orElse(this);
    }

    /** A copy with one member of {@code meta} set. */
    default ToolEnvelope withMeta(String member, Object value) {
        return ImmutableToolEnvelope.copyOf(this).copyMeta(meta().with(member, value));
    }

    /** A copy with exactly these notes as {@code meta}, an object. */
    default ToolEnvelope withMeta(Json notes) {
        return ImmutableToolEnvelope.copyOf(this).copyMeta(notes);
    }

    /** A copy with another result, boxed as by {@link #isOk}; itself when it failed. */
    default ToolEnvelope withResult(@Nullable Object other) {
        return isOk() ? ImmutableToolEnvelope.copyOf(this).copyResult(EnvelopeJson.wrap(other)) : this;
    }

    /** A copy that ends the turn after this round, or does not. */
    default ToolEnvelope withStopsTurn(boolean stops) {
        return ImmutableToolEnvelope.copyOf(this).copyStopsTurn(stops);
    }

    /**
     * This envelope, or INVALID_RESULT in its place when what the tool returned, noted or attached is nested deeper than
     * {@link UntrustedJson#MAX_DEPTH} levels, not counting the level in which a list is boxed. A failure stays and loses its
     * notes and parts.
     */
    default ToolEnvelope bounded() {
        int depth = EnvelopeJson.depth(result(), meta(), parts());
        if (depth <= UntrustedJson.MAX_DEPTH) {
            return this;
        }
        Failure tooDeep = failed(
                        Code.INVALID_RESULT,
                        "The tool did its work, but its result is nested " + depth + " levels deep, and at most "
                                + UntrustedJson.MAX_DEPTH + " are allowed.")
                .failure()
                .orElseThrow();
        return ImmutableToolEnvelope.builder()
                .failure(failure().orElse(tooDeep))
                .stopsTurn(stopsTurn())
                .build();
    }

    private ToolEnvelope with(Failure failure) {
        return ImmutableToolEnvelope.copyOf(this).copyFailure(failure);
    }

    /** Exactly what the model sees: {@code ok} and {@code result} or {@code error}, and {@code meta} when there is any. */
    default Json toJson() {
        Json json = Json.object().with("ok", isOk());
        Json whole = isOk()
                ? json.with("result", result())
                : json.with("error", failure().orElseThrow().toJson());
        return meta().fields().isEmpty() ? whole : whole.with("meta", meta());
    }

    /** The length of {@link #toJson} as UTF-8 text in bytes; counted once, without making the text. */
    @Value.Lazy
    default long utf8Length() {
        return isOk() ? EnvelopeJson.length(result(), meta()) : toJson().utf8Length();
    }

    /**
     * Why a tool failed.
     *
     * @param code the reason, of a closed list
     * @param message for the model
     * @param retryable whether the model may try the same call again
     * @param effect what is known about side effects
     */
    record Failure(Code code, String message, boolean retryable, Effect effect) {
        public Failure {
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(effect, "effect");
        }

        Json toJson() {
            return Json.of(Map.of())
                    .with("code", code.name())
                    .with("message", message)
                    .with("retryable", retryable)
                    .with("effect", effect.text());
        }

        private static Failure from(Json error) {
            JsonMembers.only(error, Set.of("code", "message", "retryable", "effect"));
            return new Failure(
                    EnvelopeJson.constant(Code.values(), error, "code"),
                    error.get("message").asText(),
                    error.get("retryable").asBoolean(),
                    EnvelopeJson.constant(Effect.values(), error, "effect"));
        }

        @Override
        public String toString() {
            return code + "[" + message.length() + " characters]";
        }
    }

    /** The closed list of reasons. */
    enum Code {
        TOOL_NOT_FOUND,
        INVALID_ARGUMENTS,
        DENIED,
        TIMEOUT,
        CANCELLED,
        QUOTA,
        EGRESS_DENIED,
        FAILED,
        INVALID_RESULT,
        OUTCOME_UNKNOWN,
        BUDGET
    }

    /** The knowledge about side effects of a failed call. */
    enum Effect {
        NOT_STARTED,
        DONE,
        UNKNOWN;

        String text() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
