package dev.plumbline.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SaturatingMathTest {
    @Test
    void sum_withinTheRange_isExact() {
        assertThat(SaturatingMath.plus(2L, 3L)).isEqualTo(5);
        assertThat(SaturatingMath.plus(Long.MAX_VALUE, Long.MIN_VALUE)).isEqualTo(-1);
        assertThat(SaturatingMath.plus(2, 3)).isEqualTo(5);
        assertThat(SaturatingMath.times(-2, 3)).isEqualTo(-6);
        assertThat(SaturatingMath.nanos(Duration.ofSeconds(3))).isEqualTo(3_000_000_000L);
    }

    @Test
    void result_beyondTheRange_isItsEnd() {
        assertThat(SaturatingMath.plus(Long.MAX_VALUE, 1L)).isEqualTo(Long.MAX_VALUE);
        assertThat(SaturatingMath.plus(Long.MIN_VALUE, -1L)).isEqualTo(Long.MIN_VALUE);
        assertThat(SaturatingMath.plus(Integer.MAX_VALUE, 1)).isEqualTo(Integer.MAX_VALUE);
        assertThat(SaturatingMath.plus(Integer.MIN_VALUE, -1)).isEqualTo(Integer.MIN_VALUE);
        assertThat(SaturatingMath.times(Long.MAX_VALUE, 2)).isEqualTo(Long.MAX_VALUE);
        assertThat(SaturatingMath.times(Long.MAX_VALUE, -2)).isEqualTo(Long.MIN_VALUE);
        assertThat(SaturatingMath.nanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(SaturatingMath.nanos(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
    }
}
