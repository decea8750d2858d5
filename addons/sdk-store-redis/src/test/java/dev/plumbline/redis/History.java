package dev.plumbline.redis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * What several programs did with shared stores, in the order of one clock, and the rules that it must keep. Thread-safe
 * while it is written.
 */
final class History {
    /** The kinds of operations. */
    enum Kind {
        PUT,
        FIND,
        REMOVE,
        TAKE,
        /** From the grant of a lease until its holder releases it or dies. */
        LEASE
    }

    /** What is known of an operation. */
    enum Outcome {
        DONE,
        /** It was refused, or nothing was found. */
        NOTHING,
        /** It failed, and may have had its effect. */
        UNKNOWN
    }

    /**
     * An operation.
     *
     * @param key what it concerned
     * @param value what was stored or found
     * @param start the time before it began
     * @param end the time after it ended
     */
    record Event(Kind kind, String key, String value, long start, long end, Outcome outcome) {}

    private final AtomicLong clock = new AtomicLong();
    private final Queue<Event> events = new ConcurrentLinkedQueue<>();

    /** Returns the next time. */
    long now() {
        return clock.incrementAndGet();
    }

    void add(Event event) {
        events.add(event);
    }

    /** Does an operation and notes it. The supplier returns a value, or an empty text for nothing. */
    boolean note(Kind kind, String key, Supplier<String> operation) {
        long start = now();
        try {
            String value = operation.get();
            add(new Event(kind, key, value, start, now(), value.isEmpty() ? Outcome.NOTHING : Outcome.DONE));
            return true;
        } catch (java.io.UncheckedIOException failed) {
            add(new Event(kind, key, "", start, now(), Outcome.UNKNOWN));
            return false;
        }
    }

    /** Notes a write, whose value is known although it may have failed. */
    boolean write(Kind kind, String key, String value, Runnable operation) {
        long start = now();
        try {
            operation.run();
            add(new Event(kind, key, value, start, now(), Outcome.DONE));
            return true;
        } catch (java.io.UncheckedIOException failed) {
            add(new Event(kind, key, value, start, Long.MAX_VALUE, Outcome.UNKNOWN));
            return false;
        }
    }

    long count(Outcome outcome) {
        return events.stream().filter(event -> event.outcome() == outcome).count();
    }

    private List<Event> of(Kind kind) {
        return events.stream().filter(event -> event.kind() == kind).toList();
    }

    /** Returns what breaks the rules, in sentences. */
    List<String> violations(Map<String, Long> sizes, Map<String, Long> left) {
        List<String> found = new ArrayList<>();
        foreignAndStale(found);
        budgets(sizes, left, found);
        leases(found);
        return found;
    }

    /** An answer is one that was stored under its key, and none that another had replaced before the look began. */
    private void foreignAndStale(List<String> found) {
        Map<String, Event> puts = new HashMap<>();
        of(Kind.PUT).forEach(put -> puts.put(put.key() + "=" + put.value(), put));
        List<Event> changes = events.stream()
                .filter(event -> event.kind() == Kind.PUT || event.kind() == Kind.REMOVE)
                .filter(event -> event.outcome() == Outcome.DONE)
                .toList();
        for (Event find : of(Kind.FIND)) {
            if (find.outcome() == Outcome.DONE) {
                Event put = puts.get(find.key() + "=" + find.value());
                if (put == null || put.start() > find.end()) {
                    found.add(find + " was not stored under this key");
                } else if (changes.stream().anyMatch(change -> isBetween(put, change, find))) {
                    found.add(find + " was replaced before");
                }
            }
        }
    }

    private static boolean isBetween(Event put, Event change, Event find) {
        return change.key().equals(find.key()) && change.start() > put.end() && change.end() < find.start();
    }

    /** What is gone from a budget was granted, or is of an operation whose outcome is unknown. */
    private void budgets(Map<String, Long> sizes, Map<String, Long> left, List<String> found) {
        sizes.forEach((key, size) -> {
            long granted = takes(key, Outcome.DONE);
            long unknown = takes(key, Outcome.UNKNOWN);
            long taken = size - left.getOrDefault(key, size);
            if (granted > size || taken < granted || taken > granted + unknown) {
                found.add("budget " + key + " of " + size + ": " + granted + " granted, " + unknown + " unknown, but "
                        + taken + " taken");
            }
        });
    }

    private long takes(String key, Outcome outcome) {
        return of(Kind.TAKE).stream()
                .filter(take -> take.key().equals(key) && take.outcome() == outcome)
                .count();
    }

    /** Nobody gets a lease while another has it. */
    private void leases(List<String> found) {
        List<Event> leases = of(Kind.LEASE);
        for (int i = 0; i < leases.size(); i++) {
            for (int j = i + 1; j < leases.size(); j++) {
                Event one = leases.get(i);
                Event other = leases.get(j);
                if (one.key().equals(other.key()) && one.start() < other.end() && other.start() < one.end()) {
                    found.add(one + " and " + other + " have the same lease");
                }
            }
        }
    }
}
