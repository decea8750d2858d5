package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DoubleEscapeDetectorTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final DoubleEscapeDetector escape = new DoubleEscapeDetector();

    private boolean pressed(int key, long millis) {
        return escape.pressed(key, START.plusMillis(millis));
    }

    @Test
    @Tag("C106")
    void twiceWithinHalfASecond_counts() {
        assertThat(pressed(DoubleEscapeDetector.ESCAPE, 0)).isFalse();
        assertThat(pressed(DoubleEscapeDetector.ESCAPE, 500)).isTrue();
    }

    @Test
    void tooSlow_isTheFirstOfAnotherPair() {
        assertThat(pressed(DoubleEscapeDetector.ESCAPE, 0)).isFalse();
        assertThat(pressed(DoubleEscapeDetector.ESCAPE, 501)).isFalse();
        assertThat(pressed(DoubleEscapeDetector.ESCAPE, 900)).isTrue();
    }

    @Test
    void arrowKeys_areNone() {
        for (int i = 0; i < 3; i++) {
            assertThat(pressed(DoubleEscapeDetector.ESCAPE, i)).isFalse();
            assertThat(pressed('[', i)).isFalse();
            assertThat(pressed('A', i)).isFalse();
        }
    }

    @Test
    void third_isNoSecondPair() {
        pressed(DoubleEscapeDetector.ESCAPE, 0);
        assertThat(pressed(DoubleEscapeDetector.ESCAPE, 1)).isTrue();
        assertThat(pressed(DoubleEscapeDetector.ESCAPE, 2)).isFalse();
    }
}
