package dev.plumbline.testkit.faults;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.BudgetStoreLaws;
import dev.plumbline.testkit.laws.ResponseStoreLaws;
import dev.plumbline.testkit.laws.SessionStoreLaws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Stores with one error each, written by a sixth author from the contract without knowledge of the laws. */
final class SixthStoreFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SixthStoreFaults() {}

    static List<PlantedFault> all() {
        SixthStoreFaults faults = new SixthStoreFaults();
        faults.stores();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Supplier<Object> laws) {
        all.add(new PlantedFault(PlantedFault.Kind.STORE, name, breaks, "", laws::get));
    }

    private void stores() {
        add(
                "remembers the namespace of a deleted conversation",
                "A conversation that is created again is listed with its former namespace. SessionStore.StoredSession:"
                        + " \"the namespace of its first record; empty if that has none\"",
                Sessions::new);
        add(
                "finds a replaced answer by its former tags",
                "A selection by a tag removes an answer that replaced one with this tag, and counts it."
                        + " ResponseStore.invalidate: \"Removes the selected answers, and returns their number.\";"
                        + " Selection.ofTag: \"Returns the selection of answers with a tag.\"",
                () -> (ResponseStoreLaws) Indexed::new);
        add(
                "only looks if nothing is taken",
                "Units that are returned without taking any are lost. BudgetStore.take: \"Returns units to a budget,"
                        + " and"
                        + " then takes units from it\"; Amount: \"the number to take; 0 to look\" and \"the number to"
                        + " return"
                        + " before\"",
                Budgets::new);
    }

    private static void require(Duration limit, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        if (limit.isZero() || limit.isNegative()) {
            throw new AiException(AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "there is no time left"));
        }
    }

    /** The laws of stores of conversations. */
    private static final class Sessions implements SessionStoreLaws {
        @Override
        public SessionStore store() {
            return new Listed(InMemorySessionStore.of(new ConcurrentHashMap<>()));
        }

        @Override
        public SessionStore another(SessionStore store) {
            return new Listed(((Listed) store).kept.another());
        }
    }

    /** Keeps the namespace of each conversation, which does not change after its first record. */
    private static final class Listed implements SessionStore {
        private final InMemorySessionStore kept;
        private final Map<String, String> namespaces = new ConcurrentHashMap<>();

        Listed(InMemorySessionStore kept) {
            this.kept = kept;
        }

        @Override
        public List<StoredSession> list(Duration limit, Cancellation cancellation) {
            return kept.list(limit, cancellation).stream()
                    .map(found -> new StoredSession(
                            found.id(),
                            namespaces.computeIfAbsent(found.id(), id -> found.namespace()),
                            found.last(),
                            found.interrupted()))
                    .toList();
        }

        @Override
        public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
            return kept.read(sessionId, limit, cancellation);
        }

        @Override
        public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
            return kept.open(sessionId, limit, cancellation);
        }

        @Override
        public Optional<Damage> repair(String sessionId) {
            return kept.repair(sessionId);
        }

        @Override
        public void delete(String sessionId, Duration limit, Cancellation cancellation) {
            kept.delete(sessionId, limit, cancellation);
        }

        @Override
        public void close() {
            kept.close();
        }
    }

    /** Stores answers in memory, with an index of their tags. */
    private static final class Indexed implements ResponseStore {
        private final Map<Key, Entry> entries = new HashMap<>();
        private final Map<String, Set<Key>> byTag = new HashMap<>();
        private boolean closed;

        @Override
        public synchronized Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            return Optional.ofNullable(entries.get(key));
        }

        @Override
        public synchronized void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            if (!closed) {
                entries.put(key, entry);
                entry.tags()
                        .forEach(tag -> byTag.computeIfAbsent(tag, none -> new LinkedHashSet<>())
                                .add(key));
            }
        }

        @Override
        public synchronized boolean remove(Key key, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            return removed(key);
        }

        private boolean removed(Key key) {
            Entry entry = entries.remove(key);
            if (entry == null) {
                return false;
            }
            for (String tag : entry.tags()) {
                Set<Key> tagged = byTag.getOrDefault(tag, Set.of());
                if (tagged.size() > 1) {
                    tagged.remove(key);
                } else {
                    byTag.remove(tag);
                }
            }
            return true;
        }

        @Override
        public synchronized long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            List<Key> selected = selection.by() == By.TAG
                    ? List.copyOf(byTag.getOrDefault(selection.value(), Set.of()))
                    : entries.entrySet().stream()
                            .filter(each -> selection.matches(each.getKey(), each.getValue()))
                            .map(Map.Entry::getKey)
                            .toList();
            return selected.stream().filter(this::removed).count();
        }

        @Override
        public synchronized void close() {
            closed = true;
            entries.clear();
            byTag.clear();
        }
    }

    /** The laws of stores of budgets. */
    private static final class Budgets implements BudgetStoreLaws {
        private final VirtualClock clock = VirtualClock.create();

        @Override
        public BudgetStore store() {
            return new Shared(new StoreFaults.Budgets(new HashMap<>(), clock));
        }

        @Override
        public BudgetStore another(BudgetStore store) {
            return new Shared(((Shared) store).kept);
        }

        @Override
        public void advance(Duration time) {
            clock.advance(time);
        }
    }

    /** Budgets that several parts of a program share. */
    private record Shared(BudgetStore kept) implements BudgetStore {
        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            return amount.units() == 0
                    ? kept.take(budget, Amount.of(0), limit, cancellation)
                    : kept.take(budget, amount, limit, cancellation);
        }

        @Override
        public void close() {
            // the budgets stay where others can use them
        }
    }
}
