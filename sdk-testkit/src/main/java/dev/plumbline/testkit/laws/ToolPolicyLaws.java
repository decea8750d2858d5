package dev.plumbline.testkit.laws;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.check.ToolPolicyChecker;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Laws every tool policy keeps. Implement {@link #toolPolicy()} in a test class; jqwik finds the rest. {@link
 * ToolPolicyChecker} has the same laws as plain methods.
 */
public interface ToolPolicyLaws {

    /** A fresh one. */
    ToolPolicy toolPolicy();

    /** The tool is asked once at most, on the thread that asked, before the policy returns. */
    @Property(tries = 50)
    default void tool_runs_once_at_most(
            @ForAll(supplier = AnyToolCall.Arguments.class) Json arguments,
            @ForAll(supplier = AnyToolCall.Answer.class) ToolEnvelope answer) {
        trial().toolRunsOnceAtMost(arguments, answer);
    }

    /** An outcome that says the tool did not start is true. */
    @Property(tries = 100)
    default void not_started_means_not_run(
            @ForAll(supplier = AnyToolCall.Arguments.class) Json arguments,
            @ForAll(supplier = AnyToolCall.Answer.class) ToolEnvelope answer) {
        trial().notStartedMeansNotRun(arguments, answer);
    }

    /** What failed stays failed. */
    @Property(tries = 100)
    default void failures_stay_failures(
            @ForAll(supplier = AnyToolCall.Arguments.class) Json arguments,
            @ForAll(supplier = AnyToolCall.Answer.class) ToolEnvelope answer) {
        trial().failuresStayFailures(arguments, answer);
    }

    /** The tool is given the same call, with other arguments perhaps. */
    @Property(tries = 50)
    default void call_stays_the_call(
            @ForAll(supplier = AnyToolCall.Arguments.class) Json arguments,
            @ForAll(supplier = AnyToolCall.Answer.class) ToolEnvelope answer) {
        trial().callStaysTheCall(arguments, answer);
    }

    /** Nothing it throws reaches the turn. */
    @Property(tries = 100)
    default void nothing_escapes(
            @ForAll(supplier = AnyToolCall.Arguments.class) Json arguments,
            @ForAll(supplier = AnyToolCall.Answer.class) ToolEnvelope answer) {
        trial().nothingEscapes(arguments, answer);
    }

    /** What it says it does not wrap, it passes on. */
    @Property(tries = 50)
    default void unwrapped_calls_pass(
            @ForAll(supplier = AnyToolCall.Arguments.class) Json arguments,
            @ForAll(supplier = AnyToolCall.Answer.class) ToolEnvelope answer) {
        trial().unwrappedCallsPass(arguments, answer);
    }

    /** A call of a cancelled turn is not held. */
    @Property(tries = 5)
    default void cancel_ends_it(@ForAll(supplier = AnyToolCall.Arguments.class) Json arguments) {
        trial().cancelEndsIt(arguments);
    }

    private ToolPolicyChecker trial() {
        return new ToolPolicyChecker(this::toolPolicy);
    }
}
