package dev.plumbline.json.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON that comes from outside. */
class UntrustedJsonTest {
    private static String arrays(int levels) {
        return "[".repeat(levels) + "]".repeat(levels);
    }

    @Test
    void depth_countsArraysAndObjects() {
        assertThat(Json.of("[[").depth()).isZero();
        assertThat(Json.object().depth()).isEqualTo(1);
        assertThat(Json.parse("[1,{\"a\":[]},2]").depth()).isEqualTo(3);
        assertThat(Json.parse(arrays(200)).depth()).isEqualTo(200);
    }

    @Test
    @DisplayName("S2 128 levels from outside are read, as text, as bytes and as values")
    void limit_isTaken() {
        byte[] bytes = arrays(128).getBytes(StandardCharsets.UTF_8);
        assertThat(UntrustedJson.parse(arrays(128))).isEqualTo(Json.parse(arrays(128)));
        assertThat(UntrustedJson.of(Json.parse(arrays(128)))).isEqualTo(Json.parse(arrays(128)));
        assertThat(JsonCursor.of(bytes, 0, bytes.length).value()).isEqualTo(Json.parse(arrays(128)));
    }

    @ParameterizedTest
    @Tag("S2")
    @ValueSource(ints = {129, 200, 201, 1000, 1_000_000})
    @DisplayName("S2 deeper text from outside is refused with the limit and the depth, up to a million levels")
    void deeperText_isRefused(int levels) {
        byte[] bytes = arrays(levels).getBytes(StandardCharsets.UTF_8);
        String rule = "nested " + levels + " levels deep, and JSON from outside has at most 128 levels";
        assertThatThrownBy(() -> UntrustedJson.parse(arrays(levels)))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining(rule);
        assertThatThrownBy(() -> JsonCursor.of(bytes, 0, bytes.length).value())
                .isInstanceOf(JsonException.class)
                .hasMessageContaining(rule);
    }

    @Test
    @DisplayName("S2 brackets in strings are no levels")
    void depthOfText_leavesStringsOut() {
        assertThatThrownBy(() -> UntrustedJson.parse("[\"[\\\"[\"," + "[".repeat(300)))
                .hasMessageContaining("nested 301 levels deep");
    }

    @Test
    @DisplayName("S2 deeper values, and values without an end, are refused with the limit")
    void deeperValue_isRefused() {
        Object value = 1;
        for (int i = 0; i < 129; i++) {
            value = i % 2 == 0 ? List.of(value) : Map.of("a", value);
        }
        Object deep = value;
        List<Object> endless = new ArrayList<>();
        endless.add(endless);
        assertThatThrownBy(() -> UntrustedJson.of(deep)).hasMessageContaining("nested 129 levels deep");
        assertThatThrownBy(() -> UntrustedJson.of(endless))
                .hasMessageContaining("at most 128 levels")
                .hasMessageContaining("hold themselves");
    }
}
