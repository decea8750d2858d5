package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.internal.TokenEstimate;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ReplacedFactsTest {
    private static final int LIMIT = 40;

    private static Interaction fact(int key, int length) {
        return new Interaction.Context(Map.of("key" + key, Json.of("x".repeat(length))));
    }

    private static Map<String, Json> known(List<Interaction> said) {
        Map<String, Json> known = new HashMap<>();
        said.forEach(item -> known.putAll(item instanceof Interaction.Context context ? context.values() : Map.of()));
        return known;
    }

    private static boolean isPrefix(List<Interaction> shorter, List<Interaction> longer) {
        return shorter.size() <= longer.size()
                && longer.subList(0, shorter.size()).equals(shorter);
    }

    @Property
    @Label("P1 the newest values are all sent, replaced ones up to the limit, and what was sent changes at marks only")
    void p1_replacedFacts(@ForAll @Size(max = 60) List<@IntRange(min = 0, max = 399) Integer> facts) {
        List<Interaction> said = new ArrayList<>();
        List<Interaction> before = List.of();
        int marks = 0;
        for (int each : facts) {
            said.add(Interaction.user("Question"));
            said.add(fact(each % 4, each));
            List<Interaction> sent = ReplacedFacts.leftOut(said, LIMIT);

            assertThat(known(sent)).isEqualTo(known(said));
            long all = TokenEstimate.of(
                    sent.stream().filter(Interaction.Context.class::isInstance).toList());
            long newest = TokenEstimate.of(List.of(new Interaction.Context(new LinkedHashMap<>(known(said)))));
            assertThat(all - newest).isLessThanOrEqualTo(LIMIT + facts.size());
            marks += isPrefix(before, sent) ? 0 : 1;
            before = sent;
        }
        long total = facts.stream().mapToLong(each -> each / 4 + 1).sum();
        assertThat(marks).isLessThanOrEqualTo((int) (total / LIMIT) + 1);
    }

    @Example
    @Label("P1 without replaced values all is sent")
    void p1_nothingReplaced() {
        List<Interaction> said = List.of(fact(1, 400), Interaction.user("Question"), fact(2, 400));
        assertThat(ReplacedFacts.leftOut(said, LIMIT)).isEqualTo(said);
    }
}
