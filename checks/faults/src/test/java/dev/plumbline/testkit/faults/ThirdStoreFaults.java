package dev.plumbline.testkit.faults;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Stores with one error each, written by a third author from the contract without knowledge of the laws. */
final class ThirdStoreFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private ThirdStoreFaults() {}

    static List<PlantedFault> all() {
        ThirdStoreFaults faults = new ThirdStoreFaults();
        faults.answers();
        faults.conversations();
        faults.budgets();
        return List.copyOf(faults.all);
    }

    private void responses(String name, String breaks, Supplier<ResponseStore> store) {
        add(name, breaks, () -> StoreFaults.responseLaws(store));
    }

    private void sessions(String name, String breaks, Function<SessionStore, SessionStore> store) {
        add(name, breaks, () -> StoreFaults.sessionLaws(store));
    }

    private void add(String name, String breaks, Supplier<?> laws) {
        all.add(new PlantedFault(PlantedFault.Kind.STORE, name, breaks, "", laws::get));
    }

    private void answers() {
        // Selection.ofTag: "the selection of answers with a tag"
        responses(
                "finds a tag inside other tags",
                "All tags of an answer are one text, so that the tag plan-1 also selects plan-12.",
                () -> new StoreFaults.Responses() {
                    @Override
                    public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
                        if (selection.by() != By.TAG) {
                            return super.invalidate(selection, limit, cancellation);
                        }
                        check(limit, cancellation);
                        int before = kept.size();
                        kept.values()
                                .removeIf(each ->
                                        String.join(",", each.getValue().tags()).contains(selection.value()));
                        return before - kept.size();
                    }
                });
        // find: "Finds the answer under that key", with the times that it was put with
        responses(
                "stores times in whole seconds",
                "What is found has other times than what was put.",
                () -> new StoreFaults.Responses() {
                    @Override
                    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                        Instant stored = entry.stored().truncatedTo(ChronoUnit.SECONDS);
                        Instant expires = entry.expires().equals(Instant.MAX)
                                ? Instant.MAX
                                : entry.expires().truncatedTo(ChronoUnit.SECONDS);
                        Entry row = new Entry(entry.answer(), stored, expires, entry.model(), entry.tags());
                        super.put(key, row, limit, cancellation);
                    }
                });
        // Lease: "Releasing ... has no effect if another program has the lease"
        responses(
                "releases the lease of another program",
                "A release removes the lease of the key, whoever has it.",
                Leasing::new);
    }

    private void conversations() {
        // list: "Returns the stored conversations, newest first"
        sessions(
                "compares times as texts",
                "A conversation of 10:00:00.5 is behind one of 10:00:00.",
                right -> new StoreFaults.Sessions(right) {
                    @Override
                    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
                        return right.list(limit, cancellation).stream()
                                .sorted(Comparator.comparing((StoredSession each) ->
                                                each.last().toString())
                                        .reversed())
                                .toList();
                    }
                });
        // append: "Adds records after those that are stored: all of them, or none"
        sessions(
                "appends one record after the other",
                "If one of the records cannot be stored, those before it stay.",
                right -> new StoreFaults.Sessions(right) {
                    @Override
                    Writer writer(Writer writer) {
                        return new OneByOne(writer, this);
                    }
                });
        // setAside: "Removes all records after a position from the conversation"
        sessions(
                "sets one record too few aside",
                "The first record after the position stays in the conversation.",
                right -> new StoreFaults.Sessions(right) {
                    @Override
                    Writer writer(Writer writer) {
                        return new OneTooFew(writer, this);
                    }
                });
    }

    private void budgets() {
        // Budget.refill: "the time in which an empty budget becomes full, evenly"
        add(
                "counts the time of a budget in seconds",
                "What is left of a refill below a second is cut off, and a shorter one never brings units back.",
                () -> StoreFaults.budgetLaws(StoreFaults.taking((right, budget, amount, limit, cancellation) -> {
                    Duration seconds = Duration.ofSeconds(budget.refill().toSeconds());
                    return right.take(
                            new BudgetStore.Budget(budget.key(), budget.size(), seconds), amount, limit, cancellation);
                })));
    }

    /** A store of answers with leases in memory. */
    private static final class Leasing extends StoreFaults.Responses {
        private final Map<Key, String> holders = new ConcurrentHashMap<>();
        private final Set<String> unanswered = ConcurrentHashMap.newKeySet();

        @Override
        public Lease lease(Key key, String awaited, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            if (unanswered.contains(awaited)) {
                return new Held(Lease.State.UNANSWERED, awaited, answered -> {});
            }
            String mine = UUID.randomUUID().toString();
            String holder = holders.putIfAbsent(key, mine);
            return holder == null
                    ? new Held(Lease.State.HELD, mine, without -> release(key, mine, without))
                    : new Held(Lease.State.BUSY, holder, without -> {});
        }

        private void release(Key key, String holder, boolean without) {
            if (without) {
                unanswered.add(holder);
            }
            holders.remove(key); // also if its holder is another one by now
        }
    }

    /** What happens when a lease is released. */
    private interface Release {
        void run(boolean unanswered);
    }

    private record Held(ResponseStore.Lease.State state, String holder, Release released)
            implements ResponseStore.Lease {
        @Override
        public void release(boolean unanswered) {
            released.run(unanswered);
        }
    }

    /** A writer that appends each record by itself. */
    private static final class OneByOne extends StoreFaults.Appending {
        OneByOne(SessionStore.Writer right, StoreFaults.Sessions store) {
            super(right, store);
        }

        @Override
        public void append(long position, List<Json> records, Duration limit, Cancellation cancellation) {
            if (records.isEmpty()) {
                super.append(position, records, limit, cancellation);
            }
            for (int i = 0; i < records.size(); i++) {
                super.append(position + i, List.of(records.get(i)), limit, cancellation);
            }
        }
    }

    /** A writer whose positions count from 1 when it sets records aside. */
    private static final class OneTooFew extends StoreFaults.Appending {
        OneTooFew(SessionStore.Writer right, StoreFaults.Sessions store) {
            super(right, store);
        }

        @Override
        public String setAside(long position) {
            boolean inside = position >= 0 && position < right.position();
            return right.setAside(inside ? position + 1 : position);
        }
    }
}
