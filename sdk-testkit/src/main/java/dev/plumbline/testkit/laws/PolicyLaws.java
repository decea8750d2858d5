package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

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

    /**
     * Returns whether it changes what the model answered on purpose; true by default. Override it with false for a policy
     * that should pass answers on as they are, so that every change of one is an error.
     */
    default boolean changesAnswers() {
        return true;
    }

    /** Returns how long each call of a law may take to end: 5 seconds by default. */
    default Duration patience() {
        return Duration.ofSeconds(5);
    }

    /** Checks that the return is the fold of the shown deltas, and the same for every chunking. */
    @Property(tries = 200)
    default void final_answer_is_the_fold_of_what_was_shown(
            @ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        splits(List.of(new AiDelta.Text(doubled()), new AiDelta.Finish(FinishReason.STOP)));
        splits(stream);
    }

    private void splits(List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("final answer is the fold of what was shown", stream);
        PolicyProbe whole = PolicyChecks.foldOfShown(probe(policy(), stream, verdict), verdict);
        for (List<AiDelta> other : List.of(StreamChunking.joined(stream), StreamChunking.characters(stream))) {
            PolicyProbe probe = PolicyChecks.foldOfShown(probe(policy(), other, verdict), verdict);
            verdict.check(
                    whole.everShown().equals(probe.everShown()),
                    "shown " + Json.of(whole.everShown()).text() + " and, from " + LawAssertion.show(other) + ", "
                            + Json.of(probe.everShown()).text(),
                    "change text in a sink as if it came letter by letter: DeltaFilter.byLine, or onReturn");
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
        AiReturn second = probe(policy, stream, verdict).ret();
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
        List<String> places = new CopyOnWriteArrayList<>();
        AiReturn ret = PolicyProbe.run(watched(policy(), places), provider).ret();
        verdict.check(
                places.isEmpty(), String.join(", ", places), "call next on the thread of around, before it returns");
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
        failure(stream, category, verdict);
        for (AiError.Category each : AiError.Category.values()) {
            failure(List.of(new AiDelta.Text("A plan.")), each, verdict);
        }
        cancel(policy(), patience(), verdict);
    }

    private void failure(List<AiDelta> stream, AiError.Category category, LawAssertion verdict) {
        AiReturn ret = PolicyChecks.inTime(
                        () -> PolicyProbe.run(policy(), stream, AiError.of(category, "scripted", "it failed")),
                        patience(),
                        verdict)
                .ret();
        verdict.check(
                !ret.isOk(),
                category + " became " + LawAssertion.show(ret),
                "pass failed returns on, unchanged or with withError(…); a failure must not become an answer");
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

    /** Checks that the message of the user is sent, and sent once; a policy may ask the model something else beside it. */
    @Property(tries = 20)
    default void what_the_user_wrote_is_sent(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("what the user wrote is sent", stream);
        List<AiCall> calls = PolicyProbe.requests(policy(), stream);
        verdict.check(
                calls.isEmpty() || calls.stream().anyMatch(PolicyLaws::hasOneMessage),
                show(calls),
                "keep the message of the user when effective() is changed, and do not repeat it");
    }

    /**
     * Checks that tool calls, tokens and the reason of the end pass, and everything else unless the policy
     * {@linkplain #changesAnswers changes answers}.
     */
    @Property(tries = 100)
    default void content_passes_unless_it_is_changed_on_purpose(
            @ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        content(stream);
        content(List.of(
                new AiDelta.Text("A plan with a door. 😀 ".repeat(100)),
                new AiDelta.UsageReport(Usage.of(40_000, 700)),
                new AiDelta.Finish(FinishReason.STOP)));
        content(List.of(
                new AiDelta.Text("I measure."),
                new AiDelta.ToolCallPart(0, "call_1", "measure", "{}"),
                new AiDelta.ToolCallPart(1, "call_2", "draw", "{\"length\":5}"),
                new AiDelta.Finish(FinishReason.TOOL_CALLS)));
    }

    private void content(List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("content passes unless it is changed on purpose", stream);
        ScriptedProvider provider = ScriptedProvider.create().streams(stream).repeats();
        PolicyProbe probe = PolicyProbe.run(policy(), provider);
        PolicyProbe passed = PolicyProbe.run((call, next) -> next.proceed(call), stream);
        if (provider.calls().size() != 1 || !probe.ret().isOk()) {
            return;
        }
        verdict.check(
                names(probe.ret()).equals(names(passed.ret())),
                "tool calls " + names(probe.ret()) + " instead of " + names(passed.ret()),
                "keep every tool call with its id and name, in order; what must not run is a matter of a ToolPolicy");
        verdict.check(
                probe.ret().usage().equals(passed.ret().usage()),
                probe.ret().usage() + " instead of " + passed.ret().usage(),
                "keep the tokens: withUsage adds those of further calls only");
        verdict.check(
                probe.ret().finish() == passed.ret().finish(),
                probe.ret().finish() + " instead of " + passed.ret().finish(),
                "keep the reason why the model stopped");
        if (!changesAnswers()) {
            verdict.check(
                    probe.ret().interactions().equals(passed.ret().interactions()),
                    LawAssertion.show(probe.ret()),
                    "pass the answer on as it is, or override changesAnswers()");
            verdict.check(
                    probe.everShown().equals(passed.everShown()),
                    "shown " + Json.of(probe.everShown()).text(),
                    "push each piece once, as it came, or override changesAnswers()");
        }
    }

    /** Checks that a call has its own answer, whatever was called before it and at the same time. */
    @Property(tries = 3)
    default void calls_do_not_meet(@ForAll @IntRange(max = 99) int number) {
        LawAssertion verdict = new LawAssertion("calls do not meet", "calls " + number + " to " + (number + 11));
        Policy policy = policy();
        VirtualClock clock = VirtualClock.create();
        for (int i = number; i < number + 12; i++) {
            String name = Integer.toString(100 + i);
            sameAsAlone(name, PolicyChecks.run(policy, name, own(name), clock), "call " + (i - number + 1), verdict);
        }
        CyclicBarrier all = new CyclicBarrier(3);
        List<PolicyProbe> together = ConcurrentRunner.run(
                3,
                i -> PolicyChecks.run(
                        policy, "at once " + i, PolicyChecks.together(all, words("at once " + i)), clock));
        for (int i = 0; i < together.size(); i++) {
            sameAsAlone("at once " + i, together.get(i), "one of 3 calls at once", verdict);
        }
    }

    private void sameAsAlone(String name, PolicyProbe probe, String which, LawAssertion verdict) {
        PolicyProbe alone = PolicyChecks.run(policy(), name, own(name), VirtualClock.create());
        verdict.check(
                !probe.ret().isOk()
                        || (PolicyChecks.sameContent(alone.ret(), probe.ret())
                                && alone.shown().equals(probe.shown())),
                which + ": shown " + LawAssertion.show(probe.shown()) + ", returned " + LawAssertion.show(probe.ret())
                        + "; alone " + LawAssertion.show(alone.ret()),
                "keep what belongs to a call in local variables or in the call, and answers under everything that was sent");
    }

    private static String[] words(String name) {
        return new String[] {"This is ", "the answer to ", name};
    }

    private static ScriptedProvider own(String name) {
        return ScriptedProvider.create().says(words(name)).repeats();
    }

    /** Checks that the same call has the same answer hours and days later, by the clock of the call. */
    @Property(tries = 2)
    default void time_changes_nothing(@ForAll @IntRange(max = 99) int number) {
        Policy policy = policy();
        VirtualClock clock = VirtualClock.create();
        String name = "call " + number;
        AiReturn first = PolicyChecks.run(policy, name, own(name), clock).ret();
        for (Duration later :
                List.of(Duration.ofHours(7), Duration.ofHours(6), Duration.ofDays(2), Duration.ofDays(400))) {
            clock.advance(later);
            AiReturn ret = PolicyChecks.run(policy, name, own(name), clock).ret();
            new LawAssertion("time changes nothing", name + ", " + later + " after the call before it")
                    .check(
                            !first.isOk() || !ret.isOk() || PolicyChecks.sameContent(first, ret),
                            LawAssertion.show(first) + ", then " + LawAssertion.show(ret),
                            "decide by the call alone, not by the time");
        }
    }

    /** Checks that calls leave no threads. */
    @Property(tries = 1)
    default void nothing_stays_behind(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("nothing stays behind", stream);
        Policy policy = policy();
        PolicyProbe.run(policy, stream);
        int before = Thread.activeCount();
        for (int i = 0; i < 20; i++) {
            PolicyProbe.run(policy, stream);
        }
        verdict.check(
                () -> Await.until(() -> Thread.activeCount() < before + 20, Duration.ofMillis(500)),
                (Thread.activeCount() - before) + " more threads after 20 calls",
                "end every thread with its call, or share one");
    }

    /** Returns every sign of ASCII twice, so that what replaces two equal ones at once meets them. */
    private static String doubled() {
        StringBuilder text = new StringBuilder();
        for (char each = ' '; each < 0x7f; each++) {
            text.append(each).append(each);
        }
        return text.toString();
    }

    private static List<String> names(AiReturn ret) {
        return ret.toolCalls().stream()
                .map(call -> call.id() + " " + call.name())
                .toList();
    }

    private static boolean hasOneMessage(AiCall call) {
        List<Interaction.User> messages = call.effective().stream()
                .filter(Interaction.User.class::isInstance)
                .map(Interaction.User.class::cast)
                .toList();
        return messages.size() == 1 && !messages.get(0).text().isBlank();
    }

    private PolicyProbe probe(Policy policy, List<AiDelta> stream, LawAssertion verdict) {
        return PolicyChecks.inTime(() -> PolicyProbe.run(policy, stream), patience(), verdict);
    }

    /** Returns a policy that notes where next is called and should not be. */
    private static Policy watched(Policy policy, List<String> places) {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                Thread own = Thread.currentThread();
                AiReturn ret = policy.around(call, inner -> {
                    if (Thread.currentThread() != own) {
                        places.add("next called on another thread");
                    }
                    return next.proceed(inner);
                });
                return ret;
            }

            @Override
            public boolean mayRepeat() {
                return policy.mayRepeat();
            }

            @Override
            public boolean appliesTo(AiCall call) {
                return policy.appliesTo(call);
            }

            @Override
            public FailureMode failureMode() {
                return policy.failureMode();
            }
        };
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
            boolean ended = Await.until(running::isDone, patience);
            AiReturn.Status status = ended ? running.join().ret().status() : AiReturn.Status.CANCELLED;
            verdict.check(
                    status == AiReturn.Status.CANCELLED,
                    "a cancelled call that ended as " + status,
                    "pass cancelled returns on; who has cancelled waits for no answer");
            verdict.check(
                    ended,
                    "a cancelled call that did not end as CANCELLED within " + patience.toMillis() + " ms",
                    "wait only with call.cancellation().sleep(…), and pass cancelled returns on");
        }
    }
}
