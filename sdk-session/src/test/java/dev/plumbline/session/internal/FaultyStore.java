package dev.plumbline.session.internal;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.InMemorySessionStore;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A store in memory of which some attempts to write fail. */
final class FaultyStore {
    private final Map<String, List<Json>> records = new TreeMap<>();
    private final List<Boolean> faults;
    private int attempts;
    private boolean repaired;
    private Consumer<Boolean> listener = failed -> {};

    FaultyStore(List<Boolean> faults) {
        this.faults = faults;
    }

    SessionStore sessions() {
        return InMemorySessionStore.of(records).withAppending(some -> attempt());
    }

    private void attempt() {
        boolean fails = !repaired && faults.get(attempts++ % faults.size());
        listener.accept(fails);
        if (fails) {
            throw new IllegalStateException("disk full");
        }
    }

    /** Calls a listener with whether an attempt fails. */
    FaultyStore onAttempt(Consumer<Boolean> watching) {
        listener = watching;
        return this;
    }

    /** From now on nothing fails. */
    void repair() {
        repaired = true;
    }

    /** Returns the records that are stored. */
    List<Json> only() {
        return records.values().stream().flatMap(List::stream).toList();
    }
}
