package dev.plumbline.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PausableTimerTest {
    private final HandClock clock = new HandClock();
    private int expired;
    private final PausableTimer timer = new PausableTimer(clock, () -> expired++);

    @Test
    void limit_thatIsNotPaused_expiresOnce() {
        timer.start(Duration.ofSeconds(10));
        clock.advance(Duration.ofSeconds(9));
        assertThat(expired).isZero();
        clock.advance(Duration.ofSeconds(20));
        timer.pause();
        timer.resume();
        clock.advance(Duration.ofSeconds(20));
        assertThat(expired).isEqualTo(1);
    }

    @Test
    void pauses_doNotCount_andLeaveOneTimer() {
        timer.start(Duration.ofSeconds(10));
        for (int i = 0; i < 50; i++) {
            clock.advance(Duration.ofMillis(100));
            timer.pause();
            timer.pause();
            clock.advance(Duration.ofMinutes(1));
            timer.resume();
            assertThat(clock.timers()).isZero();
            timer.resume();
            assertThat(clock.timers()).isEqualTo(1);
        }
        clock.advance(Duration.ofMillis(4_999));
        assertThat(expired).isZero();
        clock.advance(Duration.ofMillis(1));
        assertThat(expired).isEqualTo(1);
    }

    @Test
    void pause_beforeTheStart_delaysIt() {
        timer.pause();
        timer.start(Duration.ofSeconds(10));
        clock.advance(Duration.ofMinutes(1));
        timer.resume();
        clock.advance(Duration.ofSeconds(9));
        assertThat(expired).isZero();
        clock.advance(Duration.ofSeconds(1));
        assertThat(expired).isEqualTo(1);
    }

    @Test
    void pause_withoutAStart_startsNothing() {
        timer.pause();
        timer.resume();
        clock.advance(Duration.ofMinutes(1));
        assertThat(expired).isZero();
    }

    @Test
    void secondStart_replacesTheFirst() {
        timer.start(Duration.ofSeconds(10));
        timer.start(Duration.ofSeconds(Long.MAX_VALUE));
        clock.advance(Duration.ofDays(100));
        assertThat(expired).isZero();
        assertThat(clock.timers()).isEqualTo(1);
        timer.stop();
        assertThat(clock.timers()).isZero();
    }

    @Test
    void timerThatRings_whileItIsStopped_isIgnored() {
        timer.start(Duration.ofSeconds(10));
        Runnable late = clock.first();
        timer.stop();
        late.run();
        timer.start(Duration.ofSeconds(10));
        late.run();
        assertThat(expired).isZero();
    }
}
