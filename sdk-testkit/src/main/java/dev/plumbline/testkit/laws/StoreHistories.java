package dev.plumbline.testkit.laws;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.internal.LawAssertion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Histories of stores against models: after any operations a store has what a map has, or a list, or a number. */
final class StoreHistories {
    /** The time in which a unit of a budget comes back. */
    private static final Duration UNIT = Duration.ofMinutes(10);

    private static final int KEYS = 4;
    private static final String MAP = "histories are those of a map";
    private static final String LISTS = "histories are those of lists";
    private static final String WRITERS = "writers are those of a model";
    private static final String WRITES =
            "let a writer append until it is closed or another one has opened the conversation, and never again then";
    private static final String KEEP = "let each operation see all operations before it, and nothing else";
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    /** Spreads small numbers, because the first values of a generator are nearly equal for them. */
    static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** How much is done for each number of a history of writers. */
    private static final int DEEDS = 4;

    private static final List<String> IDS = List.of("one", "other", "third");

    private StoreHistories() {}

    /** Checks a store of answers against a map: each number is an operation, a key and an entry or selection. */
    static void answers(ResponseStore store, List<Integer> steps, int capacity) {
        Map<ResponseStore.Key, ResponseStore.Entry> model = new LinkedHashMap<>();
        List<String> done = new ArrayList<>();
        for (int step : steps) {
            ResponseStore.Key key = key(step / 8 % Math.min(KEYS, capacity));
            switch (step % 8) {
                case 0, 1, 2, 3 -> {
                    ResponseStore.Entry entry = entry(step / 32);
                    done.add("put " + key.namespace() + key.resources() + " tags " + entry.tags());
                    store.put(key, entry);
                    model.put(key, entry);
                }
                case 4 -> {
                    done.add("remove " + key.namespace() + key.resources());
                    boolean isRemoved = store.remove(key);
                    verdict(MAP, done)
                            .check(
                                    isRemoved == (model.remove(key) != null),
                                    "the answer " + isRemoved,
                                    "return whether there was one");
                }
                default -> {
                    ResponseStore.Selection selection = selection(step);
                    done.add("invalidate " + selection);
                    List<ResponseStore.Key> selected = model.entrySet().stream()
                            .filter(each -> selection.matches(each.getKey(), each.getValue()))
                            .map(Map.Entry::getKey)
                            .toList();
                    selected.forEach(model::remove);
                    long count = store.invalidate(selection);
                    verdict(MAP, done)
                            .check(count == selected.size(), count + " entries instead of " + selected.size(), KEEP);
                }
            }
            for (int i = 0; i < Math.min(KEYS, capacity); i++) {
                ResponseStore.Key each = key(i);
                Optional<ResponseStore.Entry> found = store.find(each);
                Optional<ResponseStore.Entry> expected = Optional.ofNullable(model.get(each));
                verdict(MAP, done)
                        .check(
                                found.equals(expected),
                                expected.map(entry -> StoreChecks.unlike(found, entry))
                                                .orElse("an entry that is not there")
                                        + " under " + each,
                                KEEP);
            }
        }
    }

    private static LawAssertion verdict(String law, List<String> done) {
        return new LawAssertion(law, done.toString());
    }

    private static ResponseStore.Key key(int number) {
        Fingerprint call = Fingerprint.parse("plb1:" + (number / 2) + "0".repeat(63));
        Map<String, String> resources = number == 3 ? Map.of("plan.dwg", "7f3a") : Map.of();
        return new ResponseStore.Key(number == 1 ? "plan-2" : "plan-1", call, resources, 1);
    }

    private static ResponseStore.Entry entry(int number) {
        Instant stored = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(number % 2 == 0 ? 0 : 3600);
        return new ResponseStore.Entry(
                Json.object().with("answer", number % 5),
                stored,
                Instant.MAX,
                number % 3 == 0 ? "" : "a:" + number % 3,
                number % 4 == 0 ? Set.of() : number % 4 == 1 ? Set.of("plan") : Set.of("plan", "tag-" + number % 4));
    }

