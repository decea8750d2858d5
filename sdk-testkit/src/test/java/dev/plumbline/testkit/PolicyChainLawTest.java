package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.laws.AiArbitraries;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

/** The fold law holds for every chain: what was shown amounts to what came back. */
class PolicyChainLawTest {
    private static final List<Answer> CUT_THEN_WHOLE = List.of(
            new Answer(
                    List.of(new AiDelta.Text("half")),
                    Optional.of(AiError.of(AiError.Category.TRUNCATED, "cut", "the stream ended early"))),
            new Answer(List.of(new AiDelta.Text("one\ntwo"), new AiDelta.Finish(FinishReason.STOP)), Optional.empty()));

    @Property(shrinking = ShrinkingMode.FULL)
    @Tag("H20")
    void shown_isTheFoldOfTheReturn(
            @ForAll("chains") List<SamplePolicies> samples,
            @ForAll("answers") List<Answer> answers,
            @ForAll Reveal reveal) {
        Outcome outcome = run(samples.stream().map(SamplePolicies::policy).toList(), answers, reveal);

        outcome.check(samples + " over " + answers + " " + reveal);
    }

    @Property(tries = 500)
    @Tag("C39")
    @Tag("H18")
    void everyBoundary_isTheFoldOfItsReturn_andWhatItsPolicyReturned(
            @ForAll("chains") List<SamplePolicies> samples, @ForAll("answers") List<Answer> answers) {
        checkBoundaries(samples, answers);
    }

    @Test
    void everyBoundaryOfTwoPolicies_isTheFoldOfItsReturn_andWhatItsPolicyReturned() {
        for (SamplePolicies outer : SamplePolicies.values()) {
            for (SamplePolicies inner : SamplePolicies.values()) {
                checkBoundaries(List.of(outer, inner), CUT_THEN_WHOLE);
            }
        }
    }

    private static void checkBoundaries(List<SamplePolicies> samples, List<Answer> answers) {
        List<BoundarySpy> spies =
                samples.stream().map(sample -> new BoundarySpy(sample.policy())).toList();
        List<Policy> spied = new ArrayList<>();
        spies.forEach(spy -> spied.addAll(List.of(spy.outside(), spy.inside())));

        run(spied, answers, Reveal.LIVE).check("spied " + samples + " over " + answers);

        for (BoundarySpy spy : spies) {
            spy.crossings().forEach(crossing -> {
                new Outcome(crossing.shown(), crossing.ret()).check("within " + samples + " over " + answers);
                crossing.said()
                        .ifPresent(said -> new LawAssertion(
                                        "the return is what the policy returned", samples + " over " + answers)
                                .check(
                                        isSaid(said, crossing.ret()),
                                        LawAssertion.show(crossing.ret()) + ", said " + LawAssertion.show(said),
                                        "the runner takes back what does not hold before it shows what does"));
            });
        }
    }

    private static boolean isSaid(AiReturn said, AiReturn ret) {
        AiReturn sayable = AiReturn.builder().deltas(said.deltas()).build();
        return sayable.interactions().equals(ret.interactions())
                && sayable.finish() == ret.finish()
                && said.error().equals(ret.error());
    }

    @Property(tries = 500)
    void reveal_changesWhatIsShownAndNeverWhatComesBack(
            @ForAll("chains") List<SamplePolicies> samples, @ForAll("answers") List<Answer> answers) {
        List<Policy> policies = samples.stream().map(SamplePolicies::policy).toList();
        AiReturn live = run(policies, answers, Reveal.LIVE).ret();
        AiReturn late = run(policies, answers, Reveal.WHEN_COMPLETE).ret();

        LawAssertion verdict = new LawAssertion("reveal never changes the return", samples + " over " + answers);
        verdict.check(
                live.equals(late),
                LawAssertion.show(live) + ", late " + LawAssertion.show(late),
                "see PolicyChain.call");
    }

    @Test
    void plantedViolation_isCaught() {
        List<Answer> answers = List.of(new Answer(List.of(new AiDelta.Text("a")), Optional.empty()));
        Outcome lawful = run(List.of(SamplePolicies.PASS.policy()), answers, Reveal.LIVE);
        List<AiDelta> more = new ArrayList<>(lawful.shown());
        more.add(new AiDelta.Text("b"));

        lawful.check("lawful");
        assertThatThrownBy(() -> new Outcome(more, lawful.ret()).check("planted"))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> new Outcome(lawful.shown(), AiReturn.ofText("a")).check("planted"))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void everyPairOfPolicies_keepsTheLaw() {
        for (SamplePolicies outer : SamplePolicies.values()) {
            for (SamplePolicies inner : SamplePolicies.values()) {
                for (Reveal reveal : Reveal.values()) {
                    run(List.of(outer.policy(), inner.policy()), CUT_THEN_WHOLE, reveal)
                            .check(outer + " around " + inner + " " + reveal);
                }
            }
        }
    }

    private static Outcome run(List<Policy> policies, List<Answer> answers, Reveal reveal) {
        PolicyChain.Builder chain = PolicyChain.builder();
        for (int i = 0; i < policies.size(); i++) {
            chain.addPolicy("policy-" + i, policies.get(i));
        }
        List<AiDelta> shown = new ArrayList<>();
        AiCall call = AiCall.builder(AiBody.of("draw"), ModelId.parse("scripted:script"))
                .reveal(reveal)
                .sink(shown::add)
                .build();
        return new Outcome(shown, chain.build(new CyclingProvider(answers)).call(call));
    }

    @Provide
    Arbitrary<List<SamplePolicies>> chains() {
        return Arbitraries.of(SamplePolicies.values()).list().ofMaxSize(6);
    }

    @Provide
    Arbitrary<List<Answer>> answers() {
        Arbitrary<Optional<AiError>> errors = Arbitraries.of(
                        AiError.Category.TRUNCATED, AiError.Category.SERVER, AiError.Category.CANCELLED)
                .map(category -> AiError.of(category, "scripted", "it failed"))
                .optional(0.3);
        return Combinators.combine(AiArbitraries.streams(), errors)
                .as(Answer::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3);
    }

    /**
     * What a provider says to one call.
     *
     * @param stream the deltas
     * @param error what it ends with
     */
    record Answer(List<AiDelta> stream, Optional<AiError> error) {
        ScriptedAnswer scripted() {
            ScriptedAnswer answer = ScriptedAnswer.of(stream);
            return error.map(answer::withError).orElse(answer);
        }

        @Override
        public String toString() {
            return LawAssertion.show(stream)
                    + error.map(e -> " " + e.category()).orElse("");
        }
    }

    private record Outcome(List<AiDelta> shown, AiReturn ret) {
        void check(String input) {
            AiReturn fold = AiReturn.builder().deltas(shown).build();
            boolean same = fold.interactions().equals(ret.interactions())
                    && fold.usage().equals(ret.usage())
                    && fold.finish() == ret.finish();
            new LawAssertion("fold law of the chain", input)
                    .check(
                            same,
                            "shown " + LawAssertion.show(shown) + "\n     = " + LawAssertion.show(fold) + "\n   ret "
                                    + LawAssertion.show(ret),
                            "the runner settles every boundary");
        }
    }
}
