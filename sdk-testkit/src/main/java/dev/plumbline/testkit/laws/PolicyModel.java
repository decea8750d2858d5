package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Compares everything that can be seen of a policy with what can be seen of its model, over a history of calls: each with a
 * time before it, words in its messages and in its answer, and perhaps equal to one before it.
 */
final class PolicyModel {
    private static final List<ModelId> MODELS = List.of(
            ModelId.parse("scripted:script"),
            ModelId.parse("scripted:script"),
            ModelId.parse("scripted:other"),
            ModelId.parse("other:script")); // each part of the first one is that of another
    private static final String REFUSED = "the refusal";
    private static final String CALLS = "calls";
    private static final String SAVED_ITSELF = "the saved tokens of an answer without a call";
    private static final int SHOWN = 60;
    private static final int LAST = 180;
    private static final int HISTORY = 600;
    private static final int NEW = 7;

    /** The times between two calls; others are taken from the last refusal. */
    private static final List<Duration> TIMES = List.of(
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            Duration.ofMinutes(20),
            Duration.ofHours(1),
            Duration.ofDays(1),
            Duration.ofDays(40));

    /** What an answer of a cache cost when a service gave it. */
    private static final List<Long> SAVED = List.of(1L, 47L, 40_000L);

    private final List<int[]> sent = CallInput.rows(CallInput.PASSED);
    private final List<int[]> beside = CallInput.rows(CallInput.NOT_SENT);
    private final Policy policy;
    private final Policy model;
    private final List<String> words;
    private final VirtualClock clock;

    /** The clock of the model: that of the policy, if its laws have one, or one that moves with it. */
    private final VirtualClock ofModel;

    private final boolean isExact;
    private final List<AiCall> calls = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final Set<Cancellation> cancellations = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Cancellation> earlier = Collections.newSetFromMap(new IdentityHashMap<>());
    private Duration passed = Duration.ZERO;
    private Optional<Instant> refusedUntil = Optional.empty();
    private List<String> namespaces = List.of("");

    /** Creates a comparison of a new policy with a new model. */
    PolicyModel(PolicyLaws laws, Policy policy, Policy model) {
        this.policy = policy;
        this.model = model;
        this.words = laws.words().isEmpty() ? List.of("a wall") : laws.words();
        this.clock = laws.clock();
        this.ofModel = laws.clock();
        this.isExact = !laws.changesAnswers();
    }

    /** Compares the two over that history: each number is a time, a call and its answer. */
    void check(List<Integer> numbers) {
        namespaces = CallInput.namespaces(numbers.hashCode());
        for (int number : numbers) {
            Random any = new Random(number);
            advance(time(any));
            AiCall call = next(number, any);
            calls.add(call);
            Optional<AiError> error = any.nextInt(4) == 0
                    ? Optional.of(one(PolicyChecks.errors(one(List.of(AiError.Category.values()), any)), any))
                    : Optional.empty();
            List<AiDelta> said = PolicyWords.answer(number, words, error.isPresent(), any);
            Duration takes = canTakeTime() && any.nextInt(4) == 0 ? one(TIMES, any) : Duration.ZERO;
            long saved = error.isEmpty() && any.nextInt(3) == 0 ? one(SAVED, any) : 0;
            List<AiDelta> answer = saved == 0
                    ? said
                    : said.stream()
                            .filter(each -> !(each instanceof AiDelta.UsageReport))
                            .toList();
            call(call, new Answered(answer, takes, saved, error));
        }
    }

    /** Compares the next call. */
    void call(AiCall call, Answered answer) {
        steps.add(new Step(passed, call, answer));
        passed = Duration.ZERO;
        earlier.addAll(cancellations);
        compare(call, answer);
        Duration behind = Duration.between(ofModel.instant(), clock.instant());
        (behind.isNegative() ? clock : ofModel).advance(behind.abs()); // one of them may have waited
    }

    /** Returns what is seen of the model alone for a call, and lets time pass for it then. */
    Object ofModel(AiCall call, Answered answer, Duration time) {
        Map<String, Object> seen = seen(model, call, answer, ofModel);
        ofModel.advance(time);
        return seen;
    }

    /** Lets time pass for both. */
    void advance(Duration time) {
        passed = passed.plus(time);
        clock.advance(time);
        if (canTakeTime()) {
            ofModel.advance(time);
        }
    }

    /** Returns the time of both. */
    Instant now() {
        return clock.instant();
    }

    /** Returns whether the two have clocks of their own, so that the calls of each can take time. */
    boolean canTakeTime() {
        return !clock.equals(ofModel);
    }

