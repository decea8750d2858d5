package dev.plumbline.event;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened: times, counts, enums and labels. No component of any event can hold prompt or answer text; an
 * unknown tool name is {@link Label#OTHER}. Immutable.
 */
public sealed interface AiEvent {

    /** Whom it concerns. */
    CallIds ids();

    /** When, by the runtime's clock. */
    Instant at();

    /** A conversation was opened. */
    record SessionOpened(CallIds ids, Instant at, Optional<CallIds> parent) implements AiEvent {}

    /** A conversation was closed. */
    record SessionClosed(CallIds ids, Instant at) implements AiEvent {}

    /** A user input was accepted. */
    record TurnStarted(CallIds ids, Instant at) implements AiEvent {}

    /**
     * A turn ended.
     *
     * @param took from the input to the stable result
     * @param error empty when it completed
     * @param usage of all its rounds
     */
    record TurnFinished(CallIds ids, Instant at, Duration took, Optional<AiError.Category> error, Usage usage)
            implements AiEvent {}

    /** A call entered the chain. */
    record CallStarted(CallIds ids, Instant at, Label provider, Label model) implements AiEvent {}

    /**
     * An attempt failed and another one is due.
     *
     * @param attempt which one failed, from 1
     */
    record AttemptFailed(CallIds ids, Instant at, int attempt, AiError.Category error) implements AiEvent {}

    /** Somebody waits, until then, for that reason. */
    record Waiting(CallIds ids, Instant at, Instant until, Label why) implements AiEvent {}

    /** The first content of a call arrived. */
    record FirstContent(CallIds ids, Instant at, Duration after) implements AiEvent {}

    /** A call left the chain. */
    record CallFinished(
            CallIds ids, Instant at, Duration took, FinishReason finish, Usage usage, Optional<AiError.Category> error)
            implements AiEvent {}

    /** A tool is about to run. */
    record ToolStarted(CallIds ids, Instant at, Label tool) implements AiEvent {}

    /**
     * A tool is further by a percent or more; what it says in words is for views.
     *
     * @param fraction 0 to 1
     */
    record ToolProgressed(CallIds ids, Instant at, Label tool, double fraction) implements AiEvent {}

    /**
     * A tool call has its envelope.
     *
     * @param code {@code ok} or the envelope's code
     * @param resultBytes the length of the envelope as JSON in UTF-8
     */
    record ToolFinished(CallIds ids, Instant at, Label tool, Duration took, Label code, long resultBytes)
            implements AiEvent {}

    /**
     * Rules or a person decided about a tool call.
     *
     * @param decision e.g. {@code approved}, {@code denied}, {@code expired}
     */
    record ToolDecided(CallIds ids, Instant at, Label tool, Label decision) implements AiEvent {}

    /** The response cache was asked. */
    record CacheChecked(CallIds ids, Instant at, boolean hit, Label why) implements AiEvent {}

    /** An answer or a call was validated. */
    record Validated(CallIds ids, Instant at, Label validator, int errors, int warnings) implements AiEvent {}

    /**
     * A tool asked for something outside the program, and it was decided; or a call may not go to its provider.
     *
     * @param tool who asked; the provider
     * @param door {@code file.read}, {@code file.write}, {@code http} and the like; {@code provider}
     * @param rule what decided: why it was refused, or what it was allowed by
     */
    record EgressDecided(CallIds ids, Instant at, Label tool, Label door, Label rule, Egress verdict)
            implements AiEvent {}

    /** How a wish to reach outside was decided. */
    enum Egress {
        /** A rule allows it. */
        ALLOWED,
        /** A rule refuses it, or none allows it. */
        REFUSED,
        /** It would have been refused; rules are only being tried out, and it was let through. */
        WOULD_REFUSE
    }

    /** Somebody's code failed and was isolated. */
    record ExtensionFailed(CallIds ids, Instant at, Label extension, Label causeClass) implements AiEvent {}
}
