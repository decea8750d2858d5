package dev.plumbline.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PersistentTreeMapTest {

    @Test
    void grownInOrder_bothWays_staysFlat() {
        int[] up = IntStream.range(0, 10_000).toArray();
        int[] down = IntStream.range(0, 10_000).map(i -> 9_999 - i).toArray();
        assertThat(grown(up).depth()).isBetween(14, 26);
        assertThat(grown(down).depth()).isBetween(14, 26);
    }

    @Test
    void shrunkFromOneEnd_staysFlat() {
        PersistentTreeMap<Integer> map = grown(IntStream.range(0, 10_000).toArray());
        for (int i = 0; i < 9_000; i++) {
            map = map.without(name(i));
        }
        assertThat(map.size()).isEqualTo(1_000);
        assertThat(map.depth()).isLessThanOrEqualTo(20);
        assertThat(map.get(name(8_999))).isNull();
        assertThat(map.get(name(9_000))).isEqualTo(9_000);
    }

    @Test
    void entries_areVisitedInTheOrderOfTheirNames() {
        List<String> seen = new ArrayList<>();
        grown(3, 1, 2).forEach((name, value) -> seen.add(name + value));
        assertThat(seen).containsExactly("000011", "000022", "000033");
    }

    @Test
    void sameEntries_inAnotherOrder_areEqual() {
        PersistentTreeMap<Integer> up = grown(1, 2, 3, 4, 5);
        PersistentTreeMap<Integer> down = grown(5, 4, 3, 2, 1);
        assertThat(up)
                .isEqualTo(down)
                .hasSameHashCodeAs(down)
                .hasSameHashCodeAs(Map.of("00001", 1, "00002", 2, "00003", 3, "00004", 4, "00005", 5));
        assertThat(up.with("00003", 4)).isNotEqualTo(up);
        assertThat(up.without("00003")).isNotEqualTo(up);
        assertThat(up.without("00003").with("00006", 6)).isNotEqualTo(up);
        assertThat(up).isNotEqualTo(Map.of());
    }

    @Test
    void text_isThatOfAMap() {
        assertThat(grown(2, 1)).hasToString("{00001=1, 00002=2}");
        assertThat(PersistentTreeMap.empty()).hasToString("{}");
    }

    @Test
    void contents_areAnswered() {
        assertThat(PersistentTreeMap.empty().isEmpty()).isTrue();
        assertThat(grown(1).isEmpty()).isFalse();
        assertThat(grown(1).containsKey("00001")).isTrue();
        assertThat(grown(1).containsKey("00002")).isFalse();
        assertThat(grown(1).without("00001")).isEqualTo(PersistentTreeMap.empty());
    }

    private static PersistentTreeMap<Integer> grown(int... numbers) {
        PersistentTreeMap<Integer> map = PersistentTreeMap.empty();
        for (int number : numbers) {
            map = map.with(name(number), number);
        }
        return map;
    }

    private static String name(int number) {
        return String.format("%05d", number);
    }
}
