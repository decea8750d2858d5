package dev.plumbline.body;

import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Marks;
import dev.plumbline.json.internal.UnicodeValidator;
import dev.plumbline.json.internal.UntrustedJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a tool call: {@code {"ok":true,"result":{…}}} or {@code
 * {"ok":false,"error":{"code","message","retryable","effect"}}}, with {@code meta} beside them if there is any.
 * Immutable; equal by content.
 */
@Value.Immutable
public sealed interface ToolEnvelope permits ImmutableToolEnvelope {

    /** The member of {@link #meta} of a call whose user does the rest without tools. */
    String TAKEN_OVER = "takenOver";

    /** The member of {@link #meta} that is true if the outcome is a part of what the tool returned. */
    String TRUNCATED = "truncated";

    /** The member of {@link #meta} that is true if the other members are a part of what the tool noted. */
    String META_TRUNCATED = "metaTruncated";

    /** The member of {@link #meta} that is true if a person changed the arguments; {@code arguments} are those. */
    String EDITED = "edited";

    /**
     * Returns the outcome of a tool that succeeded. An object stays as it is, a list becomes {@code {"items":…}},
     * another value {@code {"value":…}}, null {@code {}}; the tool's result is never merged with the envelope.
     *
     * @throws dev.plumbline.json.JsonException when the value has no JSON form
     */
    static ToolEnvelope ok(@Nullable Object result) {
        return ImmutableToolEnvelope.builder().result(EnvelopeJson.wrap(result)).build();
    }

    /** Returns the outcome of a tool that did not run or did not succeed; the message goes to the model unchanged. */
    static ToolEnvelope failed(Code code, String message) {
        Effect effect = code == Code.FAILED || code == Code.TIMEOUT || code == Code.OUTCOME_UNKNOWN
                ? Effect.UNKNOWN
                : code == Code.INVALID_RESULT ? Effect.DONE : Effect.NOT_STARTED;
        return ImmutableToolEnvelope.builder()
                .failure(new Failure(code, message, code == Code.INVALID_ARGUMENTS, effect))
                .build();
    }

    /**
     * Reads an envelope from the form of {@link #toJson()}.
     *
     * @throws dev.plumbline.json.JsonException names the pointer of the member that is missing, unknown or of the wrong
     *     kind
     */
    static ToolEnvelope from(Json json) {
        StrictMembers.only(json, Set.of("ok", "result", "error", "meta"));
        ImmutableToolEnvelope.Builder builder = ImmutableToolEnvelope.builder();
        Json meta = json.get("meta").exists() ? EnvelopeJson.object(json, "meta") : EnvelopeJson.EMPTY;
        boolean ok = json.get("ok").asBoolean();
        Json outcome = EnvelopeJson.object(json, ok ? "result" : "error");
        boolean part = (meta.get(TRUNCATED).exists() || meta.get(META_TRUNCATED).exists())
                && !Marks.isOfSettings(meta)
                && !Marks.isOfSettings(outcome);
        builder.meta(part ? Marks.ofUnknownSettings(meta) : meta);
        return ok
                ? builder.result(part ? Marks.ofUnknownSettings(outcome) : outcome)
                        .build()
                : builder.failure(Failure.from(outcome)).build();
    }

    /** Returns whether the tool succeeded. */
    default boolean isOk() {
        return failure().isEmpty();
    }

    /** Returns the result of the tool, an object; {@code {}} if it failed. */
    @Value.Default
    default Json result() {
        return EnvelopeJson.EMPTY;
    }

    /** Returns why it failed; empty if ok. */
    Optional<Failure> failure();

    /** Returns the members that the runtime adds beside the outcome, e.g. {@code truncated}; {@code {}} if none. */
    @Value.Default
    default Json meta() {
        return EnvelopeJson.EMPTY;
    }

    /** Returns the images and files of the outcome, which are not part of its JSON. */
    List<Part> parts();

