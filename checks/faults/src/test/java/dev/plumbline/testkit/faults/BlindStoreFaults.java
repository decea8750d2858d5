package dev.plumbline.testkit.faults;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Stores with one error each, written from the contract without knowledge of the laws. */
final class BlindStoreFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private BlindStoreFaults() {}

    static List<PlantedFault> all() {
        BlindStoreFaults faults = new BlindStoreFaults();
        faults.keys();
        faults.entries();
        faults.removals();
        faults.sessions();
        faults.writers();
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

    private static Supplier<ResponseStore> placing(Function<ResponseStore.Key, Object> place) {
        return () -> new StoreFaults.Responses() {
            @Override
            Object place(Key key) {
                return place.apply(key);
            }
        };
    }

    private static Supplier<ResponseStore> storing(UnaryOperator<ResponseStore.Entry> change) {
        return () -> new StoreFaults.Responses() {
            @Override
            public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                super.put(key, change.apply(entry), limit, cancellation);
            }
        };
    }

    private void keys() {
        responses(
                "joins the parts of keys",
                "Namespace and resources are joined by commas, which they may hold.",
                placing(key -> key.call() + "," + key.format() + "," + key.namespace() + ","
                        + String.join(
                                ",",
                                key.resources().entrySet().stream()
                                        .map(each -> each.getKey() + "=" + each.getValue())
                                        .toList())));
        responses(
                "finds answers of other formats",
                "The version of the stored form is not part of the place.",
                placing(key -> List.of(key.namespace(), key.call(), key.resources())));
        responses(
                "ignores the case of namespaces",
                "The namespace is in lower case, as a name of a folder may be.",
                placing(key ->
                        List.of(key.namespace().toLowerCase(Locale.ROOT), key.call(), key.resources(), key.format())));
        responses(
                "places by the hash",
                "The place is the hash of the key, and keys are not compared.",
                placing(Object::hashCode));
        responses(
                "ignores the values of resources",
                "The names of resources are compared, and their hashes are not.",
                placing(key ->
                        List.of(key.namespace(), key.call(), key.resources().keySet(), key.format())));
    }

    private void entries() {
        responses(
                "stores milliseconds",
                "The time of the end is stored in milliseconds, which never cannot be.",
                storing(entry -> new ResponseStore.Entry(
                        entry.answer(),
                        entry.stored(),
                        Instant.ofEpochMilli(entry.expires().toEpochMilli()),
                        entry.model(),
                        entry.tags())));
        responses(
                "stores whole seconds",
                "The time of an answer is cut to seconds.",
                storing(entry -> new ResponseStore.Entry(
                        entry.answer(),
                        entry.stored().truncatedTo(ChronoUnit.SECONDS),
                        entry.expires(),
                        entry.model(),
                        entry.tags())));
        responses(
                "stores local times",
                "The time of an answer is written in the time zone of the machine and read as UTC.",
                storing(entry -> new ResponseStore.Entry(
                        entry.answer(),
                        LocalDateTime.ofInstant(entry.stored(), ZoneId.systemDefault())
                                .toInstant(ZoneOffset.UTC),
                        entry.expires(),
                        entry.model(),
                        entry.tags())));
        responses(
                "stores one tag",
                "Only one of several tags is kept.",
                storing(entry -> new ResponseStore.Entry(
                        entry.answer(),
                        entry.stored(),
                        entry.expires(),
                        entry.model(),
                        entry.tags().isEmpty()
                                ? Set.of()
                                : Set.of(entry.tags().iterator().next()))));
        responses(
                "does not replace an answer",
                "A second answer under a key does not replace the first.",
                () -> new StoreFaults.Responses() {
                    @Override
                    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                        if (find(key, limit, cancellation).isEmpty()) {
                            super.put(key, entry, limit, cancellation);
                        }
                    }
                });
        responses(
                "finds nothing when it is cancelled",
                "A cancelled search has the result of a missing answer.",
                () -> new StoreFaults.Responses() {
                    @Override
                    public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
                        return cancellation.isCancelled() ? Optional.empty() : super.find(key, limit, cancellation);
                    }
                });
        responses(
                "stores and then checks",
                "A cancelled answer is stored before the exception.",
                () -> new StoreFaults.Responses() {
                    @Override
                    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                        super.put(key, entry, limit, Cancellation.create());
                        check(limit, cancellation);
                    }
                });
    }

    private void removals() {
        responses(
                "always says that it removed",
                "Removing a missing answer returns true.",
                () -> new StoreFaults.Responses() {
                    @Override
                    public boolean remove(Key key, Duration limit, Cancellation cancellation) {
                        super.remove(key, limit, cancellation);
                        return true;
                    }
                });
        responses(
                "returns what is left",
                "Invalidation returns the number of answers that remain.",
                () -> new StoreFaults.Responses() {
                    @Override
                    public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
                        super.invalidate(selection, limit, cancellation);
                        return kept.size();
                    }
                });
        responses(
                "selects by beginnings",
                "Invalidating a namespace removes those whose names begin with it, too.",
                () -> new StoreFaults.Responses() {
                    @Override
                    public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
                        if (selection.by() != By.NAMESPACE) {
                            return super.invalidate(selection, limit, cancellation);
                        }
                        check(limit, cancellation);
                        int before = kept.size();
                        kept.values().removeIf(each -> each.getKey().namespace().startsWith(selection.value()));
                        return before - kept.size();
                    }
                });
        responses(
                "takes an empty value for all",
                "An empty namespace selects all answers.",
                () -> new StoreFaults.Responses() {
                    @Override
                    public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
                        return super.invalidate(
                                selection.value().isEmpty() ? Selection.all() : selection, limit, cancellation);
                    }
                });
    }

    private void sessions() {
        sessions(
                "reads one page",
                "Of a conversation the first 20 records are read.",
                store -> new StoreFaults.Sessions(store) {
                    @Override
                    public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
                        return super.read(sessionId, limit, cancellation).limit(20);
                    }
                });
        sessions(
                "lists oldest first",
                "Conversations are listed oldest first.",
                store -> new StoreFaults.Sessions(store) {
                    @Override
                    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
                        return super.list(limit, cancellation).stream()
                                .sorted(Comparator.comparing(StoredSession::last))
                                .toList();
                    }
                });
        sessions(
                "lists by the text of times", "Times are compared as texts.", store -> new StoreFaults.Sessions(store) {
                    @Override
                    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
                        return super.list(limit, cancellation).stream()
                                .sorted(Comparator.comparing((StoredSession each) -> String.valueOf(each.last()))
                                        .reversed())
                                .toList();
                    }
                });
        sessions(
                "keeps ids in lower case",
                "Conversations whose ids differ by case are one.",
                store -> new StoreFaults.Sessions(store) {
                    @Override
                    String id(String id) {
                        return id.toLowerCase(Locale.ROOT);
                    }
                });
        sessions(
                "replaces signs in ids",
                "Signs that a file name cannot hold become one sign.",
                store -> new StoreFaults.Sessions(store) {
                    @Override
                    String id(String id) {
                        return id.replaceAll("[^A-Za-z0-9-]", "_");
                    }
                });
        sessions(
                "reads after the cancellation",
                "A stream is read to its end although it was cancelled.",
                store -> new StoreFaults.Sessions(store) {
                    @Override
                    public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
                        cancellation.throwIfCancelled();
                        return super.read(sessionId, limit, Cancellation.create());
                    }
                });
        sessions(
                "has no limit of time",
                "A limit that has passed is not looked at.",
                store -> new StoreFaults.Sessions(store) {
                    @Override
                    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
                        return super.list(NO_LIMIT, cancellation);
                    }

                    @Override
                    public void delete(String sessionId, Duration limit, Cancellation cancellation) {
                        super.delete(sessionId, NO_LIMIT, cancellation);
                    }
                });
        sessions(
                "does not say that it is open",
                "Deleting an open conversation does nothing, and says nothing.",
                store -> new StoreFaults.Sessions(store) {
                    @Override
                    public void delete(String sessionId, Duration limit, Cancellation cancellation) {
                        try {
                            super.delete(sessionId, limit, cancellation);
                        } catch (IllegalStateException open) {
                            // it stays
                        }
                    }
                });
    }

    private void writers() {
        sessions(
                "appends one by one",
                "Records are added one by one, so a bad one leaves those before it.",
                store -> new StoreFaults.Sessions(store) {
                    @Override
                    Writer writer(Writer right) {
                        return new StoreFaults.Appending(right, this) {
                            @Override
                            public void append(long at, List<Json> records, Duration limit, Cancellation cancellation) {
                                for (int i = 0; i < records.size(); i++) {
                                    super.append(at + i, List.of(records.get(i)), limit, cancellation);
                                }
                            }
                        };
                    }
                });
        sessions(
                "does not compare positions",
                "The position of an append is not compared.",
                store -> new StoreFaults.Sessions(store) {
                    @Override
                    Writer writer(Writer right) {
                        return new StoreFaults.Appending(right, this) {
                            @Override
                            public void append(long at, List<Json> records, Duration limit, Cancellation cancellation) {
                                super.append(position(), records, limit, cancellation);
                            }
                        };
                    }
                });
        sessions(
                "appends again after a failure",
                "An append that was cancelled is done once more without the cancellation.",
                store -> new StoreFaults.Sessions(store) {
                    @Override
                    Writer writer(Writer right) {
                        return new StoreFaults.Appending(right, this) {
                            @Override
                            public void append(long at, List<Json> records, Duration limit, Cancellation cancellation) {
                                try {
                                    super.append(at, records, limit, cancellation);
                                } catch (AiException e) {
                                    super.append(at, records, NO_LIMIT, Cancellation.create());
                                    throw e;
                                }
                            }
                        };
                    }
                });
        sessions(
                "sets one too few aside",
                "Setting aside leaves one record after the position.",
                store -> new StoreFaults.Sessions(store) {
                    @Override
                    Writer writer(Writer right) {
                        return new StoreFaults.Appending(right, this) {
                            @Override
                            public String setAside(long position) {
                                return super.setAside(position < position() ? position + 1 : position);
                            }
                        };
                    }
                });
        sessions(
                "closes once", "A second close of a writer is an exception.", store -> new StoreFaults.Sessions(store) {
                    @Override
                    Writer writer(Writer right) {
                        return new StoreFaults.Appending(right, this) {
                            private boolean isClosed;

                            @Override
                            public void close() {
                                if (isClosed) {
                                    throw new IllegalStateException("closed already");
                                }
                                isClosed = true;
                                super.close();
                            }
                        };
                    }
                });
        sessions(
                "drops empty members",
                "A record is stored without members that are null.",
                store -> new StoreFaults.Sessions(store) {
                    @Override
                    Writer writer(Writer right) {
                        return new StoreFaults.Appending(right, this) {
                            @Override
                            public void append(long at, List<Json> records, Duration limit, Cancellation cancellation) {
                                super.append(
                                        at,
                                        records.stream()
                                                .map(BlindStoreFaults::withoutNulls)
                                                .toList(),
                                        limit,
                                        cancellation);
                            }
                        };
                    }
                });
    }

    private void budgets() {
        budgets(
                "refills by whole seconds",
                "The time of a refill is cut to seconds.",
                StoreFaults.taking((right, budget, amount, limit, cancellation) -> {
                    return right.take(
                            new BudgetStore.Budget(
                                    budget.key(), budget.size(), budget.refill().truncatedTo(ChronoUnit.SECONDS)),
                            amount,
                            limit,
                            cancellation);
                }));
        budgets(
                "strips keys",
                "Budgets whose keys differ by white space or case are one.",
                StoreFaults.taking((right, budget, amount, limit, cancellation) -> {
                    return right.take(
                            new BudgetStore.Budget(
                                    budget.key().strip().toLowerCase(Locale.ROOT), budget.size(), budget.refill()),
                            amount,
                            limit,
                            cancellation);
                }));
        budgets(
                "takes what is there",
                "A refused amount takes the units that are left.",
                StoreFaults.taking((right, budget, amount, limit, cancellation) -> {
                    BudgetStore.Taken taken = right.take(budget, amount, limit, cancellation);
                    if (!taken.isGranted() && taken.left() > 0) {
                        right.take(budget, BudgetStore.Amount.of(taken.left()), limit, cancellation);
                    }
                    return taken;
                }));
        budgets(
                "takes before it returns",
                "Units are taken first, and returned afterwards.",
                StoreFaults.taking((right, budget, amount, limit, cancellation) -> {
                    BudgetStore.Taken taken = right.take(
                            budget,
                            new BudgetStore.Amount(amount.units(), 0, amount.longestWait()),
                            limit,
                            cancellation);
                    right.take(
                            budget, new BudgetStore.Amount(0, amount.returned(), Duration.ZERO), limit, cancellation);
                    return taken;
                }));
        budgets(
                "rounds waits down",
                "The time until units are there is in whole seconds, rounded down.",
                StoreFaults.taking((right, budget, amount, limit, cancellation) -> {
                    BudgetStore.Taken taken = right.take(budget, amount, limit, cancellation);
                    return new BudgetStore.Taken(
                            taken.isGranted(), Duration.ofSeconds(taken.delay().toSeconds()), taken.left());
                }));
        budgets(
                "returns nothing when it refuses",
                "Units that are returned with a refused amount are lost.",
                StoreFaults.taking((right, budget, amount, limit, cancellation) -> {
                    BudgetStore.Taken looked = right.take(budget, BudgetStore.Amount.of(0), limit, cancellation);
                    return looked.left() + amount.returned() < amount.units()
                            ? right.take(
                                    budget,
                                    new BudgetStore.Amount(amount.units(), 0, amount.longestWait()),
                                    limit,
                                    cancellation)
                            : right.take(budget, amount, limit, cancellation);
                }));
        budgets(
                "takes after the limit",
                "The limit of the operation is not looked at.",
                StoreFaults.taking((right, budget, amount, limit, cancellation) -> {
                    return right.take(budget, amount, BudgetStore.NO_LIMIT, cancellation);
                }));
    }

    private static Json withoutNulls(Json record) {
        if (record.kind() != Json.Kind.OBJECT) {
            return record;
        }
        Json some = record;
        for (var member : record.fields().entrySet()) {
            some = member.getValue().kind() == Json.Kind.NULL ? some.without(member.getKey()) : some;
        }
        return some;
    }
}
