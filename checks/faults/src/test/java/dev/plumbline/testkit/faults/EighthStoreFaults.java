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
import dev.plumbline.time.Scheduler;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Stores with one error each, written by an eighth author from the contract without knowledge of the laws. */
final class EighthStoreFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private EighthStoreFaults() {}

    static List<PlantedFault> all() {
        EighthStoreFaults faults = new EighthStoreFaults();
        faults.stores();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, PlantedFault.LawsOf laws) {
        all.add(new PlantedFault(PlantedFault.Kind.STORE, name, breaks, "", laws));
    }

    private void stores() {
        add(
                "keeps a conversation open that it did not open in time",
                "The limit and the cancellation are checked when the conversation is open, and it stays open if they"
                        + " end the operation: nobody can open it any more. SessionStore.open: \"CANCELLED if it was"
                        + " cancelled, TIMEOUT_TOTAL if the limit has passed; then it is not open\".",
                Sessions::new);
        add(
                "compares the seconds of an expiry with milliseconds",
                "Each put removes all answers that expire at all, long before. ResponseStore.Entry: \"expires when it"
                        + " is no longer used, so that a store may remove it\".",
                () -> (ResponseStoreLaws) Answers::new);
        add(
                "loses a part of a unit at each look",
                "The time in which less than a unit came back is forgotten when the budget is used, so that a budget"
                        + " that is asked often never fills. BudgetStore.Budget: \"refill the time in which an empty"
                        + " budget becomes full, evenly\".",
                Budgets::new);
    }

    private static void require(Duration limit, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        if (limit.isZero() || limit.isNegative()) {
            throw new AiException(AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "there is no time left"));
        }
    }

    private static final class Sessions implements SessionStoreLaws {
        @Override
        public SessionStore store() {
            return new LateLimit(InMemorySessionStore.of(new TreeMap<>()));
        }

        @Override
        public SessionStore another(SessionStore first) {
            return new LateLimit(((LateLimit) first).inner.another());
        }
    }

    /** A store that checks how long it took to open a conversation. */
    private static final class LateLimit implements SessionStore {
        final InMemorySessionStore inner;

        LateLimit(InMemorySessionStore inner) {
            this.inner = inner;
        }

        @Override
        public List<StoredSession> list(Duration limit, Cancellation cancellation) {
            return inner.list(limit, cancellation);
        }

        @Override
        public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
            return inner.read(sessionId, limit, cancellation);
        }

        @Override
        public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
            Writer writer = inner.open(sessionId);
            require(limit, cancellation);
            return writer;
        }

        @Override
        public void delete(String sessionId, Duration limit, Cancellation cancellation) {
            inner.delete(sessionId, limit, cancellation);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    /** A map that forgets expired answers when another one comes. */
    private static final class Answers implements ResponseStore {
        private final Map<Key, Entry> kept = new HashMap<>();
        private boolean closed;

        @Override
        public synchronized Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            return Optional.ofNullable(kept.get(key));
        }

        @Override
        public synchronized void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            if (!closed) {
                long now = System.currentTimeMillis();
                kept.values().removeIf(old -> old.expires().getEpochSecond() < now);
                kept.put(key, entry);
            }
        }

        @Override
        public synchronized boolean remove(Key key, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            return kept.remove(key) != null;
        }

        @Override
        public synchronized long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            int before = kept.size();
            kept.entrySet().removeIf(one -> selection.matches(one.getKey(), one.getValue()));
            return before - kept.size();
        }

        @Override
        public synchronized void close() {
            closed = true;
            kept.clear();
        }
    }

    private static final class Budgets implements BudgetStoreLaws {
        private final VirtualClock clock = VirtualClock.create();

        @Override
        public BudgetStore store() {
            return new Buckets(clock, new HashMap<>());
        }

        @Override
        public BudgetStore another(BudgetStore first) {
            return new Buckets(clock, ((Buckets) first).levels);
        }

        @Override
        public void advance(Duration time) {
            clock.advance(time);
        }
    }

    /** Counts the units of each budget; less than none if some are reserved. */
    private static final class Buckets implements BudgetStore {
        private final Scheduler time;
        final Map<String, Level> levels;

        Buckets(Scheduler time, Map<String, Level> levels) {
            this.time = time;
            this.levels = levels;
        }

        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            synchronized (levels) {
                long now = time.nanoTime();
                Level before = levels.get(budget.key());
                long units = before == null ? budget.size() : refilled(before, budget, now);
                units = amount.returned() >= budget.size() - units ? budget.size() : units + amount.returned();
                Duration delay = delay(budget, amount.units() - units);
                boolean granted = delay.compareTo(amount.longestWait()) <= 0;
                units = granted ? units - amount.units() : units;
                levels.put(budget.key(), new Level(units, now));
                return new Taken(granted, delay, Math.max(0, units));
            }
        }

        private static long refilled(Level before, Budget budget, long now) {
            if (budget.refill().isZero()) {
                return before.units();
            }
            long came = BigInteger.valueOf(now - before.at())
                    .multiply(BigInteger.valueOf(budget.size()))
                    .divide(BigInteger.valueOf(budget.refill().toNanos()))
                    .min(BigInteger.valueOf(budget.size() - before.units()))
                    .longValue();
            return before.units() + came;
        }

        private static Duration delay(Budget budget, long missing) {
            if (missing <= 0) {
                return Duration.ZERO;
            }
            if (budget.refill().isZero()) {
                return NO_LIMIT;
            }
            BigInteger[] nanos = BigInteger.valueOf(missing)
                    .multiply(BigInteger.valueOf(budget.refill().toNanos()))
                    .divideAndRemainder(BigInteger.valueOf(budget.size()));
            return Duration.ofNanos(nanos[0].add(nanos[1].signum() > 0 ? BigInteger.ONE : BigInteger.ZERO)
                    .min(BigInteger.valueOf(Long.MAX_VALUE))
                    .longValue());
        }

        @Override
        public void close() {}

        record Level(long units, long at) {}
    }
}
