package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.internal.Meeting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
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

    /**
     * Returns whether it changes on purpose what is sent; true by default. Override it with false for a policy that should
     * pass calls on as they are, so that every change of one is an error.
     */
    default boolean changesRequests() {
        return true;
    }

    /**
     * Returns the words that the policy is about, such as those that it replaces or refuses; none by default. The laws put
     * them into messages and answers, whole and in pieces: without them, a law hardly ever meets what the policy looks for.
     */
    default List<String> words() {
        return List.of();
    }

    /**
     * Returns examples of what the policy does; none by default. Each holds wherever it happens: with any split of the
     * answer, before and after the others, on a used policy and a new one, whatever the body, the ids and the notes are.
     */
    default List<Exchange> exchanges() {
        return List.of();
    }

    /**
     * Returns a new policy that does the same in the simplest way, such as a function of the whole answer for a filter of
     * pieces. Everything that can be seen of the two is compared: what is sent, what is shown and what is returned. It is
     * asked for whenever {@link #policy()} is, right after it, so that a model may remember what a policy remembers. By
     * default a policy that passes everything on, if this one changes neither requests nor answers; empty otherwise.
     */
    default Optional<Policy> model() {
        return changesRequests() || changesAnswers() || repeats()
                ? Optional.empty()
                : Optional.of(PolicyChecks.PASSING);
    }

    /**
     * An example of what a policy does with one call.
     *
     * @param call the call that comes
     * @param answer what the model answers
     * @param sent the call that the model should receive; empty if that does not matter, or if the call is refused
     * @param text the text that is returned; empty if the call is refused before the model is asked
     * @param refusal the code of the error with which it is refused; without a text before the model is asked
     */
    record Exchange(
            AiCall call, String answer, Optional<AiCall> sent, Optional<String> text, Optional<String> refusal) {
        /** An answer of the model, and the text that the user should read. */
        public static Exchange answers(String given, String expected) {
            return new Exchange(
                    PolicyChecks.question(), given, Optional.empty(), Optional.of(expected), Optional.empty());
        }

        /** A call, and the one that the model should receive; the same one, if it should pass. */
        public static Exchange sends(AiCall given, AiCall expected) {
            return new Exchange(given, "A plan.", Optional.of(expected), Optional.of("A plan."), Optional.empty());
        }

        /** An answer that should be refused when it has come, and the code of the error; its text can still be read. */
        public static Exchange rejects(String given, String code) {
            return new Exchange(
                    PolicyChecks.question(), given, Optional.empty(), Optional.of(given), Optional.of(code));
        }

        /** A call that should be refused before the model is asked, and the code of the error. */
        public static Exchange refuses(AiCall given, String code) {
            return new Exchange(given, "A plan.", Optional.empty(), Optional.empty(), Optional.of(code));
        }
    }

    /**
     * Returns whether it sends something else before an earlier answer on purpose, so that the conversation starts over, such
     * as a policy that leaves out what is old; false by default. An answer is bound to all that was sent before it, and
     * the caches of services read only what is equal.
     */
    default boolean startsOver() {
        return false;
    }

    /** Returns the clock of calls that are hours apart: a new one by default. Override it with that of the policy, if it has one. */
    default VirtualClock clock() {
        return VirtualClock.create();
    }

    /** Returns how long each call of a law may take to end: 5 seconds by default. */
    default Duration patience() {
        return Duration.ofSeconds(5);
    }

    /** Checks that the return is the fold of the shown deltas, and the same for every chunking. */
    @Property(tries = 100)
    default void final_answer_is_the_fold_of_what_was_shown(
            @ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience().multipliedBy(6), "final answer is the fold of what was shown", () -> {
            splits(stream);
        });
    }

    private void splits(List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("final answer is the fold of what was shown", stream);
        PolicyProbe whole = PolicyChecks.foldOfShown(probe(policy(), stream, verdict), verdict);
        for (List<AiDelta> other : List.of(
                StreamChunking.joined(stream), StreamChunking.characters(stream), StreamChunking.counted(stream))) {
            PolicyProbe probe = PolicyChecks.foldOfShown(probe(policy(), other, verdict), verdict);
            verdict.check(
                    whole.everShown().equals(probe.everShown()),
                    "shown " + Json.of(whole.everShown()).text() + " and, from " + StreamChunking.show(other) + ", "
                            + Json.of(probe.everShown()).text(),
                    "change text in a sink as if it came letter by letter, and end it at no UsageReport: DeltaFilter.byLine,"
                            + " or onReturn");
            verdict.check(
                    PolicyChecks.sameContent(whole.ret(), probe.ret()),
                    LawAssertion.show(whole.ret()) + " and, from " + StreamChunking.show(other) + ", "
                            + LawAssertion.show(probe.ret()),
                    "decide on whole lines or the whole answer, never on one delta, and end a text at no UsageReport:"
                            + " DeltaFilter.byLine, or onReturn");
        }
    }

    /** Checks other laws with the {@link #words} of the policy: in every piece of an answer, and in what everybody says. */
    @Property(tries = 50)
    default void words_count_in_any_pieces(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        if (words().isEmpty()) {
            return;
        }
        LawAssertion.within(patience().multipliedBy(6), "words count in any pieces", () -> {
            List<AiDelta> woven = PolicyWords.woven(stream, words());
            splits(woven);
            filtersAreApart(policy(), PolicyChecks.question(), woven);
        });
    }

    /** Checks the same for each word by itself, at every cut, and in a call. */
    @Property(tries = 1)
    default void words_count_at_every_cut() {
        LawAssertion.within(patience().multipliedBy(6), "words count at every cut", () -> {
            for (List<AiDelta> each : PolicyWords.streams(words())) {
                splits(each);
                content(each);
                content(StreamChunking.counted(each));
                filtersAreApart(policy(), PolicyChecks.question(), each);
                PolicyTrials.endOfText(
                        policy(),
                        PolicyChecks.question(),
                        each,
                        clock(),
                        LawAssertion.on("text does not wait for another delta", each));
                PolicyTrials.nothingIsLeftOf(
                        this::policy, each, clock(), LawAssertion.on("words count at every cut", each));
            }
            for (String word : words()) {
                passedOn(PolicyWords.call(word));
                for (int cut = 1; cut < word.length(); cut++) {
                    PolicyTrials.heldTextGoesFirst(this::policy, word.substring(0, cut), clock());
                    PolicyTrials.textEndsAlike(policy(), word.substring(0, cut), word.substring(cut));
                }
            }
        });
    }

    /** Checks that each of the {@link #exchanges} holds wherever it happens. */
    @Property(tries = 1)
    default void exchanges_hold_everywhere() {
        LawAssertion.within(patience().multipliedBy(6), "exchanges hold everywhere", () -> {
            new PolicyExchanges(this).check();
        });
    }

    /**
     * Checks that nothing that can be seen of the policy differs from its {@link #model}, over a history of calls: any words in
     * their messages and answers, any times between them, equal calls with another answer, failures and refusals.
     */
    @Property(tries = 100)
    default void a_policy_is_as_its_model(@ForAll(supplier = AnyInput.Steps.class) List<Integer> steps) {
        LawAssertion.within(patience().multipliedBy(6), "a policy is as its model", () -> {
            Policy policy = policy();
            model().ifPresent(model -> new PolicyModel(this, policy, model).check(steps));
        });
    }

    /**
     * Checks the same over histories that are listed: each beginning of a word in front of a word, calls at the very time until which
     * one was refused, and calls across edges of time, such as midnight UTC.
     */
    @Property(tries = 1)
    default void a_policy_is_as_its_model_at_edges() {
        for (Runnable part : new PolicyEdges(this).parts()) {
            LawAssertion.within(patience().multipliedBy(6), "a policy is as its model", part);
        }
    }

    /**
     * Checks the same at the very times at which the {@link #model()} changes what it does, such as the end of an entry, a window or a
     * pause: behind equal calls that ended in one way.
     */
    @Property(tries = PolicyEdges.TIMES)
    default void a_policy_is_as_its_model_at_times(@ForAll @IntRange(max = PolicyEdges.TIMES - 1) int history) {
        LawAssertion.within(patience().multipliedBy(6), "a policy is as its model", () -> {
            new PolicyEdges(this).times(history);
        });
    }

    /** Checks that equal calls have equal content, in any thread. */
    @Property(tries = 100)
    default void same_call_same_result(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience().multipliedBy(6), "same call, same result", () -> {
            LawAssertion verdict = LawAssertion.on("same call, same result", stream);
            Policy policy = policy();
            AiReturn first = PolicyProbe.run(policy, stream).ret();
            AiReturn second = PolicyChecks.foldOfShown(probe(policy, stream, verdict), verdict)
                    .ret();
            verdict.check(
                    PolicyChecks.sameContent(first, second) || PolicyChecks.isRefusedForNow(second),
                    LawAssertion.show(first) + ", then " + LawAssertion.show(second),
                    "store nothing between calls; put the data of a call into call.withAttribute(key, value). A limit that"
                            + " refuses says until when: error.withRetryAt(…)");
        });
    }

    /**
     * Checks that equal calls send equal requests to the provider, in any thread; the second call may send nothing, as
     * from a cache. Override it for a policy that sends the time, a random number or a count on purpose.
     */
    @Property(tries = 100)
    default void same_call_same_request(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience().multipliedBy(6), "same call, same request", () -> {
            LawAssertion verdict = LawAssertion.on("same call, same request", stream);
            Policy policy = policy();
            sameRequests(
                    PolicyProbe.requests(policy, stream),
                    ConcurrentRunner.begin(() -> PolicyProbe.requests(policy, stream))
                            .join(),
                    verdict);
        });
    }

    /** Checks that a policy changes only the effective call, not the body. */
    @Property(tries = 20)
    default void stored_body_is_untouched(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience().multipliedBy(6), "stored body is untouched", () -> {
            LawAssertion verdict = LawAssertion.on("stored body is untouched", stream);
            ScriptedProvider provider =
                    ScriptedProvider.create().streams(stream).repeats();
            PolicyProbe.run(policy(), provider);
            verdict.check(
                    provider.calls().stream().allMatch(call -> call.body().equals(PolicyProbe.BODY)),
                    "a call with another body",
                    "change the call with withEffective(…) or withAdded(…) instead of building a new one");
        });
    }

    /** Checks that next is called once, unless the policy repeats, and that nothing is thrown. */
    @Property(tries = 50)
    default void next_is_called_once_unless_it_repeats(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience().multipliedBy(6), "next is called once unless it repeats", () -> {
            LawAssertion verdict = LawAssertion.on("next is called once unless it repeats", stream);
            called(ScriptedProvider.create().streams(stream).repeats(), verdict);
            for (AiError.Category each : AiError.Category.values()) {
                called(
                        ScriptedProvider.create()
                                .failsAfter(stream, PolicyChecks.full(each))
                                .repeats(),
                        new LawAssertion(verdict.law(), verdict.input() + " and " + each));
            }
        });
    }

    private void called(ScriptedProvider provider, LawAssertion verdict) {
        List<String> places = new CopyOnWriteArrayList<>();
        AiReturn ret = PolicyProbe.run(watched(policy(), places), provider).ret();
        verdict.check(
                places.isEmpty(),
                String.join(", ", places),
                "call next on the thread of around, before it returns, and not again after a cancellation");
        verdict.check(!brokeOff(ret), LawAssertion.show(ret), "throw nothing; call next once, or override mayRepeat()");
        verdict.check(
                repeats() || provider.calls().size() <= 1,
                provider.calls().size() + " calls of the provider",
                "call next once, or override mayRepeat()");
    }

    /** Checks that a failure stays a failure, whatever came before it. */
    @Property(tries = 50)
    default void errors_pass_through(
            @ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream, @ForAll AiError.Category category) {
        LawAssertion.within(patience().multipliedBy(6), "errors pass through", () -> {
            failure(stream, category, LawAssertion.on("errors pass through", stream));
        });
    }

    /** Checks that a failure of each kind stays one, and that a cancellation ends a waiting call. */
    @Property(tries = 100) // all kinds
    default void each_error_and_cancel_pass_through(@ForAll AiError.Category category) {
        LawAssertion.within(patience().multipliedBy(6), "errors and cancel pass through", () -> {
            List<AiDelta> half = List.of(new AiDelta.Text("A plan."), new AiDelta.UsageReport(Usage.of(40_000, 700)));
            LawAssertion verdict = LawAssertion.on("errors and cancel pass through", half);
            failure(half, category, verdict);
            cancel(policy(), patience(), verdict);
        });
    }

    private void failure(List<AiDelta> stream, AiError.Category category, LawAssertion verdict) {
        AiError given = PolicyChecks.full(category);
        ScriptedProvider provider =
                ScriptedProvider.create().failsAfter(stream, given).repeats();
        PolicyProbe probe =
                verdict.inTime(() -> PolicyProbe.run(policy(), PolicyChecks.full(provider, () -> {})), patience());
        AiReturn ret = PolicyChecks.foldOfShown(probe, verdict).ret();
        verdict.check(
                !ret.isOk(),
                category + " became " + LawAssertion.show(ret),
                "pass failed returns on, unchanged or with withError(…); a failure must not become an answer");
        AiError error = ret.error().orElseThrow();
        boolean isGiven = error.category() == category && error.code().equals(given.code());
        verdict.check(
                provider.calls().isEmpty() || (isGiven ? error.equals(given) : isReplaceable(category)),
                given + " became " + error + (isGiven ? " without its time, status, request id or details" : ""),
                "pass the error on as it is; it says when and whether a call may be repeated");
        verdict.check(
                !isGiven || (ret.requestId().isPresent() && !ret.model().equals(ModelId.NONE)),
                "a failed return without its model or request id",
                "change a failed return with withError(…), and read partialText(), because text() throws");
    }

    private boolean isReplaceable(AiError.Category category) {
        return changesAnswers() && category != AiError.Category.CANCELLED;
    }

    /** Checks that the content of a failed answer is changed in the same way as that of a whole one. */
    @Property(tries = 100)
    default void partial_answers_are_handled_like_whole_ones(
            @ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience().multipliedBy(6), "partial answers are handled like whole ones", () -> {
            LawAssertion verdict = LawAssertion.on("partial answers are handled like whole ones", stream);
            AiReturn whole = PolicyProbe.run(policy(), stream).ret();
            AiError cut = AiError.of(AiError.Category.CONTENT_FILTERED, "scripted", "it was cut");
            AiReturn partial = PolicyProbe.run(policy(), stream, cut).ret();
            verdict.check(
                    whole.interactions().equals(partial.interactions()),
                    "whole " + LawAssertion.show(whole) + ", failed " + LawAssertion.show(partial),
                    "use partialText() instead of text(), which throws for a failed return; mapText(…) works for both");
        });
    }

    /** Checks that the message of the user is sent, and sent once; a policy may ask the model something else beside it. */
    @Property(tries = 20)
    default void what_the_user_wrote_is_sent(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience().multipliedBy(6), "what the user wrote is sent", () -> {
            LawAssertion verdict = LawAssertion.on("what the user wrote is sent", stream);
            List<AiCall> calls = PolicyProbe.requests(policy(), stream);
            verdict.check(
                    calls.isEmpty() || calls.stream().anyMatch(PolicyLaws::hasOneMessage),
                    PolicyChecks.show(calls),
                    "keep the message of the user when effective() is changed, and do not repeat it");
        });
    }

    /**
     * Checks that tool calls, tokens and the reason of the end pass, and everything else unless the policy
     * {@linkplain #changesAnswers changes answers}.
     */
    @Property(tries = 100)
    default void content_passes_unless_it_is_changed_on_purpose(
            @ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience().multipliedBy(6), "content passes unless it is changed on purpose", () -> {
            content(stream);
        });
    }

    private void content(List<AiDelta> stream) {
        LawAssertion verdict = LawAssertion.on("content passes unless it is changed on purpose", stream);
        ScriptedProvider provider = ScriptedProvider.create().streams(stream).repeats();
        List<AiDelta> shown = Collections.synchronizedList(new ArrayList<>());
        List<AiDelta> early = new ArrayList<>();
        long saved = PolicyChecks.fold(stream).usage().total() == 0 ? 4711 : 0;
        AiReturn ret = PolicyChecks.run(
                        policy(),
                        PolicyChecks.question(),
                        PolicyChecks.full(provider, saved, () -> early.addAll(shown)),
                        clock(),
                        shown)
                .ret();
        PolicyProbe passed = PolicyChecks.run(
                PolicyChecks.PASSING,
                PolicyChecks.question(),
                PolicyChecks.full(ScriptedProvider.create().streams(stream).repeats(), saved, () -> {}),
                VirtualClock.create());
        verdict.check(
                ret.isOk()
                        || (changesAnswers() && !isOfToolCallsAlone(passed.ret()))
                        || provider.calls().size() != 1,
                LawAssertion.show(ret),
                "an answer of tool calls without text is whole; pass it on");
        if (provider.calls().size() != 1 || !ret.isOk()) {
            return;
        }
        same(names(passed.ret()), names(ret), "tool calls", verdict);
        same(passed.ret().usage(), ret.usage(), "tokens", verdict);
        same(passed.ret().savedTokens(), ret.savedTokens(), "saved tokens", verdict);
        same(passed.ret().cost(), ret.cost(), "cost", verdict);
        same(passed.ret().finish(), ret.finish(), "reason of the end", verdict);
        same(passed.ret().model(), ret.model(), "model", verdict);
        same(passed.ret().ids(), ret.ids(), "ids", verdict);
        same(passed.ret().requestId(), ret.requestId(), "request id of the service", verdict);
        if (!changesAnswers()) {
            verdict.check(
                    ret.interactions().equals(passed.ret().interactions()),
                    LawAssertion.show(ret),
                    "pass the answer on as it is, or override changesAnswers()");
            for (List<AiDelta> seen : List.of(shown, early)) {
                verdict.check(
                        StreamChunking.joined(seen).equals(StreamChunking.joined(passed.shown())),
                        "shown " + LawAssertion.show(seen) + (seen == early ? " when all had arrived" : ""),
                        "push each piece once, as it came and when it comes, or override changesAnswers()");
            }
        }
    }

    private static void same(Object expected, Object seen, String what, LawAssertion verdict) {
        verdict.check(
                expected.equals(seen),
                what + " " + seen + " instead of " + expected,
                "keep everything of a return that is not changed on purpose: withError, withUsage, mapText, toBuilder");
    }

    private static boolean isOfToolCallsAlone(AiReturn ret) {
        return !ret.toolCalls().isEmpty()
                && ret.interactions().size() == ret.toolCalls().size();
    }

    /**
     * Checks other laws with inputs that a random choice hardly ever brings: white space and pairs at every cut, equal
     * pieces, an answer of tool calls alone, very long text, many tokens, early ends, and conversations of 1 to 100 messages.
     */
    @Property(tries = 1)
    default void laws_hold_for_edge_cases() {
        LawAssertion.within(patience().multipliedBy(6), "laws hold for edge cases", () -> {
            splits(List.of(new AiDelta.Text(doubled()), new AiDelta.Finish(FinishReason.STOP)));
            content(List.of(
                    new AiDelta.Text("A plan with a door. 😀 ".repeat(4000)),
                    new AiDelta.UsageReport(Usage.of(40_000, 700)),
                    new AiDelta.Finish(FinishReason.STOP)));
            for (int messages : new int[] {1, 2, 3, 20, 21, 100}) {
                passedOn(PolicyTrials.conversation(messages));
            }
            for (AiCall each : PolicyTrials.calls()) {
                passedOn(each);
            }
            PolicyChecks.joined()
                    .forEach(pair -> apart(
                            pair.get(0),
                            pair.get(1),
                            PolicyChecks.show(pair) + " with the resources "
                                    + Json.of(pair.get(0).resources()).text() + " and "
                                    + Json.of(pair.get(1).resources()).text(),
                            "the same text if its parts are joined"));
            for (List<AiDelta> each : PolicyChecks.edgeStreams()) {
                splits(each);
                content(each);
                called(
                        ScriptedProvider.create().streams(each).repeats(),
                        LawAssertion.on("next is called once unless it repeats", each));
            }
        });
    }

    /**
     * Checks that the newest part of a conversation is sent, that results are sent with their calls, and that ids and
     * attributes stay; everything, unless the policy {@linkplain #changesRequests changes requests}.
     */
    @Property(tries = 60)
    default void the_call_is_passed_on(@ForAll(supplier = AnyInput.Call.class) AiCall call) {
        LawAssertion.within(patience().multipliedBy(6), "the call is passed on", () -> {
            passedOn(call);
        });
    }

    private void passedOn(AiCall call) {
        LawAssertion verdict = new LawAssertion("the call is passed on", PolicyChecks.show(List.of(call)));
        ScriptedProvider provider = ScriptedProvider.create().says("A plan.").repeats();
        AiReturn ret = PolicyChecks.run(policy(), call, provider, clock()).ret();
        verdict.check(
                ret.error()
                        .filter(error -> error.code().equals("unpaired-tool-call"))
                        .isEmpty(),
                ret.error() + "",
                "leave out whole rounds only: each call with its result");
        verdict.check(!brokeOff(ret), LawAssertion.show(ret), "throw nothing, whatever a conversation holds");
        List<AiCall> calls = provider.calls();
        if (calls.isEmpty()) {
            return;
        }
        verdict.check(
                calls.stream().anyMatch(sent -> isNewestOf(call, sent)),
                PolicyChecks.show(calls),
                "keep what the user or the tools said last");
        verdict.check(
                changesAnswers() || ret.isOk(),
                "an answer of the model that was shown and paid for, and then " + LawAssertion.show(ret),
                "refuse before next is called, or override changesAnswers()");
        AiCall sent = calls.get(calls.size() - 1);
        verdict.check(
                PolicyTrials.isInOrder(call.effective(), sent.effective()),
                PolicyChecks.show(calls),
                "keep the order in which users, the model and tools spoke");
        verdict.check(
                PolicyChecks.unset(call.options(), sent.options()).isEmpty()
                        && sent.namespace().equals(call.namespace())
                        && hasFacts(sent, call)
                        && sent.resources()
                                .entrySet()
                                .containsAll(call.resources().entrySet())
                        && sent.cacheIrrelevantContext().containsAll(call.cacheIrrelevantContext())
                        && (call.outputSchema().isEmpty() || sent.outputSchema().isPresent()),
                "a call without " + PolicyChecks.unset(call.options(), sent.options())
                        + " of its options, its schema, its facts, its namespace or its resources",
                "change options with call.options().toBuilder(), and the call with its withX methods");
        verdict.check(
                sent.ids().equals(call.ids())
                        && sent.attribute(AiCall.SCHEDULER).isPresent()
                        && sent.attribute(AnyInput.NOTE).equals(call.attribute(AnyInput.NOTE))
                        && sent.state() == call.state()
                        && sent.budget() == call.budget()
                        && sent.observer() == call.observer(),
                "a call with other ids, or without the state, the budget, the observer or the attributes of the first",
                "change the call with its withX methods instead of building a new one");
        if (!changesRequests()) {
            ScriptedProvider passed = ScriptedProvider.create().says("A plan.").repeats();
            AiReturn unused = PolicyChecks.run(PolicyChecks.PASSING, call, passed, VirtualClock.create())
                    .ret();
            verdict.check(
                    calls.size() > 1 || sent.equals(passed.calls().get(0)),
                    PolicyChecks.show(calls),
                    "pass the call on as it is, or override changesRequests()");
        }
    }

    /** Returns whether the conversation that was sent ends as the whole one does. */
    private static boolean isNewestOf(AiCall call, AiCall sent) {
        Interaction newest = newest(call);
        Interaction end = newest(sent);
        return newest.getClass() == end.getClass()
                && (!(newest instanceof Interaction.ToolResult result && end instanceof Interaction.ToolResult other)
                        || result.callId().equals(other.callId()));
    }

    /** Returns whether the facts that policies outside have added are among those that are sent. */
    private static boolean hasFacts(AiCall sent, AiCall given) {
        return given.facts()
                .map(Interaction.Context::values)
                .map(values -> sent.facts()
                        .filter(facts -> facts.values().keySet().containsAll(values.keySet()))
                        .isPresent())
                .orElse(true);
    }

    private static Interaction newest(AiCall call) {
        return call.effective().stream()
                .filter(each -> each instanceof Interaction.User
                        || each instanceof Interaction.Assistant
                        || each instanceof Interaction.ToolResult)
                .reduce((first, then) -> then)
                .orElseGet(() -> Interaction.user(""));
    }

    /** Checks that a call that differs from an earlier one in any place has its own answer. */
    @Property(tries = 10)
    default void calls_that_differ_anywhere_do_not_meet(@ForAll(supplier = AnyInput.Call.class) AiCall call) {
        LawAssertion.within(patience().multipliedBy(6), "calls that differ anywhere do not meet", () -> {
            PolicyChecks.variants(call)
                    .forEach((place, other) ->
                            apart(call, other, place + " of " + PolicyChecks.show(List.of(call)), "another " + place));
        });
    }

    private void apart(AiCall call, AiCall other, String input, String which) {
        LawAssertion verdict = new LawAssertion("calls that differ anywhere do not meet", input);
        Policy policy = policy();
        VirtualClock clock = clock();
        AiReturn unused =
                PolicyChecks.run(policy, call, own("the first"), clock).ret();
        sameAsAlone(
                PolicyChecks.run(policy(), other, own("the other"), clock),
                PolicyChecks.run(policy, other, own("the other"), clock),
                "the call with " + which,
                verdict);
    }

    /** Checks that a call is answered while another one waits for its answer, and when an equal one is cancelled. */
    @Property(tries = 1)
    default void calls_do_not_wait_for_each_other(@ForAll @IntRange(max = 99) int number) {
        LawAssertion.within(patience().multipliedBy(6), "calls do not wait for each other", () -> {
            LawAssertion verdict =
                    new LawAssertion("calls do not wait for each other", "call " + number + " beside another");
            Policy policy = policy();
            VirtualClock clock = clock();
            CountDownLatch end = new CountDownLatch(1);
            CountDownLatch waits = new CountDownLatch(1);
            AiProvider waiting = PolicyChecks.full(own("waits"), () -> {
                waits.countDown();
                PolicyChecks.await(end);
            });
            CompletableFuture<PolicyProbe> first =
                    ConcurrentRunner.begin(() -> PolicyChecks.run(policy, "waits", waiting, clock));
            try {
                Await.until(
                        () -> first.isDone() || waits.getCount() == 0, () -> "the policy never called the provider");
                String name = "call " + number;
                PolicyProbe beside = verdict.inTime(() -> PolicyChecks.run(policy, name, own(name), clock), patience());
                sameAsAlone(alone(name), beside, "a call beside one that waits", verdict);
            } finally {
                end.countDown();
            }
            sameAsAlone(
                    alone("waits"), verdict.outcome(first, patience()), "a call that waited beside another", verdict);
            PolicyTrials.cancelledAlone(policy(), clock(), patience(), verdict);
        });
    }

    /** Checks that days after failures, and days after each other, calls are answered again. */
    @Property(tries = 1)
    default void refusals_end_with_time(@ForAll @IntRange(max = 99) int number) {
        LawAssertion.within(patience().multipliedBy(6), "refusals end with time", () -> {
            LawAssertion verdict =
                    new LawAssertion("refusals end with time", "3 failures, and then 30 calls in 30 days");
            Policy policy = policy();
            VirtualClock clock = clock();
            if (!PolicyChecks.run(policy(), "alone", own("alone"), VirtualClock.create())
                    .ret()
                    .isOk()) {
                return;
            }
            for (int i = 0; i < 3; i++) {
                AiError error = AiError.of(AiError.Category.SERVER, "scripted", "it failed");
                AiProvider failing = ScriptedProvider.create().failsWith(error).repeats();
                AiReturn unused =
                        PolicyChecks.run(policy, "failing " + i, failing, clock).ret();
            }
            for (int i = 0; i < 30; i++) {
                clock.advance(Duration.ofDays(1));
                String name = "call " + (number + i);
                AiReturn ret = PolicyChecks.run(policy, name, own(name), clock).ret();
                verdict.check(
                        ret.isOk(),
                        "call " + (i + 1) + ": " + LawAssertion.show(ret),
                        "let calls through again after a time; if the policy has a clock of its own, override clock() with it");
            }
        });
    }

    /** Checks that a call which is refused until a time is answered at that time, also if others were refused in between. */
    @Property(tries = 1)
    default void refused_calls_are_answered_when_they_say() {
        LawAssertion.within(patience().multipliedBy(6), "refused calls are answered when they say", () -> {
            LawAssertion verdict = new LawAssertion(
                    "refused calls are answered when they say",
                    "many calls at once, and one at the time that an error names");
            PolicyTrials.answeredWhenItSays(this::policy, this::clock, verdict);
        });
    }

    /**
     * Checks that a policy refuses as many of some calls at once as of the same calls of which each begins when the one before it
     * has begun, and as many of those that follow: at the limit of what it counts, whatever that is.
     */
    @Property(tries = 1)
    default void calls_at_once_are_counted() {
        LawAssertion.within(patience().multipliedBy(6), "calls at once are counted", () -> {
            new PolicyAtOnce(this::policy, this::clock).check();
        });
    }

    /**
     * Checks that each call of a conversation sends what the one before it has sent, and then something new, unless the
     * policy {@linkplain #startsOver starts over} on purpose.
     */
    @Property(tries = 30)
    default void what_was_sent_stays_sent(@ForAll(supplier = AnyInput.Steps.class) List<Integer> steps) {
        LawAssertion.within(patience().multipliedBy(6), "what was sent stays sent", () -> {
            if (changesRequests() && !startsOver()) {
                new PolicyTurns(policy(), words(), clock()).check(steps);
            }
        });
    }

    /** Checks that an answer for which nobody was asked has no tokens. */
    @Property(tries = 1)
    default void answers_without_a_call_cost_nothing() {
        LawAssertion.within(patience().multipliedBy(6), "answers without a call cost nothing", () -> {
            LawAssertion verdict =
                    new LawAssertion("answers without a call cost nothing", "the same question three times");
            PolicyTrials.costsNothingUnasked(policy(), clock(), verdict);
        });
    }

    /** Checks that a call has its own answer, whatever was called before it and at the same time. */
    @Property(tries = 3)
    default void calls_do_not_meet(@ForAll @IntRange(max = 99) int number) {
        LawAssertion.within(patience().multipliedBy(6), "calls do not meet", () -> {
            LawAssertion verdict = new LawAssertion("calls do not meet", "calls " + number + " to " + (number + 11));
            Policy policy = policy();
            VirtualClock clock = VirtualClock.create();
            for (int i = number; i < number + 12; i++) {
                String name = Integer.toString(100 + i);
                sameAsAlone(
                        alone(name),
                        PolicyChecks.run(policy, name, own(name), clock),
                        "call " + (i - number + 1),
                        verdict);
            }
            Meeting all = new Meeting(3);
            List<PolicyProbe> together = ConcurrentRunner.run(
                    3,
                    i -> PolicyChecks.run(
                            policy, "at once " + i, PolicyChecks.together(all, words("at once " + i)), clock));
            for (int i = 0; i < together.size(); i++) {
                sameAsAlone(alone("at once " + i), together.get(i), "one of 3 calls at once", verdict);
            }
            PolicyTrials.manyAtOnce(this::policy, words(), verdict);
        });
    }

    private PolicyProbe alone(String name) {
        return PolicyChecks.run(policy(), name, own(name), VirtualClock.create());
    }

    private static void sameAsAlone(PolicyProbe alone, PolicyProbe probe, String which, LawAssertion verdict) {
        verdict.check(
                !brokeOff(probe.ret())
                        && (!probe.ret().isOk()
                                || (PolicyChecks.sameContent(alone.ret(), probe.ret())
                                        && alone.shown().equals(probe.shown()))),
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
        LawAssertion.within(patience().multipliedBy(6), "time changes nothing", () -> {
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
        });
    }

    /** Checks that questions about a policy and its calls have the same answers before and after calls, and no effect. */
    @Property(tries = 4)
    default void questions_have_no_effect(@ForAll(supplier = AnyInput.Call.class) AiCall call) {
        LawAssertion.within(patience().multipliedBy(6), "questions have no effect", () -> {
            LawAssertion verdict = new LawAssertion("questions have no effect", PolicyChecks.show(List.of(call)));
            Policy policy = policy();
            List<Object> before = saidOfItself(policy);
            Map<String, AiCall> calls = PolicyChecks.variants(call);
            calls.put("none", call);
            for (boolean after : List.of(false, true)) {
                for (AiCall each : calls.values()) {
                    boolean first = policy.appliesTo(each);
                    boolean second = policy.appliesTo(each);
                    boolean fresh = policy().appliesTo(each);
                    PolicyTrials.askedFreely(policy, each, verdict);
                    verdict.check(
                            first == fresh && second == fresh,
                            "another answer to whether it applies, " + (after ? "after" : "before") + " calls",
                            "decide in appliesTo by the call alone, and keep nothing");
                }
                calls.values().forEach(each -> PolicyChecks.run(policy, each, own("a"), clock()));
            }
            verdict.check(
                    before.equals(saidOfItself(policy)),
                    before + ", then " + saidOfItself(policy),
                    "let a policy have one role, priority and failure mode");
        });
    }

    /** Checks that nothing that was delivered is sent again silently: after text was shown, and after a tool has started. */
    @Property(tries = 4)
    default void what_was_delivered_is_not_repeated(@ForAll boolean toolStarted) {
        LawAssertion.within(patience().multipliedBy(6), "what was delivered is not repeated", () -> {
            LawAssertion verdict = new LawAssertion(
                    "what was delivered is not repeated", "failures " + (toolStarted ? "after a tool" : "after text"));
            PolicyTrials.notRepeated(policy(), clock(), toolStarted, verdict);
        });
    }

    /** Checks that a call is repeated only if its error allows that, and not before the time that the error names. */
    @Property(tries = 1)
    default void calls_are_repeated_as_their_errors_say() {
        LawAssertion.within(patience().multipliedBy(6), "calls are repeated as their errors say", () -> {
            LawAssertion verdict =
                    new LawAssertion("calls are repeated as their errors say", "errors of each category");
            PolicyTrials.repeatedAsTheErrorSays(policy(), clock(), verdict);
            PolicyTrials.endedByTheLatestError(policy(), clock(), verdict);
        });
    }

    /** Checks that a call that may not read a store is asked, and that what a call may not store answers no other one. */
    @Property(tries = 1)
    default void cache_modes_are_kept() {
        LawAssertion.within(patience().multipliedBy(6), "cache modes are kept", () -> {
            LawAssertion verdict = new LawAssertion("cache modes are kept", "equal calls with different modes");
            PolicyTrials.cacheModesAreKept(this::policy, clock(), verdict);
        });
    }

    /** Checks that the answer to a question of the policy itself is never shown, not even until a Reset. */
    @Property(tries = 20)
    default void own_questions_are_not_shown(@ForAll(supplier = AnyInput.Call.class) AiCall call) {
        LawAssertion.within(patience().multipliedBy(6), "own questions are not shown", () -> {
            LawAssertion verdict = new LawAssertion("own questions are not shown", PolicyChecks.show(List.of(call)));
            PolicyTrials.ownQuestions(policy(), call, clock(), verdict);
        });
    }

    /** Checks that calls which send the same are handled in the same way, whatever the bodies are that they come from. */
    @Property(tries = 1)
    default void the_effective_call_counts() {
        LawAssertion.within(patience().multipliedBy(6), "the effective call counts", () -> {
            for (AiCall each : PolicyTrials.calls()) {
                LawAssertion verdict = new LawAssertion("the effective call counts", PolicyChecks.show(List.of(each)));
                PolicyTrials.effectiveCounts(this::policy, each, this::clock, verdict);
            }
        });
    }

    /**
     * Checks that two policies share nothing: what one has done changes neither the answer of another one nor a static
     * field of its class.
     */
    @Property(tries = 1)
    default void instances_share_nothing() {
        LawAssertion.within(patience().multipliedBy(6), "instances share nothing", () -> {
            LawAssertion verdict = new LawAssertion("instances share nothing", "42 calls of one, and one of another");
            PolicyTrials.instancesShareNothing(this::policy, this::clock, verdict);
        });
    }

    /** Checks that no remark, trace, event, attribute or message has a word of the conversation. */
    @Property(tries = 1)
    default void traces_hold_no_content() {
        LawAssertion.within(patience().multipliedBy(6), "traces hold no content", () -> {
            LawAssertion verdict = new LawAssertion("traces hold no content", "a conversation of words to look for");
            PolicyTrials.noContent(policy(), clock(), verdict);
        });
    }

    /** Checks that text at the end of a stream is passed on, whether another delta follows it or the stream was cut. */
    @Property(tries = 50)
    default void text_does_not_wait_for_another_delta(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience().multipliedBy(6), "text does not wait for another delta", () -> {
            for (List<AiDelta> each : List.of(stream, List.<AiDelta>of(new AiDelta.Text("A wall of 5 m")))) {
                LawAssertion verdict = LawAssertion.on("text does not wait for another delta", each);
                PolicyTrials.endOfText(policy(), PolicyChecks.question(), each, clock(), verdict);
            }
        });
    }

    /** Checks that text is passed on whatever its last character is, whether another delta follows it or not. */
    @Property(tries = 1)
    default void any_end_of_text_is_passed_on() {
        LawAssertion.within(patience().multipliedBy(6), "any end of text is passed on", () -> {
            for (char last = '\n'; last < 127; last++) {
                if (Character.isLetterOrDigit(last) || (last < ' ' && last != '\n')) {
                    continue;
                }
                List<AiDelta> stream =
                        List.of(new AiDelta.Text("A wall " + last), new AiDelta.Text(String.valueOf(last)));
                LawAssertion verdict = LawAssertion.on("any end of text is passed on", stream);
                PolicyTrials.endOfText(policy(), PolicyChecks.question(), stream, clock(), verdict);
                PolicyTrials.heldTextGoesFirst(
                        this::policy, String.valueOf(last).repeat(2), clock());
            }
        });
    }

    /**
     * Checks that deltas are pushed on the thread of the call before it returns, and that a sink that forwards them forwards
     * the questions to the view, too.
     */
    @Property(tries = 1)
    default void sinks_are_used_in_order_and_forwarded() {
        LawAssertion.within(patience().multipliedBy(6), "sinks are used in order and forwarded", () -> {
            LawAssertion verdict = new LawAssertion("sinks are used in order and forwarded", "an answer and a failure");
            PolicyTrials.sinkIsUsedRightly(policy(), clock(), verdict);
        });
    }

    /** Checks that a policy uses no more of the budget than the calls that it makes, also if one call is left. */
    @Property(tries = 1)
    default void budget_is_used_for_calls_alone() {
        LawAssertion.within(patience().multipliedBy(6), "budget is used for calls alone", () -> {
            LawAssertion verdict = new LawAssertion("budget is used for calls alone", "1 and 3 calls that are left");
            PolicyTrials.budgetIsForCalls(policy(), clock(), verdict);
        });
    }

    /** Checks that a wait of the policy ends with the call, as the cancellation says, and that it waits in no other way. */
    @Property(tries = 4, shrinking = ShrinkingMode.OFF)
    default void waits_end_with_the_call(@ForAll boolean expires) {
        LawAssertion.within(patience().multipliedBy(6), "waits end with the call", () -> {
            LawAssertion verdict =
                    new LawAssertion("waits end with the call", expires ? "time that is up" : "a cancellation");
            PolicyTrials.waitsEnd(policy(), expires, patience(), verdict);
        });
    }

    private static List<Object> saidOfItself(Policy policy) {
        return List.of(policy.mayRepeat(), policy.failureMode(), policy.priority(), policy.role());
    }

    /** Checks that the policy throws nothing when a turn has little time left, or none. */
    @Property(tries = 3)
    default void little_time_is_no_error(@ForAll(supplier = AnyInput.Call.class) AiCall call) {
        LawAssertion.within(patience().multipliedBy(6), "little time is no error", () -> {
            for (long left : new long[] {0, 1, 1_000_000, 999_999_999}) {
                LawAssertion verdict = new LawAssertion(
                        "little time is no error", left + " ns for " + PolicyChecks.show(List.of(call)));
                AtomicLong now = new AtomicLong();
                BudgetTracker budget = BudgetTracker.of(Budget.ofDefaults().withTime(Duration.ofSeconds(1)), now::get);
                now.set(1_000_000_000 - left);
                AiCall late = call.toBuilder().budget(budget).build();
                AiReturn ret =
                        PolicyChecks.run(policy(), late, own("a plan"), clock()).ret();
                verdict.check(
                        !brokeOff(ret),
                        LawAssertion.show(ret),
                        "expect any time from call.budget().timeLeft(), also none");
            }
        });
    }

    /**
     * Checks the parts of a policy by themselves: {@code onRequest} depends on the call and {@code onReturn} on the return, and
     * each filter of {@code onDeltas} is a new one, also while another one has text.
     */
    @Property(tries = 25)
    default void parts_depend_on_what_they_are_given(
            @ForAll(supplier = AnyInput.Call.class) AiCall call,
            @ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience().multipliedBy(6), "parts depend on what they are given", () -> {
            LawAssertion verdict = LawAssertion.on("parts depend on what they are given", stream);
            Policy policy = policy();
            if (policy instanceof RequestPolicy requests) {
                AiCall first = requests.onRequest(call);
                verdict.check(
                        first.equals(requests.onRequest(call)),
                        PolicyChecks.show(List.of(first)) + ", then "
                                + PolicyChecks.show(List.of(requests.onRequest(call))),
                        "let onRequest be a function of the call");
            }
            if (policy instanceof ResponsePolicy responses) {
                List<AiDelta> alone = filtersAreApart(policy, call, stream);
                AiReturn ret = PolicyChecks.fold(alone);
                AiReturn first = responses.onReturn(ret, call);
                verdict.check(
                        PolicyChecks.sameContent(first, responses.onReturn(ret, call)),
                        LawAssertion.show(first) + ", then " + LawAssertion.show(responses.onReturn(ret, call)),
                        "let onReturn keep nothing of a return");
            }
        });
    }

    /** Checks that filters of one policy do not meet, and returns what one makes of the last attempt. */
    private static List<AiDelta> filtersAreApart(Policy policy, AiCall call, List<AiDelta> stream) {
        if (!(policy instanceof ResponsePolicy responses)) {
            return List.of();
        }
        LawAssertion verdict = LawAssertion.on("parts depend on what they are given", stream);
        List<AiDelta> attempt = stream.subList(lastAttempt(stream), stream.size());
        List<AiDelta> alone = PolicyChecks.filtered(responses.onDeltas(call), attempt);
        for (int begin = 1; begin <= attempt.size(); begin++) {
            ResponsePolicy.DeltaFilter begun = responses.onDeltas(call);
            attempt.subList(0, begin).forEach(delta -> begun.accept(delta, dropped -> {}));
            List<AiDelta> beside = PolicyChecks.filtered(responses.onDeltas(call), attempt);
            verdict.check(
                    StreamChunking.joined(alone).equals(StreamChunking.joined(beside)),
                    LawAssertion.show(alone) + ", and beside another filter " + LawAssertion.show(beside),
                    "return a new filter from onDeltas for each call and attempt");
        }
        return alone;
    }

    /** Returns the place after the last reset; each attempt has a filter of its own. */
    private static int lastAttempt(List<AiDelta> stream) {
        for (int i = stream.size(); i > 0; i--) {
            if (stream.get(i - 1) instanceof AiDelta.Reset) {
                return i;
            }
        }
        return 0;
    }

    /**
     * Checks that a call is handled as by a new policy, whatever was called before, with any answers, failures and times between,
     * and whatever its ids, notes and observers are.
     */
    @Property(tries = 30)
    default void used_policies_are_as_new_ones(@ForAll(supplier = AnyInput.History.class) List<Integer> history) {
        LawAssertion.within(patience().multipliedBy(6), "used policies are as new ones", () -> {
            PolicyHistory trial = new PolicyHistory(this::policy, clock());
            trial.usedIsNew(history);
            trial.nothingElseMatters(history.size());
        });
    }

    /** Checks that the first question decides nothing for the next one, whatever kinds of questions they are. */
    @Property(tries = 1)
    default void first_questions_decide_nothing() {
        LawAssertion.within(
                patience().multipliedBy(6),
                "used policies are as new ones",
                () -> new PolicyHistory(this::policy, clock()).firstIsAsAnyOther());
    }

    /** Checks that calls leave no threads. */
    @Property(tries = 1)
    default void nothing_stays_behind(@ForAll(supplier = AnyInput.Stream.class) List<AiDelta> stream) {
        LawAssertion.within(patience().multipliedBy(6), "nothing stays behind", () -> {
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
        });
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
        return verdict.inTime(() -> PolicyProbe.run(policy, stream), patience());
    }

    /** Returns a policy that notes where next is called and should not be. */
    private static Policy watched(Policy policy, List<String> places) {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                Thread own = Thread.currentThread();
                AtomicBoolean isCancelled = new AtomicBoolean();
                return policy.around(call, inner -> {
                    if (Thread.currentThread() != own) {
                        places.add("next called on another thread");
                    }
                    if (isCancelled.get()) {
                        places.add("next called again after CANCELLED");
                    }
                    AiReturn ret = next.proceed(inner);
                    isCancelled.set(ret.status() == AiReturn.Status.CANCELLED);
                    return ret;
                });
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
                PolicyChecks.show(first) + ", then " + PolicyChecks.show(second),
                "decide by the call alone, not by a count, the time or a random number; pass what must differ in the"
                        + " call, with a context source or call.withAttribute(key, value)");
    }

    private static List<Optional<PromptCacheHint>> hints(List<AiCall> calls) {
        return calls.stream().map(call -> call.attribute(PromptCacheHint.KEY)).toList();
    }

    /** Returns whether the runner ended the call because the policy threw or broke a rule. */
    private static boolean brokeOff(AiReturn ret) {
        return ret.error()
                .filter(error -> error.category() == AiError.Category.EXTENSION
                        && !error.code().equals("scripted"))
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
            AiReturn.Status status =
                    ended ? verdict.outcome(running, patience).ret().status() : AiReturn.Status.CANCELLED;
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