    /** Returns whether the turn ends after this round; never shown to the model. */
    @Value.Default
    default boolean stopsTurn() {
        return false;
    }

    /** Returns a copy with these media added at the end of its parts. */
    default ToolEnvelope withParts(Part... parts) {
        return ImmutableToolEnvelope.builder().from(this).addParts(parts).build();
    }

    /** Returns a copy with exactly these media as its parts. */
    default ToolEnvelope withOnlyParts(List<Part> parts) {
        return ImmutableToolEnvelope.copyOf(this).copyParts(parts);
    }

    /** Returns a copy with that knowledge about side effects; itself if ok. */
    default ToolEnvelope withEffect(Effect effect) {
        return failure()
                .map(f -> with(new Failure(f.code(), f.message(), f.retryable(), effect)))
                .orElse(this);
    }

    /** Returns a copy that states whether the model may try the same call again; itself if ok. */
    default ToolEnvelope withRetryable(boolean retryable) {
        return failure()
                .map(f -> with(new Failure(f.code(), f.message(), retryable, f.effect())))
                .orElse(this);
    }

    /** Returns a copy with one member of {@code meta} set. */
    default ToolEnvelope withMeta(String member, Object value) {
        return ImmutableToolEnvelope.copyOf(this).copyMeta(meta().with(member, value));
    }

    /** Returns a copy with exactly these notes as {@code meta}, an object. */
    default ToolEnvelope withMeta(Json notes) {
        return ImmutableToolEnvelope.copyOf(this).copyMeta(notes);
    }

    /**
     * Returns a copy that tells the model that a person changed the arguments, and to which: as {@code edited} and
     * {@code arguments} of {@link #meta}. Arguments nested too deeply to be stored there are left out.
     */
    default ToolEnvelope withEdited(Json arguments) {
        ToolEnvelope edited = withMeta(EDITED, true);
        return arguments.depth() < UntrustedJson.MAX_DEPTH ? edited.withMeta("arguments", arguments) : edited;
    }

    /** Returns a copy with another result, wrapped as by {@link #ok}; itself if it failed. */
    default ToolEnvelope withResult(@Nullable Object other) {
        return isOk() ? ImmutableToolEnvelope.copyOf(this).copyResult(EnvelopeJson.wrap(other)) : this;
    }

    /** Returns a copy that ends the turn after this round, or does not. */
    default ToolEnvelope withStopsTurn(boolean stops) {
        return ImmutableToolEnvelope.copyOf(this).copyStopsTurn(stops);
    }

    /**
     * Returns this envelope, or INVALID_RESULT in its place if the tool's result, notes or parts are nested deeper than
     * {@link UntrustedJson#MAX_DEPTH} levels, not counting the level in which a list is wrapped. A failure stays a
     * failure and loses its notes and parts.
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

    /**
     * Returns exactly the JSON that the model sees: {@code ok} and {@code result} or {@code error}, and {@code meta} if
     * any.
     */
    default Json toJson() {
        Json json = Json.object().with("ok", isOk());
        Json whole = isOk()
                ? json.with("result", result())
                : json.with("error", failure().orElseThrow().toJson());
        return meta().fields().isEmpty() ? whole : whole.with("meta", meta());
    }

    /** Returns the length of {@link #toJson} as UTF-8 text in bytes; counted once, without building the text. */
    @Value.Lazy
    default long utf8Length() {
        return isOk() ? EnvelopeJson.length(result(), meta()) : toJson().utf8Length();
    }

    /**
     * The error of a failed tool call.
     *
     * @param code the reason, from a closed list
     * @param message for the model; half of a surrogate pair, as a cut text may have at its end, becomes U+FFFD
     * @param retryable whether the model may try the same call again
     * @param effect what is known about side effects
     */
    record Failure(Code code, String message, boolean retryable, Effect effect) {
        public Failure {
            Objects.requireNonNull(code, "code");
            message = UnicodeValidator.repaired(message);
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
            StrictMembers.only(error, Set.of("code", "message", "retryable", "effect"));
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
