package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Checks of a policy that has answered other calls, against a new one. */
final class PolicyHistory {
    private static final ModelId MODEL = ModelId.parse("scripted:script");

    private final Supplier<Policy> policies;
    private final VirtualClock clock;
    private final List<int[]> sent = CallInput.rows(CallInput.PASSED);
    private final List<int[]> beside = CallInput.rows(CallInput.NOT_SENT);

    PolicyHistory(Supplier<Policy> policies, VirtualClock clock) {
        this.policies = policies;
        this.clock = clock;
    }

    /**
     * Checks that a call is handled as by a new policy, whatever was called before: each number is a row of values, of which
     * all pairs occur, with an answer and a time until the next call. After failures a policy may refuse calls, or send
     * them elsewhere.
     */
    void usedIsNew(List<Integer> history) {
        LawAssertion verdict = new LawAssertion("used policies are as new ones", "calls " + history);
        Policy used = policies.get();
        boolean hasFailed = false;
        for (int number : history) {
            ScriptedProvider provider = answer(number);
            hasFailed |= !PolicyChecks.run(used, call(number, CallInput.question(number)), provider, clock)
                    .ret()
                    .isOk();
            clock.advance(Duration.ofHours(number % 3));
        }
        int next = history.stream().mapToInt(each -> each + 1).sum();
        isAsNew(used, hasFailed, call(next, CallInput.question(next)), verdict);
    }

    /** Checks the same of two questions of any two kinds, with nothing else in the calls. */
    void firstIsAsAnyOther() {
        for (int first = 0; first < CallInput.QUESTIONS; first++) {
            for (int next = 0; next < CallInput.QUESTIONS; next++) {
                Policy used = policies.get();
                PolicyProbe before = PolicyChecks.run(used, plain(first), answer(0), clock);
                LawAssertion verdict =
                        new LawAssertion("used policies are as new ones", "questions " + first + " and " + next);
                isAsNew(used, !before.ret().isOk(), plain(CallInput.QUESTIONS + next), verdict);
            }
        }
    }

    private static AiCall plain(int number) {
        return CallInput.plain(MODEL, CallInput.question(number));
    }

    private void isAsNew(Policy used, boolean hasFailed, AiCall call, LawAssertion verdict) {
        ScriptedProvider inner = answer(0);
        ScriptedProvider other = answer(0);
        PolicyProbe expected = PolicyChecks.run(policies.get(), call, inner, clock);
        PolicyProbe seen = PolicyChecks.run(used, call, other, clock);
        verdict.check(
                other.calls().stream()
                        .noneMatch(sent -> sent.effective().stream()
                                .anyMatch(said -> said.toJson().text().contains(CallInput.BODY))),
                PolicyChecks.show(other.calls()),
                "change call.effective(), which policies outside have changed, and never go back to the body");
        if (!seen.ret().isOk() && expected.ret().isOk()) {
            return; // a limit, or a circuit that is open
        }
        same(expected, seen, verdict);
        verdict.check(
                hasFailed || inner.calls().equals(other.calls()),
                PolicyChecks.show(other.calls()) + "; of a new policy " + PolicyChecks.show(inner.calls()),
                "keep what belongs to a call in local variables or in the call");
    }

    /**
     * Checks that a call is handled in the same way whatever its ids, notes and observers are; in another namespace it may be
     * handled in another way.
     */
    void nothingElseMatters(int number) {
        AiCall plain = call(number, "A question.");
        ScriptedProvider inner = answer(number);
        PolicyProbe expected = PolicyChecks.run(policies.get(), plain, inner, clock);
        List<CallInput.Dimension> others = CallInput.NOT_SENT.stream()
                .filter(each -> !List.of("namespace", "reveal").contains(each.name())) // where, and when it is shown
                .toList();
        for (int[] row : CallInput.rows(others)) {
            LawAssertion verdict = new LawAssertion(
                    "used policies are as new ones", "a call with other " + CallInput.names(others, row));
            ScriptedProvider other = answer(number);
            PolicyProbe seen = PolicyChecks.run(policies.get(), CallInput.of(plain, others, row), other, clock);
            same(expected, seen, verdict);
            verdict.check(
                    sent(inner).equals(sent(other)),
                    PolicyChecks.show(other.calls()) + " instead of " + PolicyChecks.show(inner.calls()),
                    "decide by what is sent, not by ids, notes or who looks on");
        }
    }

    private static void same(PolicyProbe expected, PolicyProbe seen, LawAssertion verdict) {
        verdict.check(
                PolicyChecks.sameContent(expected.ret(), seen.ret())
                        && expected.ret().usage().equals(seen.ret().usage())
                        && StreamChunking.joined(expected.shown()).equals(StreamChunking.joined(seen.shown())),
                "shown " + LawAssertion.show(seen.shown()) + ", returned " + LawAssertion.show(seen.ret())
                        + "; of a new policy shown " + LawAssertion.show(expected.shown()) + ", returned "
                        + LawAssertion.show(expected.ret()),
                "keep what belongs to a call in local variables or in the call");
    }

    /** Returns what a provider received of its calls. */
    static List<List<Object>> sent(ScriptedProvider provider) {
        return provider.calls().stream().map(PolicyHistory::partsOf).toList();
    }

    /** Returns what of a call is sent. */
    static List<Object> partsOf(AiCall call) {
        return List.of(call.effective(), call.model(), call.options(), call.tools(), call.outputSchema());
    }

    private AiCall call(int number, String question) {
        AiCall plain = CallInput.plain(MODEL, question);
        AiCall call = CallInput.of(plain, CallInput.PASSED, sent.get(number % sent.size()));
        List<Interaction> said = new ArrayList<>(call.effective());
        // every conversation begins with words of its own, so that nothing that is remembered by content is found again
        said.add(0, new Interaction.Assistant(List.of(new Part.Text("Yes: " + question))));
        said.add(0, Interaction.user("So: " + question));
        return CallInput.of(call.withEffective(said), CallInput.NOT_SENT, beside.get(number % beside.size()));
    }

    /** Returns a provider with one of several answers: whole, cut, empty, failed at once or behind some content. */
    private static ScriptedProvider answer(int number) {
        ScriptedProvider provider = ScriptedProvider.create();
        List<AiDelta> said = AnswerInput.content(number / 8, "answer " + number);
        List<AiError.Category> failures = List.of(AiError.Category.values());
        switch (number % 8) {
            case 1 -> said.add(new AiDelta.Finish(FinishReason.LENGTH));
            case 2 -> {
                said.clear();
                said.add(new AiDelta.Finish(FinishReason.STOP));
            }
            case 3, 4 -> {
                AiError.Category each = failures.get(number / 8 % failures.size());
                AiError error = AiError.of(each, "scripted", "it failed");
                return (number % 8 == 3 ? provider.failsAfter(said, error) : provider.failsWith(error)).repeats();
            }
            default -> said = AnswerInput.whole(number / 8, "answer " + number);
        }
        return provider.streams(said).repeats();
    }
}
