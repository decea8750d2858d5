package dev.plumbline.event;

/**
 * How long one step of a turn took. Immutable.
 *
 * @param kind what it is
 * @param name its name
 * @param after nanoseconds from the beginning of the round or turn that reports it; of a policy, when its call began
 * @param took nanoseconds; of a policy its own, without what it called
 */
public record StepTime(Kind kind, TelemetryLabel name, long after, long took) {

    /** The kind of a step. */
    public enum Kind {
        /** A stage of a round. */
        STAGE,
        /** A hook, each time it is asked. */
        HOOK,
        /** A policy around the call, and the provider. */
        POLICY
    }
}
