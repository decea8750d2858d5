package dev.plumbline.testkit.laws;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The times at which something changes that depends on time: an author of a limit or of a cache knows them, and a law finds them. */
final class TimeEdges {
    private static final List<Duration> STEPS = List.of(
            Duration.ZERO,
            Duration.ofSeconds(2),
            Duration.ofMinutes(2),
            Duration.ofHours(2),
            Duration.ofDays(2),
            Duration.ofDays(50));

    private TimeEdges() {}

    /** Returns the first millisecond of each change between two of some times, up to 50 days. */
    static List<Duration> of(Function<Duration, Object> seen) {
        List<Duration> edges = new ArrayList<>();
        Object before = seen.apply(STEPS.get(0));
        for (int i = 1; i < STEPS.size(); i++) {
            Object after = seen.apply(STEPS.get(i));
            if (!before.equals(after)) {
                edges.add(between(STEPS.get(i - 1).toMillis(), STEPS.get(i).toMillis(), before, seen));
            }
            before = after;
        }
        return edges;
    }

    private static Duration between(long early, long late, Object before, Function<Duration, Object> seen) {
        long same = early;
        long other = late;
        while (other - same > 1) {
            long middle = same + (other - same) / 2;
            if (before.equals(seen.apply(Duration.ofMillis(middle)))) {
                same = middle;
            } else {
                other = middle;
            }
        }
        return Duration.ofMillis(other);
    }

    /** Returns the times around a change. */
    static List<Duration> around(Duration edge) {
        return List.of(edge.minusMillis(1), edge, edge.plusMillis(1));
    }
}
