package dev.plumbline.web;

import dev.plumbline.event.CallRecord;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TelemetryEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What calls cost, with the models whose price is not known.
 *
 * @param costs the sum of each currency
 * @param unpriced the models of calls that used tokens and have no cost
 */
record SpendingDescription(Map<String, Cost> costs, Set<String> unpriced) {

    static SpendingDescription of(List<TelemetryEvent> events) {
        SpendingDescription spent = new SpendingDescription(new TreeMap<>(), new TreeSet<>());
        for (TelemetryEvent event : events) {
            if (event instanceof TelemetryEvent.CallFinished finished) {
                spent.add(finished.call());
            }
        }
        return spent;
    }

    private void add(CallRecord call) {
        if (call.cost().isPresent()) {
            costs.merge(call.cost().get().currency(), call.cost().get(), Cost::plus);
        } else if (call.usage().total() > 0) {
            unpriced.add(call.provider() + ":" + call.model());
        }
    }

    /** Returns whether the cost of any call is known. */
    boolean isKnown() {
        return !costs.isEmpty();
    }

    /** Returns the costs, then the models that are not in them: {@code 0.02 USD; no price of openai:x}. */
    String text() {
        String sum = costs.values().stream().map(Cost::toString).collect(Collectors.joining(" and "));
        String missing = unpriced.isEmpty() ? "" : "no price of " + String.join(", ", unpriced);
        if (sum.isEmpty()) {
            return missing.isEmpty() ? "unknown" : "unknown: " + missing;
        }
        return missing.isEmpty() ? sum : sum + "; " + missing;
    }
}