    private static ResponseStore.Selection selection(int step) {
        return switch (step / 8 % 7) {
            case 0 -> ResponseStore.Selection.ofNamespace("plan-1");
            case 1 -> ResponseStore.Selection.ofNamespace("plan-2");
            case 2 -> ResponseStore.Selection.ofModel("a:1");
            case 3 -> ResponseStore.Selection.ofModel("");
            case 4 -> ResponseStore.Selection.ofTag("plan");
            case 5 -> ResponseStore.Selection.ofTag("tag-2");
            default -> ResponseStore.Selection.all();
        };
    }

    /** Checks a store of conversations, through two instances, against lists of records. */
    static void conversations(SessionStore store, SessionStore another, List<Integer> steps) {
        Map<String, List<Json>> model = new TreeMap<>();
        List<String> done = new ArrayList<>();
        for (int step : steps) {
            String id = IDS.get(step / 8 % IDS.size());
            SessionStore used = step / 24 % 2 == 0 ? store : another;
            List<Json> records = model.getOrDefault(id, List.of());
            if (step % 8 == 7) {
                done.add("delete " + id);
                used.delete(id);
                model.remove(id);
            } else {
                try (SessionStore.Writer writer = used.open(id)) {
                    verdict(LISTS, done)
                            .check(
                                    writer.position() == records.size(),
                                    "position " + writer.position() + " of " + id + " instead of " + records.size(),
                                    KEEP);
                    List<Json> now = new ArrayList<>(records);
                    if (step % 8 > 4) {
                        int at = step / 48 % (records.size() + 1);
                        done.add("set aside " + id + " from " + at);
                        String place = writer.setAside(at);
                        verdict(LISTS, done)
                                .check(
                                        at < records.size() || place.isEmpty(),
                                        "no records set aside in " + place,
                                        "return an empty text if nothing was set aside");
                        now = new ArrayList<>(now.subList(0, at));
                    }
                    List<Json> added = IntStream.range(0, step % 4)
                            .mapToObj(i -> record(step, i))
                            .toList();
                    done.add("append " + added.size() + " to " + id);
                    writer.append(added);
                    now.addAll(added);
                    model.put(id, now);
                }
            }
            for (SessionStore each : List.of(store, another)) {
                List<SessionStore.StoredSession> listed = each.list().stream()
                        .filter(one ->
                                !model.getOrDefault(one.id(), List.of()).isEmpty() || !model.containsKey(one.id()))
                        .sorted(Comparator.comparing(SessionStore.StoredSession::id))
                        .toList();
                List<String> expected = model.keySet().stream()
                        .filter(one -> !model.getOrDefault(one, List.of()).isEmpty())
                        .toList();
                List<SessionStore.StoredSession> stored = expected.stream()
                        .map(one -> stored(one, model.getOrDefault(one, List.of())))
                        .toList();
                verdict(LISTS, done)
                        .check(listed.equals(stored), "a list of " + listed + " instead of " + stored, KEEP);
                expected.forEach(one -> {
                    try (Stream<Json> read = each.read(one)) {
                        List<Json> seen = read.toList();
                        verdict(LISTS, done)
                                .check(
                                        seen.equals(model.get(one)),
                                        seen.size() + " records of " + one + ", or others, instead of "
                                                + model.getOrDefault(one, List.of())
                                                        .size(),
                                        KEEP);
                    }
                });
            }
        }
    }

    /** A writer of a history: through which store it was opened, and whether it may still append. */
    private static final class Opened {
        private final String id;
        private final int store;
        private final SessionStore.Writer writer;
        private boolean isOpen = true;
        private boolean isOver;

        Opened(String id, int store, SessionStore.Writer writer) {
            this.id = id;
            this.store = store;
            this.writer = writer;
        }

        /** Returns whether its lease is over and a store may take it for open or not: the one through which it was opened. */
        boolean mayKeepOut(String other, int through) {
            return isOpen && isOver && id.equals(other) && through == store;
        }

        /** Returns whether it keeps others from opening the conversation through that store. */
        boolean keepsOut(String other, int through) {
            return isOpen && id.equals(other) && !(isOver && through != store);
        }
    }

