package dev.plumbline.testkit.faults;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Stores with one error each, written by a second author from the contract without knowledge of the laws. */
final class SecondStoreFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SecondStoreFaults() {}

    static List<PlantedFault> all() {
        SecondStoreFaults faults = new SecondStoreFaults();
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

    private void budgets(String name, String breaks, StoreFaults.BudgetsOf store) {
        add(name, breaks, () -> StoreFaults.budgetLaws(store));
    }

    private void add(String name, String breaks, Supplier<?> laws) {
        all.add(new PlantedFault(PlantedFault.Kind.STORE, name, breaks, "", laws::get));
    }

    private void answers() {
        // put: "TOO_LARGE if the store refuses it because of its size; then none is stored under the key"
        responses(
                "keeps the old answer if the new one is too large",
                "An answer of more than 4,000 characters is refused, and the one that it should replace stays.",
                () -> new StoreFaults.Responses() {
                    @Override
                    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                        if (entry.answer().text().length() > 4_000) {
                            throw new AiException(AiError.of(
                                    AiError.Category.TOO_LARGE, "column", "an answer has at most 4,000 characters"));
                        }
                        super.put(key, entry, limit, cancellation);
                    }
                });
        // Entry.expires: an instant, "MAX for never"; put stores each entry
        responses(
                "counts the life of an answer in nanoseconds",
                "An answer that expires in more than 292 years is an ArithmeticException.",
                () -> new StoreFaults.Responses() {
                    @Override
                    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                        boolean lasts = entry.expires().equals(Instant.MAX);
                        long nanos = lasts
                                ? Long.MAX_VALUE
                                : Duration.between(entry.stored(), entry.expires())
                                        .toNanos();
                        if (nanos > 0) {
                            super.put(key, entry, limit, cancellation);
                        }
                    }
                });
        // Lease: "Releasing ... has no effect if another program has the lease"
        responses(
                "releases the lease of another",
                "Who releases a lease twice ends the one that was given in between.",
                Leasing::new);
    }

    private void conversations() {
        // list: "newest first"
        sessions(
                "sorts times as texts",
                "A time with a fraction of a second comes before the whole second.",
                right -> new StoreFaults.Sessions(right) {
                    @Override
                    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
                        return super.list(limit, cancellation).stream()
                                .sorted(Comparator.comparing((StoredSession each) ->
                                                each.last().toString())
                                        .reversed())
                                .toList();
                    }
                });
        // append: "WriterLostException if the conversation has another number of records"
        sessions(
                "appends nothing anywhere",
                "To append no records is accepted at every position, also by a writer that is closed.",
                right -> new StoreFaults.Sessions(right) {
                    @Override
                    Writer writer(Writer writer) {
                        return new StoreFaults.Appending(writer, this) {
                            @Override
                            public void append(
                                    long position, List<Json> records, Duration limit, Cancellation cancellation) {
                                if (!records.isEmpty()) {
                                    super.append(position, records, limit, cancellation);
                                }
                            }
                        };
                    }
                });
    }

    private void budgets() {
        // Budget.refill: "the time in which an empty budget becomes full, evenly"
        budgets(
                "refills in whole seconds",
                "A fraction of a second is cut off, so a budget of less than a second never becomes full.",
                StoreFaults.taking((right, budget, amount, limit, cancellation) -> {
                    Duration whole = Duration.ofSeconds(budget.refill().toSeconds());
                    return right.take(
                            new BudgetStore.Budget(budget.key(), budget.size(), whole), amount, limit, cancellation);
                }));
        // take: "Returns units to a budget, and then takes units"; Amount.units: "0 to look"
        budgets(
                "returns nothing while it looks",
                "Units that are returned without taking others are lost.",
                StoreFaults.taking((right, budget, amount, limit, cancellation) -> {
                    BudgetStore.Amount effective =
                            amount.units() == 0 ? new BudgetStore.Amount(0, 0, amount.longestWait()) : amount;
                    return right.take(budget, effective, limit, cancellation);
                }));
    }

    /** A store that gives leases and does not compare their holders. */
    private static final class Leasing extends StoreFaults.Responses {
        private final Map<Key, String> holders = new ConcurrentHashMap<>();
        private final Set<String> unanswered = ConcurrentHashMap.newKeySet();

        @Override
        public Lease lease(Key key, String awaited, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            String own = UUID.randomUUID().toString();
            String holder = holders.computeIfAbsent(key, free -> unanswered.contains(awaited) ? null : own);
            if (holder == null) {
                return new Given(Lease.State.UNANSWERED, awaited, whether -> {});
            }
            return holder.equals(own)
                    ? new Given(Lease.State.HELD, own, without -> release(key, own, without))
                    : new Given(Lease.State.BUSY, holder, without -> {});
        }

        private void release(Key key, String holder, boolean without) {
            holders.remove(key);
            if (without) {
                unanswered.add(holder);
            }
        }
    }

    /** A lease whose release is an action. */
    private record Given(State state, String holder, Consumer<Boolean> end) implements ResponseStore.Lease {
        @Override
        public void release(boolean unanswered) {
            end.accept(unanswered);
        }
    }
}
