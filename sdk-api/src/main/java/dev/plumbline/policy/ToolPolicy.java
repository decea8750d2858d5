package dev.plumbline.policy;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.tool.ToolContext;
import java.util.Objects;

/**
 * Wraps one tool call: approval, quota, memoization, audit. One instance serves all calls and threads, so shared state
 * must be concurrent. What it throws fails the call and ends the turn with EXTENSION and the policy's name.
 *
 * <p>Policies that independent parties contribute have a total order: by priority, then owner, then registration. First is
 * outermost; exits are in reverse.
 */
@FunctionalInterface
public interface ToolPolicy {

    /**
     * Handles one call: passes it on, with other arguments or not, or answers in the tool's place.
     *
     * @param call which call, and what it may use
     * @param next the inner policies, and at last the tool; to be called on this thread, before this method returns, at
     *     most once unless the tool is idempotent
     */
    ToolEnvelope around(ToolContext call, Next next);

    /**
     * The request side: called before any tool of the batch starts, call after call in their order, so it may ask the user.
     * Waiting here counts for no limit of the tool.
     */
    default Admission admit(ToolContext call) {
        return Admission.granted(call);
    }

    /**
     * Whether {@link #around} may do more than pass calls of that tool on; where it does not, it is not asked. {@link #admit} is
     * asked of every call. Asked once for each tool, when it is registered.
     */
    default boolean wraps(ToolDefinition tool) {
        return true;
    }

    /**
     * Its position; lower is further out. 0-49 validation, 50-99 preparation, 100 the rest, 150-199 observation. At any
     * priority, users are asked after all policies, and what runs is compared with what they allowed.
     */
    default int priority() {
        return 100;
    }

    /** The effect of an exception of this policy on the tool call. */
    default FailureMode failureMode() {
        return FailureMode.FAIL;
    }

    /** The inner policies, and at last the tool. */
    @FunctionalInterface
    interface Next {
        /** Passes the call on; failures come back as envelopes. Changed arguments are checked again. */
        ToolEnvelope proceed(ToolContext call);
    }

    /** Whether a call may run. */
    sealed interface Admission {

        /** It may, with the arguments of this context. */
        static Admission granted(ToolContext call) {
            return new Admitted(call);
        }

        /** It does not run; this is its outcome. */
        static Admission answered(ToolEnvelope envelope) {
            return new Answered(envelope);
        }

        /** It may run. */
        record Admitted(ToolContext call) implements Admission {
            public Admitted {
                Objects.requireNonNull(call, "call");
            }
        }

        /** It is answered. */
        record Answered(ToolEnvelope envelope) implements Admission {
            public Answered {
                Objects.requireNonNull(envelope, "envelope");
            }
        }
    }
}
