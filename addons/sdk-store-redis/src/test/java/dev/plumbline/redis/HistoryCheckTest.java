package dev.plumbline.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.redis.History.Event;
import dev.plumbline.redis.History.Kind;
import dev.plumbline.redis.History.Outcome;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The checker of histories finds each violation that is planted, and no other. */
class HistoryCheckTest {
    private final History history = new History();

    private void add(Kind kind, String key, String value, long start, long end) {
        history.add(new Event(kind, key, value, start, end, Outcome.DONE));
    }

    private void assertOne(String violation) {
        assertThat(history.violations(Map.of(), Map.of()))
                .hasSize(1)
                .first()
                .asString()
                .contains(violation);
    }

    @Test
    @DisplayName("RD8 a history that keeps the rules has no violations")
    void rd8_goodHistory() {
        add(Kind.PUT, "a", "1", 1, 4);
        add(Kind.FIND, "a", "1", 2, 3);
        add(Kind.PUT, "a", "2", 3, 6);
        add(Kind.FIND, "a", "1", 5, 7);
        add(Kind.LEASE, "a", "x", 1, 4);
        add(Kind.LEASE, "a", "y", 4, 9);
        add(Kind.TAKE, "b", "granted", 1, 2);
        history.add(new Event(Kind.TAKE, "b", "", 1, 2, Outcome.UNKNOWN));
        assertThat(history.violations(Map.of("b", 5L), Map.of("b", 4L))).isEmpty();
        assertThat(history.violations(Map.of("b", 5L), Map.of("b", 3L))).isEmpty();
    }

    @Test
    @DisplayName("RD8 an answer of another namespace, one that nobody stored, and one that was replaced are found")
    void rd8_wrongAnswers_areFound() {
        add(Kind.PUT, "one/a", "1", 1, 2);
        add(Kind.FIND, "two/a", "1", 3, 4);
        assertOne("was not stored under this key");
    }

    @Test
    @DisplayName("RD8 an answer that was replaced or removed before is found")
    void rd8_staleAnswer_isFound() {
        add(Kind.PUT, "a", "1", 1, 2);
        add(Kind.REMOVE, "a", "", 3, 4);
        add(Kind.FIND, "a", "1", 5, 6);
        assertOne("was replaced before");
    }

    @Test
    @DisplayName("RD8 a lease that two programs have is found")
    void rd8_twoHolders_areFound() {
        add(Kind.LEASE, "a", "x", 1, 4);
        add(Kind.LEASE, "a", "y", 3, 9);
        assertOne("have the same lease");
    }

    @Test
    @DisplayName("RD8 a budget that was exceeded, or lost units, is found")
    void rd8_wrongBudget_isFound() {
        add(Kind.TAKE, "b", "granted", 1, 2);
        add(Kind.TAKE, "b", "granted", 1, 2);
        assertThat(history.violations(Map.of("b", 1L), Map.of("b", 0L))).hasSize(1);
        assertThat(history.violations(Map.of("b", 9L), Map.of("b", 8L))).hasSize(1);
        assertThat(history.violations(Map.of("b", 9L), Map.of("b", 6L))).hasSize(1);
        assertThat(history.violations(Map.of("b", 9L), Map.of("b", 7L))).isEmpty();
    }
}
