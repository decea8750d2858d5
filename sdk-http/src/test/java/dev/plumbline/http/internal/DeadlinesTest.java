package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.AiError;
import dev.plumbline.testkit.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
    private final VirtualClock clock = VirtualClock.create();
    private final List<String> expired = new ArrayList<>();
    private final Deadlines deadlines =
            new Deadlines(clock, Timeouts.ofDefaults(), error -> expired.add(error.category() + " " + error.code()));

    private void seconds(long count) {
        clock.advance(Duration.ofSeconds(count));
    }

    private void event() {
        deadlines.pause();
        deadlines.resume(true);
    }

    @Test
    void connecting_takes_ten_seconds_at_most() {
        deadlines.begin();
        seconds(9);
        assertThat(expired).isEmpty();
        seconds(1);
        assertThat(expired).containsExactly("TIMEOUT_CONNECT connect");
    }

    @Test
    @Tag("SH166")
    @Tag("F17")
    @DisplayName("17 the first event is waited for from the connection on")
    void first_event_has_its_own_limit() {
        deadlines.begin();
        seconds(9);
        deadlines.connected();
        seconds(59);
        assertThat(expired).isEmpty();
        seconds(1);
        assertThat(expired).containsExactly("TIMEOUT_IDLE first-event");
    }

    @Test
    @DisplayName("17 between events it is the idle limit, also when the timer was set for a longer one")
    void idle_limit_begins_with_the_first_event() {
        deadlines.begin();
        deadlines.connected();
        seconds(1);
        event();
        seconds(29);
        assertThat(expired).isEmpty();
        seconds(1);
        assertThat(expired).containsExactly("TIMEOUT_IDLE idle");
    }

    @Test
    @Tag("F18")
    @DisplayName("18 what is no event does not count")
    void heartbeats_do_not_count() {
        deadlines.begin();
        deadlines.connected();
        event();
        for (int i = 0; i < 30; i++) {
            seconds(1);
            deadlines.pause();
            deadlines.resume(false);
        }
        assertThat(expired).containsExactly("TIMEOUT_IDLE idle");
    }

    @Test
    @DisplayName("19 20 a stream lives as long as events come, up to the total")
    void events_keep_it_alive_up_to_the_total() {
        deadlines.begin();
        deadlines.connected();
        for (int i = 0; i < 20; i++) {
            seconds(29);
            event();
        }
        assertThat(expired).isEmpty();
        seconds(20);
        assertThat(expired).containsExactly("TIMEOUT_TOTAL total");
    }

    @Test
    void time_the_receiver_takes_does_not_count() {
        deadlines.begin();
        deadlines.connected();
        event();
        deadlines.pause();
        seconds(500);
        deadlines.resume(true);
        seconds(29);
        assertThat(expired).isEmpty();
        seconds(1);
        assertThat(expired).containsExactly("TIMEOUT_IDLE idle");
    }

    @Test
    void closed_deadlines_leave_nothing_scheduled() {
        deadlines.begin();
        deadlines.connected();
        event();
        deadlines.close();
        assertThat(clock.pending()).isZero();
        deadlines.connected();
        deadlines.resume(true);
        seconds(1000);
        assertThat(expired).isEmpty();
    }

    @Test
    void error_names_the_setting() {
        List<AiError> errors = new ArrayList<>();
        Deadlines own = new Deadlines(clock, Timeouts.ofDefaults(), errors::add);
        own.begin();
        seconds(10);
        assertThat(errors.get(0).message()).isEqualTo("no connection within PT10S; see connectTimeout");
    }

    @Test
    @DisplayName("J14 time in which the process was suspended is not the server's silence")
    void j14_suspendedTime_isNoSilence() {
        deadlines.begin();
        deadlines.connected();
        event();
        seconds(10);
        clock.suspend(Duration.ofMinutes(5));
        assertThat(expired).isEmpty();
        seconds(15);
        assertThat(expired).isEmpty();
        seconds(6);
        assertThat(expired).containsExactly("TIMEOUT_IDLE idle");
    }

    @Test
    @DisplayName("J14 many short suspensions are not the server's silence either, and the whole answer has its limit")
    void j14_manySuspensions_upToTheTotal() {
        deadlines.begin();
        deadlines.connected();
        event();
        for (int i = 0; i < 20; i++) {
            clock.suspend(Duration.ofSeconds(29));
            event();
        }
        assertThat(expired).isEmpty();
        clock.suspend(Duration.ofSeconds(29));
        assertThat(expired).containsExactly("TIMEOUT_TOTAL total");
    }
}
