package dev.plumbline.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "draw_*                  | draw_wall      | true",
                "draw_*, -draw_dimension | draw_dimension | false",
                "-draw_dimension draw_*  | draw_dimension | false",
                "*, -*                   | draw_wall      | false",
                "-*                      | draw_wall      | false",
                "''                      | draw_wall      | false",
                "#edit                   | draw_wall      | true",
                "*, -#edit               | draw_wall      | false",
                "@com.acme*              | draw_wall      | true",
                "*wall                   | draw_wall      | true",
                "d*w*l                   | draw_wall      | true",
                "d*x                     | draw_wall      | false",
                "Draw_wall               | draw_wall      | false"
            })
    void terms_choose(String terms, String name, boolean expected) {
        Selector selector = Selector.of(terms.equals("''") ? "" : terms);
        assertThat(selector.matches(name, Set.of("edit"), "com.acme.walls")).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"draw wall!", "#", "a,-", "dräw"})
    void badTerm_isNamed(String terms) {
        assertThatThrownBy(() -> Selector.of(terms))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no selector term");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-draw", "-#edit, -draw"})
    void onlyMinus_isRefusedWithTheWayOut(String terms) {
        assertThatThrownBy(() -> Selector.of(terms)).hasMessageContaining("write \"*, -");
    }

    @Test
    void names_areThoseAskedForAsTheyStand() {
        assertThat(Selector.of("units, layer, doors_*, #edit, @acme, -layer").names())
                .containsExactly("units");
        assertThat(Selector.of("units, layer").and(Selector.of("*, -units")).names())
                .containsExactly("layer");
        assertThat(Selector.NONE.names()).isEmpty();
    }
}
