package dev.plumbline.testkit.faults;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.BudgetStoreLaws;
import dev.plumbline.testkit.laws.ResponseStoreLaws;
import dev.plumbline.testkit.laws.SessionStoreLaws;
import dev.plumbline.testkit.laws.StoreLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Stores of answers, conversations and budgets with one error each. */
final class StoreFaults {
    private static final String FOUND = "what_was_stored_is_found";
    private static final String KEYS = "keys_that_differ_anywhere_do_not_meet";
    private static final String SELECTED = "selected_is_gone";
    private static final String MANY = "many_entries_are_kept";
    private static final String THREADS = "threads_lose_nothing";
    private static final String READ = "what_was_appended_is_read";

    private final List<PlantedFault> all = new ArrayList<>();

    private StoreFaults() {}

    private void add(String name, String breaks, String law, Supplier<?> laws) {
        all.add(new PlantedFault(PlantedFault.Kind.STORE, name, breaks, law, laws::get));
    }

    static List<PlantedFault> all() {
        StoreFaults faults = new StoreFaults();
        faults.responses();
        faults.sessions();
        faults.budgets();
        return List.copyOf(faults.all);
    }

    /** A right store of answers in a map. */
    static class Responses implements ResponseStore {
        final Map<Object, Map.Entry<Key, Entry>> kept;

        Responses() {
            this(new ConcurrentHashMap<>());
        }

        Responses(Map<Object, Map.Entry<Key, Entry>> kept) {
            this.kept = kept;
        }

        Object place(Key key) {
            return key;
        }

        void check(Duration limit, Cancellation cancellation) {
            StoreLimit.require(limit, cancellation);
        }

        @Override
        public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            return Optional.ofNullable(kept.get(place(key))).map(Map.Entry::getValue);
        }

