package dev.plumbline.testkit.laws;

import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.check.LawAssertion;
import dev.plumbline.testkit.check.PolicyChecks;
import dev.plumbline.testkit.check.PolicyProbe;
import dev.plumbline.testkit.check.StreamChunking;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Laws every policy keeps. Implement {@link #policy()} in a test class; jqwik finds the rest. From plain JUnit each law
 * can be called with a stream. A policy for which one of them cannot hold overrides it and says why.
 */
public interface PolicyLaws {

    /** A fresh one. */
    Policy policy();

    /** Whether it may call next more than once. */
    default boolean repeats() {
        return policy().repeats();
    }

    /** What was shown amounts to what came back, and to the same whatever the chunking. */
    @Property(tries = 200)
    default void final_answer_is_the_fold_of_what_was_shown(@ForAll(supplier = AnyStream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("final answer is the fold of what was shown", stream);
        PolicyProbe whole = PolicyChecks.foldOfShown(PolicyProbe.run(policy(), stream), verdict);
        for (List<AiDelta> other : List.of(StreamChunking.joined(stream), StreamChunking.characters(stream))) {
            PolicyProbe probe = PolicyChecks.foldOfShown(PolicyProbe.run(policy(), other), verdict);
            verdict.require(
                    PolicyChecks.sameContent(whole.ret(), probe.ret()),
                    LawAssertion.show(whole.ret()) + " and, from " + LawAssertion.show(other) + ", "
                            + LawAssertion.show(probe.ret()),
                    "decide on whole lines or the whole answer, never on one delta: DeltaFilter.lines, or onReturn");
        }
    }

    /** Twice the same call, in any thread, gives twice the same content. */
    @Property(tries = 100)
    default void same_call_same_result(@ForAll(supplier = AnyStream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("same call, same result", stream);
        Policy policy = policy();
        AiReturn first = PolicyProbe.run(policy, stream).ret();
        AiReturn second = ConcurrentRunner.begin(
                        () -> PolicyProbe.run(policy, stream).ret())
                .join();
        verdict.require(
                PolicyChecks.sameContent(first, second),
                LawAssertion.show(first) + ", then " + LawAssertion.show(second),
                "keep nothing from call to call; what one call must remember goes into call.with(key, value)");
    }

    /** Only the effective call changes; the body that reaches the provider is the one that was asked. */
    @Property(tries = 20)
    default void stored_body_is_untouched(@ForAll(supplier = AnyStream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("stored body is untouched", stream);
        ScriptedProvider provider = ScriptedProvider.create().streams(stream).repeats();
        PolicyProbe.run(policy(), provider);
        verdict.require(
                provider.calls().stream().allMatch(call -> call.body().equals(PolicyProbe.BODY)),
                "a call with another body",
                "change the call with withEffective(…) or withAdded(…) in place of building a new one");
    }

    /** No hidden second call, and nothing thrown. */
    @Property(tries = 50)
    default void next_is_called_once_unless_it_repeats(@ForAll(supplier = AnyStream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("next is called once unless it repeats", stream);
        ScriptedProvider provider = ScriptedProvider.create().streams(stream).repeats();
        AiReturn ret = PolicyProbe.run(policy(), provider).ret();
        verdict.require(
                !PolicyChecks.brokeOff(ret),
                LawAssertion.show(ret),
                "catch what it throws; ask next once, or say repeats() when it must ask again");
        verdict.require(
                repeats() || provider.calls().size() <= 1,
                provider.calls().size() + " calls of the provider",
                "ask next once, or say repeats() when it must ask again");
    }

    /** A failure stays a failure, and cancel ends a call that waits within half a second. */
    @Property(tries = 50)
    default void errors_and_cancel_pass_through(
            @ForAll(supplier = AnyStream.class) List<AiDelta> stream, @ForAll AiError.Category category) {
        LawAssertion verdict = LawAssertion.on("errors and cancel pass through", stream);
        AiReturn ret = PolicyProbe.run(policy(), stream, AiError.of(category, "scripted", "it failed"))
                .ret();
        verdict.require(
                !ret.isOk(),
                category + " became " + LawAssertion.show(ret),
                "return failed returns as they are, or with withError(…); a failure must not pass for an answer");
        PolicyChecks.cancel(policy(), verdict);
    }

    /** What is done to the content of a whole answer is done to that of a failed one. */
    @Property(tries = 100)
    default void partial_answers_are_handled_like_whole_ones(@ForAll(supplier = AnyStream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("partial answers are handled like whole ones", stream);
        AiReturn whole = PolicyProbe.run(policy(), stream).ret();
        AiError cut = AiError.of(AiError.Category.CONTENT_FILTERED, "scripted", "it was cut");
        AiReturn partial = PolicyProbe.run(policy(), stream, cut).ret();
        verdict.require(
                whole.interactions().equals(partial.interactions()),
                "whole " + LawAssertion.show(whole) + ", failed " + LawAssertion.show(partial),
                "read partialText() in place of text(), which throws for a failed return; mapText(…) works on both");
    }
}
