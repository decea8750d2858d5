package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Fold;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.Reveal;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
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
import org.junit.jupiter.api.Test;

/** The fold law holds for every chain: what was shown amounts to what came back. */
class ChainLawTest {

    @Property(tries = 1500, shrinking = ShrinkingMode.FULL)
    void shown_isTheFoldOfTheReturn(
            @ForAll("chains") List<AnyLayer> layers, @ForAll("answers") List<Answer> answers, @ForAll Reveal reveal) {
        Outcome outcome = run(layers.stream().map(AnyLayer::policy).toList(), answers, reveal);

        outcome.check(layers + " over " + answers + " " + reveal);
    }

    @Property(tries = 500)
    void everyBoundary_isTheFoldOfItsReturn(
            @ForAll("chains") List<AnyLayer> layers, @ForAll("answers") List<Answer> answers) {
        List<Outcome> boundaries = new ArrayList<>();
        List<Policy> spied = new ArrayList<>();
        for (AnyLayer layer : layers) {
            spied.add(layer.policy());
            spied.add((call, next) -> {
                List<AiDelta> crossing = new ArrayList<>();
                AiReturn ret = next.proceed(call.withSink(delta -> {
                    crossing.add(delta);
                    call.sink().accept(delta);
                }));
                boundaries.add(new Outcome(crossing, ret));
                return ret;
            });
        }
        run(spied, answers, Reveal.LIVE).check("spied " + layers + " over " + answers);

        boundaries.forEach(boundary -> boundary.check("within " + layers + " over " + answers));
    }

    @Property(tries = 500)
    void reveal_changesWhatIsShownAndNeverWhatComesBack(
            @ForAll("chains") List<AnyLayer> layers, @ForAll("answers") List<Answer> answers) {
        List<Policy> policies = layers.stream().map(AnyLayer::policy).toList();
        AiReturn live = run(policies, answers, Reveal.LIVE).ret();
        AiReturn late = run(policies, answers, Reveal.WHEN_COMPLETE).ret();

        Verdict verdict = new Verdict("reveal never changes the return", layers + " over " + answers);
        verdict.require(live.equals(late), Verdict.show(live) + ", late " + Verdict.show(late), "see PolicyChain.call");
    }

    @Test
    void plantedViolation_isCaught() {
        List<Answer> answers = List.of(new Answer(List.of(new AiDelta.Text("a")), Optional.empty()));
        Outcome lawful = run(List.of(AnyLayer.PASS.policy()), answers, Reveal.LIVE);
        List<AiDelta> more = new ArrayList<>(lawful.shown());
        more.add(new AiDelta.Text("b"));

        lawful.check("lawful");
        assertThatThrownBy(() -> new Outcome(more, lawful.ret()).check("planted"))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> new Outcome(lawful.shown(), AiReturn.ofText("a")).check("planted"))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void everyPairOfLayers_keepsTheLaw() {
        AiError cut = AiError.of(AiError.Category.TRUNCATED, "cut", "the stream ended early");
        List<Answer> answers = List.of(
                new Answer(List.of(new AiDelta.Text("half")), Optional.of(cut)),
                new Answer(
                        List.of(new AiDelta.Text("one\ntwo"), new AiDelta.Finish(FinishReason.STOP)),
                        Optional.empty()));
        for (AnyLayer outer : AnyLayer.values()) {
            for (AnyLayer inner : AnyLayer.values()) {
                for (Reveal reveal : Reveal.values()) {
                    run(List.of(outer.policy(), inner.policy()), answers, reveal)
                            .check(outer + " around " + inner + " " + reveal);
                }
            }
        }
    }

    private static Outcome run(List<Policy> layers, List<Answer> answers, Reveal reveal) {
        PolicyChain.Builder chain = PolicyChain.builder();
        for (int i = 0; i < layers.size(); i++) {
            chain.around("layer-" + i, layers.get(i));
        }
        List<AiDelta> shown = new ArrayList<>();
        AiCall call = AiCall.builder(AiBody.of("draw"), ModelId.parse("scripted:script"))
                .reveal(reveal)
                .sink(shown::add)
                .build();
        return new Outcome(shown, chain.build(new TurningProvider(answers)).call(call));
    }

    @Provide
    Arbitrary<List<AnyLayer>> chains() {
        return Arbitraries.of(AnyLayer.values()).list().ofMaxSize(6);
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
            return Verdict.show(stream) + error.map(e -> " " + e.category()).orElse("");
        }
    }

    private record Outcome(List<AiDelta> shown, AiReturn ret) {
        void check(String input) {
            AiReturn fold = Fold.of(shown);
            boolean same = fold.interactions().equals(ret.interactions())
                    && fold.usage().equals(ret.usage())
                    && fold.finish() == ret.finish();
            new Verdict("fold law of the chain", input)
                    .require(
                            same,
                            "shown " + Verdict.show(shown) + "\n     = " + Verdict.show(fold) + "\n   ret "
                                    + Verdict.show(ret),
                            "the runner settles every boundary");
        }
    }
}
