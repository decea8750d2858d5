package dev.plumbline.testkit.laws;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The laws of every policy as jqwik properties. Implement {@link #policy()} in a test class. JUnit tests can call each
 * law with a stream. Override a law that cannot hold for a policy, with the reason.
 */
public interface PolicyLaws {

    /** Returns a new policy. */
    Policy policy();

    /** Returns whether the policy may call next more than once. */
    default boolean repeats() {
        return policy().mayRepeat();
    }

    /** Returns how long a cancelled call may take to end: 10 seconds by default. */
    default Duration patience() {
        return Duration.ofSeconds(10);
    }

    /** Checks that the return is the fold of the shown deltas, and the same for every chunking. */
    @Property(tries = 200)
    default void final_answer_is_the_fold_of_what_was_shown(
            @ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("final answer is the fold of what was shown", stream);
        PolicyProbe whole = PolicyChecks.foldOfShown(PolicyProbe.run(policy(), stream), verdict);
        for (List<AiDelta> other : List.of(StreamChunking.joined(stream), StreamChunking.characters(stream))) {
            PolicyProbe probe = PolicyChecks.foldOfShown(PolicyProbe.run(policy(), other), verdict);
            verdict.check(
                    PolicyChecks.sameContent(whole.ret(), probe.ret()),
                    LawAssertion.show(whole.ret()) + " and, from " + LawAssertion.show(other) + ", "
                            + LawAssertion.show(probe.ret()),
                    "decide on whole lines or the whole answer, never on one delta: DeltaFilter.byLine, or onReturn");
        }
    }

    /** Checks that equal calls have equal content, in any thread. */
    @Property(tries = 100)
    default void same_call_same_result(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("same call, same result", stream);
        Policy policy = policy();
        AiReturn first = PolicyProbe.run(policy, stream).ret();
        AiReturn second = ConcurrentRunner.begin(
                        () -> PolicyProbe.run(policy, stream).ret())
                .join();
        verdict.check(
                PolicyChecks.sameContent(first, second),
                LawAssertion.show(first) + ", then " + LawAssertion.show(second),
                "store nothing between calls; put the data of a call into call.withAttribute(key, value)");
    }

    /**
     * Checks that equal calls send equal requests to the provider, in any thread; the second call may send nothing, as
     * from a cache. Override it for a policy that sends the time, a random number or a count on purpose.
     */
    @Property(tries = 100)
    default void same_call_same_request(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("same call, same request", stream);
        Policy policy = policy();
        sameRequests(
                PolicyProbe.requests(policy, stream),
                ConcurrentRunner.begin(() -> PolicyProbe.requests(policy, stream))
                        .join(),
                verdict);
    }

    /** Checks that a policy changes only the effective call, not the body. */
    @Property(tries = 20)
    default void stored_body_is_untouched(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("stored body is untouched", stream);
        ScriptedProvider provider = ScriptedProvider.create().streams(stream).repeats();
        PolicyProbe.run(policy(), provider);
        verdict.check(
                provider.calls().stream().allMatch(call -> call.body().equals(PolicyProbe.BODY)),
                "a call with another body",
                "change the call with withEffective(…) or withAdded(…) instead of building a new one");
    }

    /** Checks that next is called once, unless the policy repeats, and that nothing is thrown. */
    @Property(tries = 50)
    default void next_is_called_once_unless_it_repeats(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("next is called once unless it repeats", stream);
        ScriptedProvider provider = ScriptedProvider.create().streams(stream).repeats();
        AiReturn ret = PolicyProbe.run(policy(), provider).ret();
        verdict.check(!brokeOff(ret), LawAssertion.show(ret), "throw nothing; call next once, or override mayRepeat()");
        verdict.check(
                repeats() || provider.calls().size() <= 1,
                provider.calls().size() + " calls of the provider",
                "call next once, or override mayRepeat()");
    }

    /** Checks that a failure stays a failure, and that a cancellation ends a waiting call. */
    @Property(tries = 50)
    default void errors_and_cancel_pass_through(
            @ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream, @ForAll AiError.Category category) {
        LawAssertion verdict = LawAssertion.on("errors and cancel pass through", stream);
        AiReturn ret = PolicyProbe.run(policy(), stream, AiError.of(category, "scripted", "it failed"))
                .ret();
        verdict.check(
                !ret.isOk(),
                category + " became " + LawAssertion.show(ret),
                "pass failed returns on, unchanged or with withError(…); a failure must not become an answer");
        cancel(policy(), patience(), verdict);
    }

    /** Checks that the content of a failed answer is changed in the same way as that of a whole one. */
    @Property(tries = 100)
    default void partial_answers_are_handled_like_whole_ones(
            @ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("partial answers are handled like whole ones", stream);
        AiReturn whole = PolicyProbe.run(policy(), stream).ret();
        AiError cut = AiError.of(AiError.Category.CONTENT_FILTERED, "scripted", "it was cut");
        AiReturn partial = PolicyProbe.run(policy(), stream, cut).ret();
        verdict.check(
                whole.interactions().equals(partial.interactions()),
                "whole " + LawAssertion.show(whole) + ", failed " + LawAssertion.show(partial),
                "use partialText() instead of text(), which throws for a failed return; mapText(…) works for both");
    }

    /**
     * Checks that the second of two equal calls sent what the first one sent, or nothing: interactions, model, options,
     * tools, schema and prompt cache hint, in the same order.
     */
    private static void sameRequests(List<AiCall> first, List<AiCall> second, LawAssertion verdict) {
        verdict.check(
                second.isEmpty() || (first.equals(second) && hints(first).equals(hints(second))),
                show(first) + ", then " + show(second),
                "decide by the call alone, not by a count, the time or a random number; pass what must differ in the"
                        + " call, with a context source or call.withAttribute(key, value)");
    }

    private static List<Optional<PromptCacheHint>> hints(List<AiCall> calls) {
        return calls.stream().map(call -> call.attribute(PromptCacheHint.KEY)).toList();
    }

    private static String show(List<AiCall> calls) {
        return calls.stream()
                .map(call -> call.model() + " " + call.options()
                        + call.effective().stream()
                                .map(item -> item.toJson().text())
                                .toList())
                .collect(Collectors.joining(" and ", "sent ", ""));
    }

    /** Returns whether the runner ended the call because the policy threw or broke a rule. */
    private static boolean brokeOff(AiReturn ret) {
        return ret.error()
                .filter(error -> error.category() == AiError.Category.EXTENSION)
                .isPresent();
    }

    /**
     * Checks that a call that waits for its answer ends within that time after it is cancelled; skips a policy that
     * answers itself.
     */
    private static void cancel(Policy policy, Duration patience, LawAssertion verdict) {
        Cancellation cancellation = Cancellation.create(VirtualClock.create());
        ScriptedProvider provider =
                ScriptedProvider.create().blocksUntilCancelled("half").repeats();
        CompletableFuture<PolicyProbe> running =
                ConcurrentRunner.begin(() -> PolicyProbe.run(policy, provider, cancellation));
        Await.until(
                () -> running.isDone() || !provider.calls().isEmpty(),
                () -> "the policy neither called the provider nor answered");
        if (!running.isDone()) {
            cancellation.cancel("cancelled by the law");
            verdict.check(
                    () -> Await.until(running::isDone, patience)
                            && running.join().ret().status() == AiReturn.Status.CANCELLED,
                    "a cancelled call that did not end as CANCELLED within " + patience.toMillis() + " ms",
                    "wait only with call.cancellation().sleep(…), and pass cancelled returns on");
        }
    }
}
