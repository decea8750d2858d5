package dev.plumbline.policy;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.tool.ToolContext;
import java.util.Objects;

/**
 * Wraps one tool call: approval, quota, memoization, audit. One instance serves all calls and threads, so shared state
 * must be concurrent. An exception fails the call and ends the turn with EXTENSION and the policy's name.
 *
 * <p>Policies of independent contributors have a total order: by priority, then owner, then registration. The first is
 * outermost; exits are in reverse.
 */
@FunctionalInterface
public interface ToolPolicy {

    /**
     * Handles one call: passes it on, with other arguments or not, or answers it instead of the tool.
     *
     * @param call the call and the services that it may use
     * @param next the inner policies, and the tool at the end; call it on this thread, before this method returns, at
     *     most once unless the tool is idempotent
     */
    ToolEnvelope around(ToolContext call, Next next);

    /**
     * Decides whether a call may run. Called before any tool of the batch starts, call after call in their order, so it
     * may ask the user. Waiting here counts for no limit of the tool.
     */
    default Admission admit(ToolContext call) {
        return Admission.granted(call);
    }

    /**
     * Returns whether {@link #around} may do more than pass calls of that tool on; if not, it is not called. {@link
     * #admit} is called for every call. Called once for each tool, when it is registered.
     */
    default boolean wraps(ToolDefinition tool) {
        return true;
    }

    /**
     * Returns its position; lower is further out. 0-49 validation, 50-99 preparation, 100 the default, 150-199
     * observation. At any priority, users are asked after all policies, and the call that runs is compared with the
     * approved one.
     */
    default int priority() {
        return 100;
    }

    /** Returns the effect of an exception of this policy on the tool call. */
    default FailureMode failureMode() {
        return FailureMode.FAIL;
    }

    /** The inner policies, and the tool at the end. */
    @FunctionalInterface
    interface Next {
        /** Passes the call on; failures come back as envelopes. Changed arguments are checked again. */
        ToolEnvelope proceed(ToolContext call);
    }

    /** The decision whether a call may run. */
    sealed interface Admission {

        /** Returns the decision that it may run, with the arguments of this context. */
        static Admission granted(ToolContext call) {
            return new Admitted(call);
        }

        /** Returns the decision that it does not run and has this outcome. */
        static Admission answered(ToolEnvelope envelope) {
            return new Answered(envelope);
        }

        /** The call may run. */
        record Admitted(ToolContext call) implements Admission {
            public Admitted {
                Objects.requireNonNull(call, "call");
            }
        }

        /** The call is answered with an envelope. */
        record Answered(ToolEnvelope envelope) implements Admission {
            public Answered {
                Objects.requireNonNull(envelope, "envelope");
            }
        }
    }
}