        @Override
        public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            kept.put(place(key), Map.entry(key, entry));
        }

        @Override
        public boolean remove(Key key, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            return kept.remove(place(key)) != null;
        }

        @Override
        public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            int before = kept.size();
            kept.values().removeIf(entry -> selection.matches(entry.getKey(), entry.getValue()));
            return before - kept.size();
        }

        @Override
        public void close() {}
    }

    static ResponseStoreLaws responseLaws(Supplier<ResponseStore> store) {
        return new ResponseStoreLaws() {
            @Override
            public ResponseStore store() {
                return store.get();
            }

            @Override
            public Duration patience() {
                return Duration.ofSeconds(5);
            }
        };
    }

    private void response(String name, String breaks, String law, Supplier<ResponseStore> store) {
        add(name, breaks, law, () -> responseLaws(store));
    }

    private void changed(String name, String breaks, UnaryOperator<ResponseStore.Entry> change) {
        add(name, breaks, FOUND, () -> changing(change));
    }

    /** Returns the laws of a store that keeps another entry. */
    static ResponseStoreLaws changing(UnaryOperator<ResponseStore.Entry> change) {
        return responseLaws(() -> new Responses() {
            @Override
            public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                super.put(key, change.apply(entry), limit, cancellation);
            }
        });
    }

    private void placed(String name, String breaks, Function<ResponseStore.Key, Object> place) {
        response(name, breaks, KEYS, () -> new Responses() {
            @Override
            Object place(Key key) {
                return place.apply(key);
            }
        });
    }

    private void responses() {
        response("loses entries", "Nothing is found.", FOUND, () -> new Responses() {
            @Override
            public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
                check(limit, cancellation);
                return Optional.empty();
            }
        });
        placed("mixes namespaces", "Tenants share answers.", key -> List.of(key.call(), key.resources(), key.format()));
        placed(
                "joins keys",
                "The parts of a key are joined without borders.",
                key -> key.namespace()
                        + key.call()
                        + String.join("", key.resources().keySet())
                        + String.join("", key.resources().values())
                        + key.format());
        placed(
                "compares hashes",
                "Keys of one hash share an answer.",
                key -> key.resources().hashCode()
                        + 31 * key.namespace().hashCode()
                        + key.call().hashCode()
                        + key.format());
        response("ignores tags", "Answers of a tag stay when it is invalidated.", SELECTED, () -> new Responses() {
            @Override
            public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
                return selection.by() == By.TAG ? 0 : super.invalidate(selection, limit, cancellation);
            }
        });
        response(
                "keeps the first answer",
                "A later answer does not replace an earlier one.",
                FOUND,
                () -> new Responses() {
                    @Override
                    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                        check(limit, cancellation);
                        kept.putIfAbsent(place(key), Map.entry(key, entry));
                    }
                });
        changed(
                "rounds numbers",
                "Numbers are kept as doubles.",
                entry -> new ResponseStore.Entry(
                        rounded(entry.answer()), entry.stored(), entry.expires(), entry.model(), entry.tags()));
        changed(
                "changes when it expires",
                "An answer expires a minute later.",
                entry -> new ResponseStore.Entry(
                        entry.answer(), entry.stored(), entry.expires().plusSeconds(60), entry.model(), entry.tags()));
        response(
                "is deaf",
                "An operation that was cancelled goes on.",
                "cancelled_changes_nothing",
                () -> new Responses() {
                    @Override
                    void check(Duration limit, Cancellation cancellation) {}
                });
        response("loses the fourth", "A fourth answer of a new store is not kept.", MANY, () -> new Responses() {
            @Override
            public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                check(limit, cancellation);
                if (kept.size() != 3) {
                    super.put(key, entry, limit, cancellation);
                }
            }
        });
        response("has a HashMap", "Threads use a map that is for one.", THREADS, () -> new Responses(new HashMap<>()));
        damaged("shows damage as a miss", "A damaged answer is not found.", store -> Optional.empty());
        damaged(
                "shows damage as an answer",
                "A damaged answer is found as it is.",
                store -> store.kept.values().stream().map(Map.Entry::getValue).findFirst());
        response(
                "drops what is large",
                "A large answer is neither kept nor refused.",
                "what_is_not_kept_is_refused",
                () -> new Responses() {
                    @Override
                    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                        if (entry.answer().text().length() < 1 << 24) {
                            super.put(key, entry, limit, cancellation);
                        }
                    }
                });
    }

    /** Adds a store that others can damage, which then shows something else than damage. */
    private void damaged(String name, String breaks, Function<Damageable, Optional<ResponseStore.Entry>> shown) {
        add(name, breaks, "damaged_is_said", () -> new ResponseStoreLaws() {
            @Override
            public ResponseStore store() {
                return new Damageable(shown);
            }

            @Override
            public boolean damage(ResponseStore store, ResponseStore.Key key, int place) {
                ((Damageable) store).isDamaged = true;
                return true;
            }
        });
    }

    private static final class Damageable extends Responses {
        private final Function<Damageable, Optional<Entry>> shown;
        private boolean isDamaged;

        Damageable(Function<Damageable, Optional<Entry>> shown) {
            this.shown = shown;
        }

        @Override
        public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
            return isDamaged ? shown.apply(this) : super.find(key, limit, cancellation);
        }
    }

    private static Json rounded(Json json) {
        return switch (json.kind()) {
            case NUMBER -> {
                double value = json.asDecimal().doubleValue();
                yield Double.isFinite(value) ? Json.of(value) : Json.of(0);
            }
            case ARRAY ->
                Json.of(json.elements().stream().map(StoreFaults::rounded).toList());
            case OBJECT -> {
                Json whole = Json.object();
                for (Map.Entry<String, Json> each : json.fields().entrySet()) {
                    whole = whole.with(each.getKey(), rounded(each.getValue()));
                }
                yield whole;
            }
            default -> json;
        };
    }

    /** A store of conversations that passes everything on. */
    static class Sessions implements SessionStore {
        final SessionStore right;

        Sessions(SessionStore right) {
            this.right = right;
        }

        List<Json> stored(List<Json> records) {
            return records;
        }

        Stream<Json> shown(Stream<Json> records) {
            return records;
        }

        String id(String id) {
            return id;
        }

        @Override
        public List<StoredSession> list(Duration limit, Cancellation cancellation) {
            return right.list(limit, cancellation);
        }

        @Override
        public Stream<Json> read(String id, Duration limit, Cancellation cancellation) {
            return shown(right.read(id(id), limit, cancellation));
        }

        @Override
        public Writer open(String id, Duration limit, Cancellation cancellation) {
            return writer(right.open(id(id), limit, cancellation));
        }

        Writer writer(Writer writer) {
            return new Appending(writer, this);
        }

        @Override
        public void delete(String id, Duration limit, Cancellation cancellation) {
            right.delete(id(id), limit, cancellation);
        }

        @Override
        public void close() {
            right.close();
        }
    }

    /** A writer that passes everything on. */
    static class Appending implements SessionStore.Writer {
        final SessionStore.Writer right;
        final Sessions store;

        Appending(SessionStore.Writer right, Sessions store) {
            this.right = right;
            this.store = store;
        }

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
            return store.shown(right.read());
        }

        @Override
        public void append(long position, List<Json> records, Duration limit, Cancellation cancellation) {
            right.append(position, store.stored(records), limit, cancellation);
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

    static SessionStoreLaws sessionLaws(Function<SessionStore, SessionStore> faulty) {
        return new SessionStoreLaws() {
            private InMemorySessionStore right = InMemorySessionStore.of(new HashMap<>());

            @Override
            public SessionStore store() {
                right = InMemorySessionStore.of(new HashMap<>());
                return faulty.apply(right);
            }

            @Override
            public SessionStore another(SessionStore first) {
                return faulty.apply(right.another());
            }

            @Override
            public Duration patience() {
                return Duration.ofSeconds(5);
            }
        };
    }

    private void session(String name, String breaks, String law, Function<SessionStore, SessionStore> faulty) {
        add(name, breaks, law, () -> sessionLaws(faulty));
    }

    private void sessions() {
        session(
                "loses the last record",
                "The last record of an append is not kept.",
                READ,
                right -> new Sessions(right) {
                    @Override
                    Stream<Json> shown(Stream<Json> records) {
                        List<Json> some = records.toList();
                        return some.isEmpty() ? some.stream() : some.subList(0, some.size() - 1).stream();
                    }
                });
        session("reads backwards", "Records come from the last to the first.", READ, right -> new Sessions(right) {
            @Override
            Stream<Json> shown(Stream<Json> records) {
                List<Json> some = new ArrayList<>(records.toList());
                Collections.reverse(some);
                return some.stream();
            }
        });
        session("mixes conversations", "All conversations are one.", READ, right -> new Sessions(right) {
            @Override
            String id(String id) {
                return "one";
            }
        });
        session("rounds numbers of records", "Numbers are kept as doubles.", READ, right -> new Sessions(right) {
            @Override
            List<Json> stored(List<Json> records) {
                return records.stream().map(StoreFaults::rounded).toList();
            }
        });
        session(
                "deletes nothing",
                "A deleted conversation can be read.",
                "deleted_is_gone",
                right -> new Sessions(right) {
                    @Override
                    public void delete(String id, Duration limit, Cancellation cancellation) {
                        right.list(limit, cancellation);
                        right.open(id, limit, cancellation).close();
                    }
                });
        session(
                "lists the oldest first",
                "The list is in the wrong order.",
                "list_says_what_records_say",
                right -> new Sessions(right) {
                    @Override
                    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
                        List<StoredSession> some = new ArrayList<>(super.list(limit, cancellation));
                        Collections.reverse(some);
                        return some;
                    }
                });
        session(
                "sets aside too much",
                "What is before the position goes, too.",
                "set_aside_keeps_the_prefix",
                right -> new Sessions(right) {
                    @Override
                    Writer writer(Writer writer) {
                        return new Appending(writer, this) {
                            @Override
                            public String setAside(long position) {
                                return right.setAside(Math.max(0, position - 1));
                            }
                        };
                    }
                });
        session(
                "appends anywhere",
                "The expected position is not compared.",
                "append_expects_its_position",
                right -> new Sessions(right) {
                    @Override
                    Writer writer(Writer writer) {
                        return new Appending(writer, this) {
                            @Override
                            public void append(
                                    long position, List<Json> records, Duration limit, Cancellation cancellation) {
                                right.append(right.position(), records, limit, cancellation);
                            }
                        };
                    }
                });
        session(
                "stores one by one",
                "A batch that is refused is stored in part.",
                "batches_are_atomic",
                right -> new Sessions(right) {
                    @Override
                    Writer writer(Writer writer) {
                        return new Appending(writer, this) {
                            @Override
                            public void append(
                                    long position, List<Json> records, Duration limit, Cancellation cancellation) {
                                if (records.isEmpty() || position != right.position()) {
                                    right.append(position, records, limit, cancellation);
                                }
                                for (Json record : records) {
                                    right.append(List.of(record));
                                }
                            }
                        };
                    }
                });
        session(
                "forgets behind the hundredth",
                "A conversation has at most a hundred records.",
                "long_conversations_are_kept",
                right -> new Sessions(right) {
                    @Override
                    Stream<Json> shown(Stream<Json> records) {
                        return records.limit(100);
                    }
                });
    }

    /** A right store of budgets in a map. */
    static class Budgets implements BudgetStore {
        final Map<String, Long> levels;
        final VirtualClock clock;

        Budgets(Map<String, Long> levels, VirtualClock clock) {
            this.levels = levels;
            this.clock = clock;
        }

        String key(Budget budget) {
            return budget.key();
        }

        void check(Duration limit, Cancellation cancellation) {
            StoreLimit.require(limit, cancellation);
        }

        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            synchronized (levels) {
                boolean counted = budget.refill().isZero();
                long unit = counted ? 1 : budget.refill().toNanos() / budget.size();
                long start = counted ? 0 : clock.nanoTime();
                long before = levels.getOrDefault(key(budget), 0L);
                long back = Math.max(start, Math.max(start, before) - amount.returned() * unit);
                long later = back + amount.units() * unit;
                long missing = Math.max(0, later - start - budget.size() * unit);
                Duration delay = counted && missing > 0 ? NO_LIMIT : Duration.ofNanos(missing);
                boolean granted = counted ? delay.isZero() : delay.compareTo(amount.longestWait()) <= 0;
                levels.put(key(budget), granted ? later : refused(back, later));
                long out = ((granted ? later : back) - start + unit - 1) / unit;
                return new Taken(granted, delay, Math.max(0, budget.size() - out));
            }
        }

        long refused(long back, long later) {
            return back;
        }

        @Override
        public void close() {}
    }

    /** An operation of a faulty store of budgets, made of those of a right one. */
    interface TakenOf {
        BudgetStore.Taken take(
                BudgetStore right,
                BudgetStore.Budget budget,
                BudgetStore.Amount amount,
                Duration limit,
                Cancellation cancellation);
    }

    /** Returns stores of budgets with that operation. */
    static BudgetsOf taking(TakenOf operation) {
        return (levels, clock) -> new Budgets(levels, clock) {
            private final BudgetStore right = new Budgets(levels, clock);

            @Override
            public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
                return operation.take(right, budget, amount, limit, cancellation);
            }
        };
    }

    /** Creates a store of budgets. */
    interface BudgetsOf {
        BudgetStore create(Map<String, Long> levels, VirtualClock clock);
    }

    static BudgetStoreLaws budgetLaws(BudgetsOf store) {
        VirtualClock clock = VirtualClock.create();
        return new BudgetStoreLaws() {
            private Map<String, Long> levels = new ConcurrentHashMap<>();

            @Override
            public BudgetStore store() {
                levels = new ConcurrentHashMap<>();
                return store.create(levels, clock);
            }

            @Override
            public BudgetStore another(BudgetStore first) {
                return store.create(levels, clock);
            }

            @Override
            public void advance(Duration time) {
                clock.advance(time);
            }

            @Override
            public Duration patience() {
                return Duration.ofSeconds(5);
            }
        };
    }

    private void budget(String name, String breaks, String law, BudgetsOf store) {
        add(name, breaks, law, () -> budgetLaws(store));
    }

    private void budgets() {
        budget(
                "takes in two steps",
                "Two takers get one unit.",
                "takers_never_take_more_than_there_is",
                (levels, clock) -> new Budgets(levels, clock) {
                    @Override
                    public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
                        long before = levels.getOrDefault(budget.key(), 0L);
                        Thread.yield();
                        Taken taken = super.take(budget, amount, limit, cancellation);
                        levels.put(
                                budget.key(),
                                taken.isGranted() && budget.refill().isZero()
                                        ? before + amount.units()
                                        : levels.get(budget.key()));
                        return taken;
                    }
                });
        budget(
                "mixes budgets",
                "All budgets are one.",
                "refused_takes_nothing",
                (levels, clock) -> new Budgets(levels, clock) {
                    @Override
                    String key(Budget budget) {
                        return "all";
                    }
                });
        budget(
                "forgets at close",
                "A closed store takes its budgets with it.",
                "what_was_taken_survives_close",
                (levels, clock) -> new Budgets(levels, clock) {
                    @Override
                    public void close() {
                        levels.clear();
                    }
                });
        budget(
                "takes what it refuses",
                "A refused amount is missing.",
                "refused_takes_nothing",
                (levels, clock) -> new Budgets(levels, clock) {
                    @Override
                    long refused(long back, long later) {
                        return later;
                    }
                });
        budget(
                "keeps units for a day",
                "A budget of a month is full after a day.",
                "units_come_back_with_time",
                (levels, clock) -> new Budgets(levels, clock) {
                    private final long start = clock.nanoTime();

                    @Override
                    public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
                        if (clock.nanoTime() - start > Duration.ofDays(1).toNanos()) {
                            levels.clear();
                        }
                        return super.take(budget, amount, limit, cancellation);
                    }
                });
    }
}
