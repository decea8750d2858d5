package dev.plumbline.event;

/**
 * The duration of one step of a turn. Immutable.
 *
 * @param kind the kind of step
 * @param name its name
 * @param after nanoseconds from the beginning of the round or turn that reports it; of a policy, to the beginning of
 *     its call
 * @param took nanoseconds; of a policy its own, without inner ones
 */
public record StepTime(Kind kind, TelemetryLabel name, long after, long took) {

    /** The kind of a step. */
    public enum Kind {
        /** A stage of a round. */
        STAGE,
        /** A hook, once for each call of it. */
        HOOK,
        /** A policy around the call, and the provider. */
        POLICY,
        /** A part of one of these, whose time is included there: {@code encode}, {@code wrap-schema}. */
        PART
    }
}