    /**
     * Checks the writers of a store, through two instances, against a model: who may open, append and delete, whoever has opened, closed
     * and overtaken whom before.
     */
    static void writers(
            SessionStore store, SessionStore another, Consumer<SessionStore.Writer> endLease, List<Integer> steps) {
        List<SessionStore> stores = List.of(store, another);
        Map<String, List<Json>> model = new TreeMap<>();
        List<Opened> all = new ArrayList<>();
        List<String> done = new ArrayList<>();
        for (int step : steps.stream()
                .flatMap(each -> IntStream.range(0, DEEDS).mapToObj(i -> each + 10_000 * i))
                .toList()) {
            Random any = new Random(step * SPREAD);
            int through = any.nextInt(2);
            String id = IDS.get(any.nextInt(4) / 3); // mostly one of them
            int chosen = all.isEmpty() ? 0 : any.nextInt(all.size());
            int holding = IntStream.range(0, all.size())
                    .filter(i -> all.get(i).isOpen)
                    .findFirst()
                    .orElse(chosen);
            int number = any.nextInt(3) == 0 ? chosen : holding;
            switch (any.nextInt(9)) {
                case 0, 1 -> {
                    if (all.stream().anyMatch(each -> each.mayKeepOut(id, through))) {
                        continue;
                    }
                    done.add("open " + id + " through store " + through + " as writer " + all.size());
                    open(stores.get(through), through, id, all, verdict(WRITERS, done));
                }
                case 2, 3, 4 -> {
                    if (!all.isEmpty()) {
                        done.add("append by writer " + chosen);
                        append(all.get(chosen), record(step, 0), model, verdict(WRITERS, done));
                    }
                }
                case 5, 6 -> {
                    if (!all.isEmpty()) {
                        done.add("close writer " + number);
                        all.get(number).writer.close();
                        all.get(number).isOpen = false;
                    }
                }
                case 7 -> {
                    if (!all.isEmpty() && all.get(number).writer.lease().ends()) {
                        done.add("the lease of writer " + number + " ends");
                        endLease.accept(all.get(number).writer);
                        for (Opened each : all) { // time passes for all of them
                            if (each.isOpen && each != all.get(number)) {
                                SessionStore.Lease unused =
                                        each.writer.renew(SessionStore.NO_LIMIT, Cancellation.create());
                                each.isOver = false;
                            }
                        }
                        Opened over = all.get(number);
                        over.isOver = true;
                        if (any.nextInt(4) == 0) { // it may go on until another one comes
                            done.add("append by writer " + number);
                            append(over, record(step, 1), model, verdict(WRITERS, done));
                        } else {
                            done.add("open " + over.id + " through store " + (1 - over.store) + " as writer "
                                    + all.size());
                            open(stores.get(1 - over.store), 1 - over.store, over.id, all, verdict(WRITERS, done));
                        }
                    }
                }
                default -> {
                    if (all.stream().noneMatch(each -> each.isOpen && each.isOver)) {
                        done.add("delete " + id + " through store " + through);
                        boolean isRefused = isRefused(() -> stores.get(through).delete(id));
                        boolean isKept = all.stream().anyMatch(each -> each.keepsOut(id, through));
                        verdict(WRITERS, done).check(isRefused == isKept, isRefused ? "refused" : "deleted", WRITES);
                        model.computeIfPresent(id, (name, records) -> isKept ? records : null);
                    }
                }
            }
            for (String each : IDS.subList(0, 2)) {
                try (Stream<Json> read = stores.get(through).read(each)) {
                    List<Json> seen = read.toList();
                    verdict(WRITERS, done)
                            .check(
                                    seen.equals(model.getOrDefault(each, List.of())),
                                    seen.size() + " records of " + each + ", or others, instead of "
                                            + model.getOrDefault(each, List.of())
                                                    .size(),
                                    WRITES);
                }
            }
        }
        all.forEach(each -> each.writer.close());
    }

    private static void open(SessionStore through, int number, String id, List<Opened> all, LawAssertion verdict) {
        boolean isKept = all.stream().anyMatch(each -> each.keepsOut(id, number));
        try {
            SessionStore.Writer writer = through.open(id);
            all.stream().filter(each -> each.id.equals(id)).forEach(each -> each.isOpen = false);
            all.add(new Opened(id, number, writer));
            verdict.check(!isKept, "opened beside another writer", WRITES);
        } catch (IllegalStateException refused) {
            verdict.check(isKept, "refused, and nobody has it open", WRITES);
        }
    }

