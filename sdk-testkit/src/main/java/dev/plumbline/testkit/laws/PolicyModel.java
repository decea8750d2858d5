package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Compares everything that can be seen of a policy with what can be seen of its model. */
final class PolicyModel {
    private static final ModelId MODEL = ModelId.parse("scripted:script");

    private final Supplier<Policy> policies;
    private final Policy model;
    private final List<String> words;
    private final VirtualClock clock;
    private final boolean isExact;

    PolicyModel(PolicyLaws laws, Policy model) {
        this.policies = laws::policy;
        this.model = model;
        this.words = laws.words().isEmpty() ? List.of("a wall") : laws.words();
        this.clock = laws.clock();
        this.isExact = !laws.changesAnswers();
    }

    /** Compares a used policy, and a new one, over calls and answers in which all pairs of what they can have occur. */
    void check() {
        List<int[]> sent = CallInput.rows(CallInput.SENT);
        List<int[]> beside = CallInput.rows(CallInput.NOT_SENT);
        List<AiError.Category> failures = List.of(AiError.Category.values());
        Policy used = policies.get();
        int rows = Math.max(Math.max(sent.size(), failures.size()), AnswerInput.size());
        for (int i = 0; i < 2 * rows; i++) {
            String word = words.get(i % words.size());
            AiCall call = CallInput.of(
                    CallInput.of(
                            CallInput.plain(MODEL, CallInput.question(i) + " " + word),
                            CallInput.SENT,
                            sent.get(i % sent.size())),
                    CallInput.NOT_SENT,
                    beside.get(i % beside.size()));
            Optional<AiError> error = i % 3 == 2
                    ? Optional.of(PolicyChecks.full(failures.get(i / 3 % failures.size())))
                    : Optional.empty();
            List<AiDelta> whole = error.isPresent() ? AnswerInput.content(i, word) : AnswerInput.whole(i, word);
            for (List<AiDelta> answer : List.of(whole, StreamChunking.characters(whole))) {
                compare(i % 2 == 0 ? used : policies.get(), call, answer, error);
            }
        }
    }

    private void compare(Policy policy, AiCall call, List<AiDelta> answer, Optional<AiError> error) {
        Map<String, Object> expected = seen(model, call, answer, error);
        Map<String, Object> seen = seen(policy, call, answer, error);
        if (seen.isEmpty()) {
            return; // a limit
        }
        LawAssertion verdict = new LawAssertion(
                "a policy is as its model",
                PolicyChecks.show(List.of(call)) + ", answered " + LawAssertion.show(answer)
                        + error.map(each -> " and then " + each).orElse(""));
        seen.forEach((what, value) -> verdict.check(
                value.equals(expected.get(what)),
                what + " " + value + "; of the model " + expected.get(what),
                "do what model() does, whatever comes; if the model is wrong, change it"));
    }

    /** Returns everything that the provider, the view and the caller see; nothing of a call that a limit refuses. */
    private Map<String, Object> seen(Policy policy, AiCall call, List<AiDelta> answer, Optional<AiError> error) {
        ScriptedProvider provider = ScriptedProvider.create();
        ScriptedProvider scripted =
                error.map(each -> provider.failsAfter(answer, each)).orElseGet(() -> provider.streams(answer));
        PolicyProbe probe = PolicyChecks.run(policy, call, PolicyChecks.full(scripted.repeats(), () -> {}), clock);
        AiReturn ret = probe.ret();
        if (PolicyChecks.isRefusedForNow(ret)) {
            return Map.of();
        }
        AiReturn shown = PolicyChecks.fold(probe.shown());
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("calls", provider.calls().size());
        seen.put("what was sent", PolicyHistory.sent(provider));
        seen.put(
                "the rest of the call",
                provider.calls().stream().map(PolicyModel::rest).toList());
        seen.put("the content of the return", content(ret));
        seen.put("the content of the view", content(shown));
        seen.put("the tokens", List.of(ret.usage(), shown.usage()));
        seen.put("the end", List.of(ret.finish(), shown.finish()));
        seen.put("the error", ret.error());
        seen.put("the model, ids and request id", List.of(ret.model(), ret.ids(), ret.requestId()));
        return seen;
    }

    /**
     * Returns the text, the reasoning and everything else: where a part of text ends, a filter of lines may decide, unless it
     * changes no answers.
     */
    private List<? extends Object> content(AiReturn ret) {
        if (isExact) {
            return ret.interactions();
        }
        List<Object> others = new ArrayList<>(List.of(ret.partialText(), ret.reasoning()));
        for (Interaction each : ret.interactions()) {
            if (each instanceof Interaction.Assistant said) {
                said.parts().stream()
                        .filter(part -> !(part instanceof Part.Text) && !(part instanceof Part.Reasoning))
                        .forEach(others::add);
            } else {
                others.add(each);
            }
        }
        return others;
    }

    private static List<Object> rest(AiCall call) {
        return List.of(
                call.body(),
                call.ids(),
                call.namespace(),
                call.resources(),
                call.cacheMode(),
                call.cacheIrrelevantContext(),
                call.reveal(),
                call.attribute(AnyInput.NOTE));
    }
}
