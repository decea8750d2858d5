package dev.plumbline.testkit.laws;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.check.ToolPolicyChecker;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The laws of every tool policy as jqwik properties. Implement {@link #toolPolicy()} in a test class. {@link
 * ToolPolicyChecker} has the same laws as plain methods.
 */
public interface ToolPolicyLaws {

    /** Returns a new policy. */
    ToolPolicy toolPolicy();

    /** Returns how long a cancelled call may take to end: 10 seconds by default. */
    default Duration patience() {
        return Duration.ofSeconds(10);
    }

    /** Checks that the tool is called at most once, on the policy's thread, before the policy returns. */
    @Property(tries = 50)
    default void tool_runs_once_at_most(
            @ForAll(supplier = AnyToolCall.Arguments.class) Json arguments,
            @ForAll(supplier = AnyToolCall.Answer.class) ToolEnvelope answer) {
        trial().toolRunsOnceAtMost(arguments, answer);
    }

    /** Checks that a tool with the effect NOT_STARTED has not run. */
    @Property(tries = 100)
    default void not_started_means_not_run(
            @ForAll(supplier = AnyToolCall.Arguments.class) Json arguments,
            @ForAll(supplier = AnyToolCall.Answer.class) ToolEnvelope answer) {
        trial().notStartedMeansNotRun(arguments, answer);
    }

    /** Checks that failures stay failures. */
    @Property(tries = 100)
    default void failures_stay_failures(
            @ForAll(supplier = AnyToolCall.Arguments.class) Json arguments,
            @ForAll(supplier = AnyToolCall.Answer.class) ToolEnvelope answer) {
        trial().failuresStayFailures(arguments, answer);
    }

    /** Checks that the tool gets the same call, possibly with other arguments. */
    @Property(tries = 50)
    default void call_stays_the_call(
            @ForAll(supplier = AnyToolCall.Arguments.class) Json arguments,
            @ForAll(supplier = AnyToolCall.Answer.class) ToolEnvelope answer) {
        trial().callStaysTheCall(arguments, answer);
    }

    /** Checks that the policy throws nothing. */
    @Property(tries = 100)
    default void nothing_escapes(
            @ForAll(supplier = AnyToolCall.Arguments.class) Json arguments,
            @ForAll(supplier = AnyToolCall.Answer.class) ToolEnvelope answer) {
        trial().nothingEscapes(arguments, answer);
    }

    /** Checks that a policy does not change calls of tools that it does not wrap. */
    @Property(tries = 50)
    default void unwrapped_calls_pass(
            @ForAll(supplier = AnyToolCall.Arguments.class) Json arguments,
            @ForAll(supplier = AnyToolCall.Answer.class) ToolEnvelope answer) {
        trial().unwrappedCallsPass(arguments, answer);
    }

    /** Checks that questions and waits end with a cancelled turn. */
    @Property(tries = 5)
    default void cancel_ends_it(@ForAll(supplier = AnyToolCall.Arguments.class) Json arguments) {
        trial().cancelEndsIt(arguments, patience());
    }

    private ToolPolicyChecker trial() {
        return new ToolPolicyChecker(this::toolPolicy);
    }
}
