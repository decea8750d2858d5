package dev.plumbline.sandbox.internal;

import dev.plumbline.event.TelemetryName;
import dev.plumbline.sandbox.EgressRules.DryRunDenial;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts for each tool and rule how often an access would have been denied. Bounded by the number of tools and rules.
 */
final class DryRunDenialCounter {
    private final Map<Place, Long> times = new ConcurrentHashMap<>();

    void count(TelemetryName tool, AccessDenial refusal) {
        times.merge(new Place(tool, refusal), 1L, Long::sum);
    }

    /** Returns all denials, the most frequent first. */
    List<DryRunDenial> list() {
        return times.entrySet().stream()
                .map(seen -> seen.getKey().hint(seen.getValue()))
                .sorted(Comparator.comparingLong(DryRunDenial::times)
                        .reversed()
                        .thenComparing(hint -> hint.tool().text())
                        .thenComparing(hint -> hint.rule().text()))
                .toList();
    }

    private record Place(TelemetryName tool, AccessDenial refusal) {
        DryRunDenial hint(long times) {
            return new DryRunDenial(tool, refusal.rule(), times, refusal.wayOut());
        }
    }
}
