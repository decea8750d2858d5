package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SchemaArbitrariesTest {
    private static Json object(Object first, Object second) {
        return Json.object().with("columns", first).with("rows", second);
    }

    @Test
    @DisplayName("I51 arguments are also those whose values joined are the same")
    void i51_regrouped_hasTheSameDigitsInOtherMembers() {
        assertThat(SchemaArbitraries.regrouped(object(11, 2))).containsExactly(object(1, 12));
        assertThat(SchemaArbitraries.regrouped(object("ab", "c")))
                .containsExactly(object("a", "bc"), object("abc", ""));
        assertThat(SchemaArbitraries.regrouped(object("a", "\uD83D\uDE00b")))
                .containsExactly(object("", "a\uD83D\uDE00b"), object("a\uD83D\uDE00", "b"));
        assertThat(SchemaArbitraries.regrouped(object(1.5, true))).isEmpty();
    }
}
