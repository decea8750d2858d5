package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;

/**
 * Wraps one provider call. One instance serves all calls and threads, so shared state must be concurrent.
 * What it throws ends the call: an {@code AiException} with its error, anything else as EXTENSION with the policy's name.
 */
@FunctionalInterface
public interface Policy {

    /**
     * Handles one call: passes it on, changed or not, or answers itself.
     *
     * @param call what is about to be sent
     * @param next the inner policies; to be called on this thread, before this method returns, at most once unless
     *     {@link #repeats()}
     */
    AiReturn around(AiCall call, Next next);

    /** Whether it may ask {@code next} more than once: retry, repair, fallback. */
    default boolean repeats() {
        return false;
    }

    /** Whether it has anything to do for that call; what it does not concern passes it by. Cheap and without effect. */
    default boolean concerns(AiCall call) {
        return true;
    }

    /** The effect of an exception of this policy on the call. */
    default FailureMode failureMode() {
        return FailureMode.FAIL;
    }

    /** The role of this policy in the rules of order. */
    default Role role() {
        return Role.NONE;
    }

    /** The inner policies, and at last the provider. */
    @FunctionalInterface
    interface Next {
        /** Passes the call on; failures come back as returns. */
        AiReturn proceed(AiCall call);
    }

    /** The role of a policy in the ordering rules that a chain checks. */
    enum Role {
        /** No rule concerns it. */
        NONE,
        /** Replaces content that is sent and restores it in the response; must be outside the cache. */
        REDACTION,
        /** Answers from memory; must be outside repair and retry. */
        CACHE,
        /** Asks again when an answer does not fit; must be outside retry. */
        REPAIR,
        /** Asks again after a failure outside the program. */
        RETRY
    }
}
