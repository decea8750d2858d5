package dev.plumbline.testkit.faults;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.laws.BudgetStoreLaws;
import dev.plumbline.testkit.laws.ResponseStoreLaws;
import dev.plumbline.testkit.laws.SessionStoreLaws;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Stores with one error each, written by a seventh author from the contract without knowledge of the laws. */
final class SeventhStoreFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SeventhStoreFaults() {}

    static List<PlantedFault> all() {
        SeventhStoreFaults faults = new SeventhStoreFaults();
        faults.stores();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, PlantedFault.LawsOf laws) {
        all.add(new PlantedFault(PlantedFault.Kind.STORE, name, breaks, "", laws));
    }

    private void stores() {
        // SessionStore.java, StoredSession: "last when its last record was created", "interrupted whether a turn was
        // running then"
        add(
                "describes a conversation by the first record of its last batch",
                "The list has the time and the open turn of another record than the last one.",
                Conversations::new);
        // ResponseStore.java, invalidate: "Removes the selected answers, and returns their number."
        add(
                "selects a namespace by the beginning of its keys",
                "Removing the answers of one document also removes those of documents whose names begin like its name.",
                () -> (ResponseStoreLaws) Answers::new);
        // BudgetStore.java, Budget: "refill the time in which an empty budget becomes full, evenly"
        add(
                "forgets the part of a unit that has come back",
                "A budget that is looked at more often than a unit comes back never becomes fuller.",
                Budgets::new);
    }

    /** A store of conversations with an index for its list. */
    private static final class Conversations implements SessionStoreLaws {
        @Override
        public SessionStore store() {
            return new Indexed(InMemorySessionStore.of(new TreeMap<>()), new ConcurrentHashMap<>());
        }

        @Override
        public SessionStore another(SessionStore first) {
            Indexed indexed = (Indexed) first;
            return new Indexed(indexed.records.another(), indexed.index);
        }
    }

    /** Keeps the record that describes each conversation, so that the list reads none. */
    private record Indexed(InMemorySessionStore records, Map<String, Json> index) implements SessionStore {
        @Override
        public List<StoredSession> list(Duration limit, Cancellation cancellation) {
            return records.list(limit, cancellation).stream()
                    .map(this::described)
                    .sorted(Comparator.comparing(StoredSession::last).reversed())
                    .toList();
        }

        private StoredSession described(StoredSession stored) {
            Json latest = index.get(stored.id());
            if (latest == null) {
                return stored;
            }
            StoredSession by = StoredSession.of(stored.id(), Json.object(), latest);
            return new StoredSession(stored.id(), stored.namespace(), by.last(), by.interrupted());
        }

        @Override
        public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
            return records.read(sessionId, limit, cancellation);
        }

        @Override
        public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
            return new IndexingWriter(records.open(sessionId, limit, cancellation), sessionId, index);
        }

        @Override
        public void delete(String sessionId, Duration limit, Cancellation cancellation) {
            records.delete(sessionId, limit, cancellation);
            index.remove(sessionId);
        }

        @Override
        public void close() {
            records.close();
        }
    }

    /** Writes the records and the index. */
    private record IndexingWriter(SessionStore.Writer writer, String id, Map<String, Json> index)
            implements SessionStore.Writer {
        @Override
        public SessionStore.Lease lease() {
            return writer.lease();
        }

        @Override
        public SessionStore.Lease renew(Duration limit, Cancellation cancellation) {
            return writer.renew(limit, cancellation);
        }

        @Override
        public long position() {
            return writer.position();
        }

        @Override
        public Stream<Json> read() {
            return writer.read();
        }

        @Override
        public Optional<SessionStore.Damage> damage() {
            return writer.damage();
        }

        @Override
        public void append(long position, List<Json> records, Duration limit, Cancellation cancellation) {
            writer.append(position, records, limit, cancellation);
            if (!records.isEmpty()) {
                index.put(id, records.get(0));
            }
        }

        @Override
        public String setAside(long position) {
            String place = writer.setAside(position);
            index.remove(id);
            return place;
        }

        @Override
        public void close() {
            writer.close();
        }
    }

    private static AiException late() {
        return new AiException(AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "there is no time left"));
    }

    private static void require(Duration limit, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        if (limit.isZero() || limit.isNegative()) {
            throw late();
        }
    }

    /** A store of answers in memory. */
    private static final class Answers implements ResponseStore {
        private final Map<Key, Entry> entries = new ConcurrentHashMap<>();

        @Override
        public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            return Optional.ofNullable(entries.get(key));
        }

        @Override
        public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            entries.put(key, entry);
        }

        @Override
        public boolean remove(Key key, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            return entries.remove(key) != null;
        }

        @Override
        public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            long removed = 0;
            for (Map.Entry<Key, Entry> each : entries.entrySet()) {
                if (selects(selection, each.getKey(), each.getValue())
                        && entries.remove(each.getKey(), each.getValue())) {
                    removed++;
                }
            }
            return removed;
        }

        private static boolean selects(Selection selection, Key key, Entry entry) {
            return selection.by() == By.NAMESPACE
                    ? key.namespace().startsWith(selection.value())
                    : selection.matches(key, entry);
        }

        @Override
        public void close() {}
    }

    /** Budgets in memory, by a clock that is advanced. */
    private static final class Budgets implements BudgetStoreLaws {
        private final AtomicReference<BigInteger> now = new AtomicReference<>(BigInteger.ZERO);

        @Override
        public BudgetStore store() {
            return new Buckets(new HashMap<>(), now);
        }

        @Override
        public BudgetStore another(BudgetStore first) {
            return new Buckets(((Buckets) first).levels, now);
        }

        @Override
        public void advance(Duration time) {
            now.updateAndGet(before -> before.add(nanos(time)));
        }
    }

    private static BigInteger nanos(Duration time) {
        return BigInteger.valueOf(time.getSeconds())
                .multiply(BigInteger.valueOf(1_000_000_000))
                .add(BigInteger.valueOf(time.getNano()));
    }

    /**
     * The level of a budget; below zero if units are reserved that are still to come.
     *
     * @param units the units
     * @param at when they were there
     */
    private record Level(BigInteger units, BigInteger at) {}

    /** A store of budgets in memory. */
    private record Buckets(Map<String, Level> levels, AtomicReference<BigInteger> now) implements BudgetStore {
        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            synchronized (levels) {
                BigInteger time = now.get();
                BigInteger size = BigInteger.valueOf(budget.size());
                BigInteger there = levelAt(budget, size, time)
                        .add(BigInteger.valueOf(amount.returned()))
                        .min(size);
                BigInteger rest = there.subtract(BigInteger.valueOf(amount.units()));
                boolean missing = amount.units() > 0 && rest.signum() < 0;
                Optional<BigInteger> delay =
                        missing ? delay(budget, size, rest.negate()) : Optional.of(BigInteger.ZERO);
                boolean granted = delay.isPresent() && delay.get().compareTo(nanos(amount.longestWait())) <= 0;
                BigInteger left = granted ? rest : there;
                levels.put(budget.key(), new Level(left, time));
                return new Taken(
                        granted,
                        delay.map(Buckets::duration).orElse(NO_LIMIT),
                        left.max(BigInteger.ZERO).longValueExact());
            }
        }

        private BigInteger levelAt(Budget budget, BigInteger size, BigInteger time) {
            Level known = levels.get(budget.key());
            if (known == null) {
                return size;
            }
            BigInteger refill = nanos(budget.refill());
            if (refill.signum() == 0) {
                return known.units();
            }
            BigInteger back = time.subtract(known.at()).multiply(size).divide(refill);
            return known.units().add(back).min(size);
        }

        private static Optional<BigInteger> delay(Budget budget, BigInteger size, BigInteger missing) {
            BigInteger refill = nanos(budget.refill());
            if (refill.signum() == 0) {
                return Optional.empty();
            }
            BigInteger[] time = missing.multiply(refill).divideAndRemainder(size);
            return Optional.of(time[1].signum() == 0 ? time[0] : time[0].add(BigInteger.ONE));
        }

        private static Duration duration(BigInteger nanos) {
            BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(1_000_000_000));
            return parts[0].bitLength() > 62
                    ? NO_LIMIT
                    : Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
        }

        @Override
        public void close() {}
    }
}
