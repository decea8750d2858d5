package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;

/**
 * Wraps one provider call. One instance serves all calls and threads, so shared state must be concurrent. An exception
 * ends the call: an {@code AiException} with its error, any other as EXTENSION with the policy's name.
 */
@FunctionalInterface
public interface Policy {

    /**
     * Handles one call: passes it on, changed or not, or answers it itself.
     *
     * @param call the call about to be sent
     * @param next the inner policies; call it on this thread, before this method returns, at most once unless
     *     {@link #mayRepeat()}
     */
    AiReturn around(AiCall call, Next next);

    /** Returns whether it may call {@code next} more than once: retry, repair, fallback. */
    default boolean mayRepeat() {
        return false;
    }

    /** Returns whether it handles that call; other calls bypass it. Must be cheap and without side effects. */
    default boolean appliesTo(AiCall call) {
        return true;
    }

    /** Returns the effect of an exception of this policy on the call. */
    default FailureMode failureMode() {
        return FailureMode.FAIL;
    }

    /**
     * Returns its position among the contributed policies of its place, read once; 100 by default. Of request policies
     * the lowest changes the call first, of policies around a call or an attempt the lowest is outermost, of response
     * policies the lowest decides first. 0–49 is for checks, 50–99 for preparation, 101–149 for what comes after, 150–199 for
     * observation. See {@code docs/policies.md}.
     */
    default int priority() {
        return 100;
    }

    /** Returns the role of this policy in the rules of order. */
    default Role role() {
        return Role.NONE;
    }

    /** The inner policies, and the provider at the end. */
    @FunctionalInterface
    interface Next {
        /** Passes the call on; failures come back as returns. */
        AiReturn proceed(AiCall call);
    }

    /** The role of a policy in the rules of order that a chain checks. */
    enum Role {
        /** No rule applies to it. */
        NONE,
        /** Adds content to requests; must be outside redaction. */
        CONTENT,
        /** Replaces content that is sent and restores it in the response; must be outside the cache. */
        REDACTION,
        /** Answers from a store; must be outside checks of answers, repair, retry and what counts attempts. */
        CACHE,
        /** Fails answers that do not fit; must be inside the cache. */
        ANSWER_CHECK,
        /** Calls again if an answer is invalid; must be outside retry and what counts attempts. */
        REPAIR,
        /** Calls again after a failure outside the program; must be outside what counts attempts. */
        RETRY,
        /** Counts or limits attempts; must be inside cache, repair and retry, where {@code addPolicy} places it. */
        ATTEMPT
    }

    /** The effect of an exception of a policy on the call. */
    enum FailureMode {
        /** The call ends with EXTENSION and the policy's name. */
        FAIL,
        /** The policy is skipped, and the trace records it. */
        SKIP
    }
}
