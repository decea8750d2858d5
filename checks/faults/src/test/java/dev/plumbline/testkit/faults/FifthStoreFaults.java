package dev.plumbline.testkit.faults;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Stores with one error each, written by a fifth author from the contract without knowledge of the laws. */
final class FifthStoreFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private FifthStoreFaults() {}

    static List<PlantedFault> all() {
        FifthStoreFaults faults = new FifthStoreFaults();
        faults.answers();
        faults.conversations();
        faults.budgets();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Supplier<?> laws) {
        all.add(new PlantedFault(PlantedFault.Kind.STORE, name, breaks, "", laws::get));
    }

    private void answers() {
        // put: replaces the answer under the same key, whatever its time is
        add(
                "keeps the later of two answers",
                "An answer whose time is before that of the stored one does not replace it.",
                () -> StoreFaults.responseLaws(LaterAnswers::new));
    }

    private void conversations() {
        // Writer.append: adds all of the records or none
        add(
                "inserts a batch in groups",
                "If a later group is refused, the earlier ones stay; a reader sees part of a batch.",
                () -> StoreFaults.sessionLaws(right -> new StoreFaults.Sessions(right) {
                    @Override
                    Writer writer(Writer writer) {
                        return new InGroups(super.writer(writer));
                    }
                }));
    }

    private void budgets() {
        // take: returns units to the budget and then takes units; the return counts also if none are taken
        add(
                "rolls a refused operation back",
                "Units that were returned with an operation are lost if it takes none.",
                () -> StoreFaults.budgetLaws(RolledBack::new));
    }

    private static final class LaterAnswers extends StoreFaults.Responses {
        @Override
        public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            Map.Entry<ResponseStore.Key, ResponseStore.Entry> before = kept.get(place(key));
            boolean later = before != null && before.getValue().stored().isAfter(entry.stored());
            if (!later) {
                super.put(key, entry, limit, cancellation);
            }
        }
    }

    private static final class RolledBack extends StoreFaults.Budgets {
        RolledBack(Map<String, Long> levels, VirtualClock clock) {
            super(levels, clock);
        }

        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            synchronized (levels) {
                Long before = levels.get(key(budget));
                Taken taken = super.take(budget, amount, limit, cancellation);
                if (!taken.isGranted() && before != null) {
                    levels.put(key(budget), before);
                }
                return taken;
            }
        }
    }

    /** Writes at most three records with one statement. */
    private record InGroups(SessionStore.Writer right) implements SessionStore.Writer {
        private static final int GROUP = 3;

        @Override
        public SessionStore.Lease lease() {
            return right.lease();
        }

        @Override
        public SessionStore.Lease renew(Duration limit, Cancellation cancellation) {
            return right.renew(limit, cancellation);
        }

        @Override
        public long position() {
            return right.position();
        }

        @Override
        public Stream<Json> read() {
            return right.read();
        }

        @Override
        public Optional<SessionStore.Damage> damage() {
            return right.damage();
        }

        @Override
        public void append(long position, List<Json> records, Duration limit, Cancellation cancellation) {
            int from = 0;
            do {
                int to = Math.min(records.size(), from + GROUP);
                right.append(position + from, records.subList(from, to), limit, cancellation);
                from = to;
            } while (from < records.size());
        }

        @Override
        public String setAside(long position) {
            return right.setAside(position);
        }

        @Override
        public void close() {
            right.close();
        }
    }
}
