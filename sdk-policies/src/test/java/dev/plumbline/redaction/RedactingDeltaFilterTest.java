package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** What stands between two pieces of text does not hide what they say together. */
class RedactingDeltaFilterTest {
    private static final String CARD = "Pay with 4111 1111 1111 1111, please.";

    private static DeltaFilter mask() {
        return Redaction.of(RedactionOptions.ofDefaults(), RedactionFixture.KEY)
                .mask()
                .onDeltas(AiCall.of(AiBody.of("Which card?"), ModelId.parse("scripted:m")));
    }

    private static List<AiDelta> through(List<AiDelta> deltas) {
        DeltaFilter mask = mask();
        List<AiDelta> out = new ArrayList<>();
        deltas.forEach(delta -> mask.accept(delta, out::add));
        mask.finish(out::add);
        return out;
    }

    @Provide
    Arbitrary<AiDelta> between() {
        return Arbitraries.of(
                new AiDelta.Reasoning("Hm."),
                new AiDelta.Refusal("No."),
                new AiDelta.Boundary(),
                new AiDelta.ToolCallPart(0, "call_1", "wall", "{}"));
    }

    private static List<AiDelta> cut(int at, List<AiDelta> between) {
        List<AiDelta> deltas = new ArrayList<>(List.of(new AiDelta.Text(CARD.substring(0, at))));
        deltas.addAll(between);
        deltas.add(new AiDelta.Text(CARD.substring(at)));
        return deltas;
    }

    private static String text(List<AiDelta> deltas) {
        return deltas.stream()
                .filter(AiDelta.Text.class::isInstance)
                .map(delta -> ((AiDelta.Text) delta).text())
                .collect(Collectors.joining());
    }

    @Property(tries = 300)
    @Tag("F105")
    void cardCutByAnything_isMasked(
            @ForAll @IntRange(min = 1, max = 36) int at,
            @ForAll("between") AiDelta one,
            @ForAll("between") AiDelta two) {
        List<AiDelta> out = through(cut(at, List.of(one, two)));
        assertThat(text(out))
                .isEqualTo(text(through(List.of(new AiDelta.Text(CARD)))))
                .doesNotContain("1111");
        AiReturn folded = Fold.of(out);
        assertThat(folded.text()).doesNotContain("1111");
    }

    @Property(tries = 200)
    void whatStoodBetween_comesOnceAndWhole(
            @ForAll @IntRange(min = 1, max = 36) int at,
            @ForAll("between") AiDelta one,
            @ForAll("between") AiDelta two) {
        List<AiDelta> others = through(cut(at, List.of(one, two)));
        others.removeIf(AiDelta.Text.class::isInstance);
        assertThat(joined(others)).isEqualTo(joined(through(List.of(one, two))));
    }

    /** Thoughts are one, however they are cut. */
    private static String joined(List<AiDelta> deltas) {
        return deltas.stream()
                .map(delta -> delta instanceof AiDelta.Reasoning said
                        ? said.text()
                        : delta instanceof AiDelta.Refusal refused ? refused.text() : delta.toString())
                .collect(Collectors.joining());
    }

    @Example
    void thoughtsEndBeforeWordsBegin() {
        List<AiDelta> out = through(List.of(new AiDelta.Reasoning("A wall, 4"), new AiDelta.Text("Done.\n")));
        assertThat(out.get(out.size() - 1)).isInstanceOf(AiDelta.Text.class);
        assertThat(joined(out.subList(0, out.size() - 1))).startsWith("A wall, 4");
    }
}