    private static void append(Opened by, Json record, Map<String, List<Json>> model, LawAssertion verdict) {
        boolean isLost = false;
        try {
            by.writer.append(List.of(record));
            model.computeIfAbsent(by.id, id -> new ArrayList<>()).add(record);
            by.isOver = false; // an append extends the lease
        } catch (SessionStore.WriterLostException lost) {
            isLost = true;
        }
        verdict.check(
                isLost != by.isOpen,
                isLost ? "lost, and nobody has overtaken it" : "appended, and it was closed or overtaken before",
                WRITES);
    }

    private static boolean isRefused(Runnable operation) {
        try {
            operation.run();
            return false;
        } catch (IllegalStateException refused) {
            return true;
        }
    }

    /** Returns a record, of which some have what a list shows of the first and the last one. */
    private static Json record(int step, int number) {
        Json record = Json.object().with("step", step).with("number", number);
        Json named = step % 5 < 3 ? record.with("namespace", "plan-" + step % 5) : record;
        Json timed = step % 7 < 5 ? named.with("at", START.plusSeconds(step).toString()) : named;
        return step % 3 > 0 ? timed.with("open", step % 3 == 1) : timed;
    }

    private static SessionStore.StoredSession stored(String id, List<Json> records) {
        Json last = records.get(records.size() - 1);
        return SessionStore.StoredSession.of(id, records.get(0), last);
    }

    /** Checks a store of budgets, through two instances, against a number for each. */
    static void budgets(BudgetStore store, BudgetStore another, Consumer<Duration> advance, List<Integer> steps) {
        List<BudgetStore.Budget> budgets = List.of(
                new BudgetStore.Budget("counted-history", 5, Duration.ZERO),
                new BudgetStore.Budget("timed-history", 5, UNIT.multipliedBy(5)),
                new BudgetStore.Budget("other-history", 2, UNIT.multipliedBy(2)));
        Map<String, Long> levels = new HashMap<>();
        List<String> done = new ArrayList<>();
        for (int step : steps) {
            BudgetStore.Budget budget = budgets.get(step / 4 % budgets.size());
            if (step % 4 == 3) {
                long units = 1L + step / 4 % 3;
                done.add(units + " units of time");
                advance.accept(UNIT.multipliedBy(units));
                budgets.stream()
                        .filter(each -> !each.refill().isZero())
                        .forEach(each -> levels.computeIfPresent(
                                each.key(), (key, level) -> Math.min(each.size(), level + units)));
                continue;
            }
            long units = Math.min(budget.size(), step / 12 % 4);
            long returned = step % 4 == 2 ? step / 48 % 3 : 0;
            long wait = step % 4 == 1 ? step / 48 % 3 : 0;
            done.add("take " + units + ", return " + returned + ", wait for " + wait + " of " + budget.key());
            LawAssertion verdict = verdict("histories are those of numbers", done);
            long level = Math.min(budget.size(), levels.getOrDefault(budget.key(), budget.size()) + returned);
            long missing = Math.max(0, units - level);
            boolean isTimed = !budget.refill().isZero();
            boolean isGranted = missing <= (isTimed ? wait : 0);
            level -= isGranted ? units : 0;
            levels.put(budget.key(), level);
            BudgetStore.Taken taken = (step / 144 % 2 == 0 ? store : another)
                    .take(budget, new BudgetStore.Amount(units, returned, UNIT.multipliedBy(wait)));
            verdict.check(
                    taken.isGranted() == isGranted && taken.left() == Math.max(0, level),
                    taken + " instead of " + (isGranted ? "granted" : "refused") + " with " + Math.max(0, level)
                            + " left",
                    KEEP);
            Duration delay = isTimed ? UNIT.multipliedBy(missing) : missing == 0 ? Duration.ZERO : BudgetStore.NO_LIMIT;
            verdict.check(
                    taken.delay().compareTo(delay) <= 0
                            && delay.minus(UNIT.dividedBy(2)).compareTo(taken.delay()) <= 0,
                    "a delay of " + taken.delay() + " instead of " + delay,
                    "return how long the units that are missing take");
        }
    }
}