    /** Returns until when the last call was refused. */
    Optional<Instant> refusedUntil() {
        return refusedUntil;
    }

    /**
     * What comes of a call.
     *
     * @param deltas the answer, or what had come of it
     * @param takes how long the call takes
     * @param saved what a cache has saved; 0 without one
     * @param error the failure
     */
    record Answered(List<AiDelta> deltas, Duration takes, long saved, Optional<AiError> error) {
        /** Creates a whole answer that takes no time. */
        static Answered of(List<AiDelta> deltas) {
            return new Answered(deltas, Duration.ZERO, 0, Optional.empty());
        }

        Answered after(Duration time) {
            return new Answered(deltas, time, saved, error);
        }
    }

    /** A call of the history. */
    private record Step(Duration time, AiCall call, Answered answer) {
        String shown(int longest) {
            return (time.isZero() ? "\n    " : "\n    " + time + " later, ")
                    + (call.namespace().isEmpty() ? "" : "in the namespace \"" + call.namespace() + "\" ")
                    + LawAssertion.shortened(PolicyChecks.show(List.of(call)), longest)
                    + ", answered "
                    + LawAssertion.shortened(StreamChunking.show(answer.deltas()), longest)
                    + (answer.saved() == 0 ? "" : " by a cache, which saved " + answer.saved() + " tokens")
                    + answer.error().map(each -> " and then " + each.category()).orElse("")
                    + (answer.takes().isZero() ? "" : " after " + answer.takes());
        }
    }

    /**
     * Returns the last call, at which the two differ, and those before it: equal ones once, and as many as can be read at once. It
     * says how many are left out.
     */
    private String history() {
        String shown = steps.get(steps.size() - 1).shown(LAST);
        int end = steps.size() - 1;
        while (end > 0) {
            String each = steps.get(end - 1).shown(SHOWN);
            int begin = end;
            while (begin > 0 && steps.get(begin - 1).shown(SHOWN).equals(each)) {
                begin--;
            }
            String more = each + (end - begin == 1 ? "" : ", " + (end - begin) + " times") + shown;
            if (more.length() > HISTORY) {
                return "\n    " + end + " calls that are left out" + shown;
            }
            shown = more;
            end = begin;
        }
        return shown;
    }

    /** Returns the time until the next call: also half of that, or all of it, after which a refused call may come. */
    private Duration time(Random any) {
        Duration left = refusedUntil
                .map(until -> Duration.between(clock.instant(), until))
                .filter(each -> !each.isNegative() && each.compareTo(Duration.ofDays(400)) < 0)
                .orElse(Duration.ZERO);
        return left.isZero() || any.nextInt(3) == 0 ? one(TIMES, any) : left.dividedBy(1 + any.nextInt(3));
    }

    /** Returns the last call, an earlier one, or a new one. */
    private AiCall next(int number, Random any) {
        int which = calls.isEmpty() ? NEW : any.nextInt(NEW);
        return which == 3 && calls.size() > 1
                ? calls.get(calls.size() - 2)
                : which < 2 ? calls.get(calls.size() - 1) : which == 2 ? one(calls, any) : call(number, any);
    }

    private AiCall call(int number, Random any) {
        AiCall call = PolicyWords.conversation(CallInput.question(number), words, one(MODELS, any), any).toBuilder()
                .namespace(one(namespaces, any))
                .build();
        return any.nextInt(3) == 0
                ? call
                : CallInput.of(
                        CallInput.of(call, CallInput.PASSED, one(sent, any)), CallInput.NOT_SENT, one(beside, any));
    }

    static <T> T one(List<T> some, Random any) {
        return some.get(any.nextInt(some.size()));
    }

    private void compare(AiCall call, Answered answer) {
        Map<String, Object> expected = seen(model, call, answer, ofModel);
        Map<String, Object> seen = seen(policy, call, answer, clock);
        if (model.equals(PolicyChecks.PASSING)
                && Objects.equals(seen.get(CALLS), 0)
                && !Objects.equals(seen.get(REFUSED), expected.get(REFUSED))) {
            return; // a limit of a policy whose author gives no model
        }
        seen.forEach((what, value) -> {
            boolean isUnknown =
                    what.equals(SAVED_ITSELF) && Objects.equals(expected.get(what), 0L); // a model may be simple
            if (!isUnknown && !value.equals(expected.get(what))) {
                throw new LawAssertion("a policy is as its model", "a new policy and a new model" + history())
                        .violation(
                                what + " " + LawAssertion.difference(value, expected.get(what), "; of the model "),
                                "do what model() does, whatever comes and came; if the model is wrong, change it");
            }
        });
    }

