package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.internal.Pairs;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rows of generated inputs have every pair of values of two dimensions, and are few. */
class PairsTest {
    @Property(tries = 200)
    void every_pair_occurs(@ForAll @Size(max = 9) List<@IntRange(min = 1, max = 5) Integer> sizes) {
        int[] values = sizes.stream().mapToInt(Integer::intValue).toArray();
        List<int[]> rows = Pairs.of(values);
        assertThat(rows)
                .allMatch(row -> row.length == values.length
                        && IntStream.range(0, row.length).allMatch(i -> row[i] >= 0 && row[i] < values[i]));
        assertThat(missing(rows, values)).isEmpty();
        assertThat(rows.size()).isLessThanOrEqualTo(1 + Pairs.pairs(values).size());
    }

    @Test
    @DisplayName("C9 all pairs of values of the inputs of laws occur in their rows")
    void c9_inputsOfLaws_haveAllPairs() {
        assertThat(List.of(CallInput.SENT, CallInput.NOT_SENT)).allSatisfy(dimensions -> {
            int[] values = dimensions.stream()
                    .mapToInt(each -> each.values().size() + 1)
                    .toArray();
            List<int[]> rows = CallInput.rows(dimensions);
            assertThat(missing(rows, values)).isEmpty();
            assertThat(rows.size()).isLessThan(30);
        });
        assertThat(missing(ScopeRow.all(), new int[] {6, 2, 3, 2, 2, 2, 2})).isEmpty();
        assertThat(ScopeRow.all()).hasSizeLessThan(30);
    }

    private static List<String> missing(List<int[]> rows, int... values) {
        return Pairs.pairs(values).stream()
                .filter(pair -> rows.stream().noneMatch(row -> row[pair[0]] == pair[1] && row[pair[2]] == pair[3]))
                .map(Arrays::toString)
                .toList();
    }
}