    /** Returns everything that the provider, the view and the caller see. */
    private Map<String, Object> seen(Policy tried, AiCall call, Answered answer, VirtualClock time) {
        ScriptedProvider provider = ScriptedProvider.create();
        ScriptedProvider scripted = answer.error()
                .map(each -> provider.failsAfter(answer.deltas(), each))
                .orElseGet(() -> provider.streams(answer.deltas()));
        PolicyProbe probe = PolicyChecks.run(
                tried,
                call,
                PolicyChecks.full(scripted.repeats(), answer.saved(), () -> time.advance(answer.takes())),
                time);
        AiReturn ret = probe.ret();
        refusedUntil = PolicyChecks.isRefusedForNow(ret) ? ret.error().flatMap(AiError::retryAt) : Optional.empty();
        AiReturn shown = PolicyChecks.fold(probe.shown());
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put(REFUSED, refusedUntil.map(until -> "until " + until).orElse("none"));
        seen.put(CALLS, provider.calls().size());
        seen.put(
                "what was sent",
                provider.calls().stream().map(PolicyModel::sent).toList());
        seen.put(
                "the rest of the call",
                provider.calls().stream().map(PolicyModel::rest).toList());
        seen.put(
                "whether the state, the budget, the observer and the cancellation are those of the call",
                provider.calls().stream().map(sent -> hasItsOwn(sent, call)).toList());
        content(ret).forEach((part, value) -> seen.put(part + " of the return", value));
        content(shown).forEach((part, value) -> seen.put(part + " of the view", value));
        seen.put("the tokens", List.of(ret.usage(), shown.usage()));
        boolean isOwn = provider.calls().isEmpty();
        seen.put("the saved tokens", ret.isOk() && provider.calls().size() == 1 ? ret.savedTokens() : 0L);
        seen.put(SAVED_ITSELF, ret.isOk() && isOwn ? ret.savedTokens() : 0L);
        seen.put("the cost", ret.isOk() && provider.calls().size() == 1 ? ret.cost() : Optional.empty());
        seen.put("the end", List.of(ret.finish(), shown.finish()));
        seen.put("the error", ret.error());
        seen.put("the model, ids and request id", List.of(ret.model(), ret.ids(), ret.requestId()));
        return seen;
    }

    /**
     * Returns the text, the reasoning and everything else: where a part of text ends, a filter of lines may decide, unless it
     * changes no answers.
     */
    private Map<String, Object> content(AiReturn ret) {
        if (isExact) {
            return Map.of("the content", json(ret.interactions()));
        }
        List<Interaction> others = new ArrayList<>();
        for (Interaction each : ret.interactions()) {
            if (each instanceof Interaction.Assistant said) {
                said.parts().stream()
                        .filter(part -> !(part instanceof Part.Text) && !(part instanceof Part.Reasoning))
                        .forEach(part -> others.add(new Interaction.Assistant(List.of(part))));
            } else {
                others.add(each);
            }
        }
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("the text", ret.partialText());
        content.put("the reasoning", ret.reasoning());
        content.put("the rest of the content", json(others));
        return content;
    }

    /** Returns whether a call that was sent has what belongs to the given one; each run of a call has a cancellation of its own. */
    private List<Boolean> hasItsOwn(AiCall sent, AiCall given) {
        cancellations.add(sent.cancellation());
        return List.of(
                sent.state() == given.state(),
                sent.budget() == given.budget(),
                sent.observer() == given.observer(),
                !earlier.contains(sent.cancellation()));
    }

    /** Returns interactions as text, because they show only their lengths themselves. */
    private static List<String> json(List<Interaction> interactions) {
        return interactions.stream().map(each -> each.toJson().text()).toList();
    }

    /** Returns what of a call is sent, as text, so that a difference can be read. */
    private static List<String> sent(AiCall call) {
        return Stream.concat(
                        json(call.effective()).stream(),
                        Stream.of(call.model(), call.options(), call.tools(), call.outputSchema())
                                .map(Object::toString))
                .toList();
    }

    private static List<Object> rest(AiCall call) {
        return List.of(
                call.body(),
                call.facts(),
                call.ids(),
                call.namespace(),
                call.resources(),
                call.cacheMode(),
                call.cacheIrrelevantContext(),
                call.reveal(),
                call.attribute(AnyInput.NOTE));
    }
}
