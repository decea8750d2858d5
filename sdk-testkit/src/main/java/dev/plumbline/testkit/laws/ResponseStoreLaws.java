package dev.plumbline.testkit.laws;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.ResponseStore.Lease;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.internal.Rounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * The laws of every response store as jqwik properties. Implement {@link #store()} in a test class. Tests without
 * jqwik call them with an input.
 */
public interface ResponseStoreLaws {

    /** Returns an empty store; the laws close it. */
    ResponseStore store();

    /** Returns how long a law may take with one input: 30 seconds by default. What takes longer is taken for endless. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** Checks that a stored entry is found under its key, whatever its content, and that a later one replaces it. */
    @Property(tries = 100)
    default void what_was_stored_is_found(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key key,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry first,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry second) {
        LawAssertion.within(patience(), "what was stored is found", () -> {
            LawAssertion verdict = new LawAssertion(
                    "what was stored is found",
                    key + " with the answers " + first.answer().text() + " and "
                            + second.answer().text());
            try (ResponseStore tried = AnyLimits.of(store())) {
                verdict.check(tried.find(key).isEmpty(), "an entry that was not stored", "create an empty store");
                for (ResponseStore.Entry entry : List.of(first, second)) {
                    tried.put(key, entry);
                    verdict.check(
                            tried.find(key).equals(Optional.of(entry)),
                            StoreChecks.unlike(tried.find(key), entry),
                            "store the whole answer with its times, model and tags, and replace an earlier entry");
                    ResponseStore.Key ofParts =
                            new ResponseStore.Key(key.namespace(), key.call(), key.resources(), key.format());
                    verdict.check(
                            tried.find(ofParts).equals(Optional.of(entry)),
                            "nothing under the same key, made of its parts",
                            "compare namespace, fingerprint, resources and format; a key of parts has no quickHash()");
                }
            }
        });
    }

    /** Checks that keys that differ in any component have separate entries, even if their hashes collide. */
    @Property(tries = 100)
    default void keys_that_differ_anywhere_do_not_meet(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        LawAssertion.within(patience(), "keys that differ anywhere do not meet", () -> {
            try (ResponseStore tried = AnyLimits.of(store())) {
                keysDoNotMeet(tried, one, other, entry);
            }
        });
    }

    /** Checks that keys that are nearly equal have separate entries: in case, white space, borders, or one component. */
    @Property(tries = 1)
    default void nearly_equal_keys_do_not_meet(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key key,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        LawAssertion.within(patience(), "keys that differ anywhere do not meet", () -> {
            try (ResponseStore tried = AnyLimits.of(store())) {
                StoreChecks.nearlyEqual(key).forEach(pair -> keysDoNotMeet(tried, pair.get(0), pair.get(1), entry));
                for (String border : StoreChecks.BORDERS) {
                    selectedAlone(tried, key, entry, border);
                }
            }
        });
    }

    /** Checks that what is selected by a name takes nothing with it whose name holds that one beside a sign. */
    private static void selectedAlone(
            ResponseStore tried, ResponseStore.Key key, ResponseStore.Entry entry, String border) {
        String joined = "a" + border + "b";
        ResponseStore.Key one = new ResponseStore.Key(joined, key.call(), Map.of(), 1);
        ResponseStore.Key other = new ResponseStore.Key("a", key.call(), Map.of(), 1);
        ResponseStore.Entry ofOne =
                new ResponseStore.Entry(entry.answer(), entry.stored(), entry.expires(), "", Set.of(joined));
        ResponseStore.Entry ofTwo =
                new ResponseStore.Entry(entry.answer(), entry.stored(), entry.expires(), "", Set.of("a", "b"));
        Map<ResponseStore.Key, ResponseStore.Entry> kept = new LinkedHashMap<>(Map.of(one, ofOne, other, ofTwo));
        kept.forEach((each, its) -> store(tried, each, its));
        for (ResponseStore.Selection selection : List.of(
                ResponseStore.Selection.ofTag("c"),
                ResponseStore.Selection.ofNamespace("b"),
                ResponseStore.Selection.ofTag("b"),
                ResponseStore.Selection.ofTag(joined),
                ResponseStore.Selection.ofNamespace("a"))) {
            List<ResponseStore.Key> selected = kept.entrySet().stream()
                    .filter(each -> selection.matches(each.getKey(), each.getValue()))
                    .map(Map.Entry::getKey)
                    .toList();
            LawAssertion verdict = new LawAssertion(
                    "keys that differ anywhere do not meet", selection + " of " + new ArrayList<>(kept.entrySet()));
            long removed = tried.invalidate(selection);
            verdict.check(
                    removed == selected.size(),
                    removed + " entries instead of " + selected.size(),
                    "keep the namespace and the tags of each entry, and compare whole names, not a part of a joined text");
            selected.forEach(kept::remove);
            kept.forEach((each, its) -> verdict.check(
                    tried.find(each).equals(Optional.of(its)),
                    StoreChecks.unlike(tried.find(each), its) + " under " + each,
                    "compare whole names, and not a part of a joined text"));
            store(tried, one, ofOne);
            store(tried, other, ofTwo);
            kept.putAll(Map.of(one, ofOne, other, ofTwo));
        }
        long unused = tried.invalidate(ResponseStore.Selection.all());
    }

    private static void keysDoNotMeet(
            ResponseStore tried, ResponseStore.Key one, ResponseStore.Key other, ResponseStore.Entry entry) {
        LawAssertion verdict = new LawAssertion(
                "keys that differ anywhere do not meet", StoreChecks.show(one) + " and " + StoreChecks.show(other));
        tried.put(one, entry);
        verdict.check(
                one.equals(other) || tried.find(other).isEmpty(),
                "the entry of the first under the second",
                "compare namespace, fingerprint, resources and format on read, not a hash of them or a joined text");
        verdict.check(
                tried.find(one).equals(Optional.of(entry)),
                StoreChecks.unlike(tried.find(one), entry) + " under the first",
                "find each entry under its own key");
        tried.remove(one);
        Lease first = lease(tried, one, "");
        if (!one.equals(other) && !isIn(first, Lease.State.UNSHARED)) {
            Lease second = lease(tried, other, "");
            verdict.check(
                    !isIn(second, Lease.State.BUSY),
                    "the lease of the first under the second",
                    "give each key a lease of its own");
            second.release(false);
        }
        first.release(false);
    }

    /** Checks that after any operations a store has what a map has: entries that replace others, removed and invalidated ones. */
    @Property(tries = 100)
    default void histories_are_those_of_a_map(@ForAll(supplier = AnyInput.Steps.class) List<Integer> steps) {
        LawAssertion.within(patience(), "histories are those of a map", () -> {
            try (ResponseStore tried = AnyLimits.of(store())) {
                StoreHistories.answers(tried, steps, capacity());
            }
        });
    }

    /** Checks that many entries are kept beside each other; a store that keeps fewer on purpose overrides {@link #capacity}. */
    @Property(tries = 2)
    default void many_entries_are_kept(@ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        LawAssertion.within(patience(), "many entries are kept", () -> {
            try (ResponseStore tried = AnyLimits.of(store())) {
                for (int i = 0; i < capacity(); i++) {
                    tried.put(numbered(i), stored(entry, i));
                }
                for (int i = 0; i < capacity(); i++) {
                    new LawAssertion("many entries are kept", "entry " + (i + 1) + " of " + capacity())
                            .check(
                                    tried.find(numbered(i)).equals(Optional.of(stored(entry, i))),
                                    StoreChecks.unlike(tried.find(numbered(i)), stored(entry, i)),
                                    "keep every entry until it expires or is removed, or override capacity()");
                }
            }
        });
    }

    /** Returns how many entries a law stores beside each other: 100 by default. */
    default int capacity() {
        return 100;
    }

    /** Checks that entries that several threads store at the same time are all found, and no other ones. */
    @Property(tries = 1)
    default void threads_lose_nothing(@ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        Rounds rounds = Rounds.of(40, 200, Duration.ofSeconds(1));
        for (int round = 0;
                rounds.goOn(round);
                round++) { // each has its own time, or a slow machine would break the law
            LawAssertion.within(patience(), "threads lose nothing", () -> threads(entry, capacity() / 4));
        }
    }

    /** Uses a new store, because maps lose most while they grow. */
    private void threads(ResponseStore.Entry entry, int each) {
        LawAssertion verdict = new LawAssertion("threads lose nothing", "4 threads with " + each + " entries each");
        try (ResponseStore tried = AnyLimits.of(store())) {
            int lost = ConcurrentRunner.run(
                            5,
                            thread -> thread < 4
                                    ? storeTwice(tried, entry, thread * each, each)
                                    : notRefused(tried, entry, each))
                    .stream()
                    .mapToInt(Integer::intValue)
                    .sum();
            verdict.check(
                    lost == 0,
                    lost + " entries that were lost, or another one, or operations that were cancelled and went on",
                    "use maps that are safe for threads, and keep what belongs to an operation in local variables");
            for (int i = 0; i < 4 * each; i++) {
                verdict.check(
                        tried.find(numbered(i)).equals(Optional.of(stored(entry, i % each))),
                        StoreChecks.unlike(tried.find(numbered(i)), stored(entry, i % each)),
                        "use maps and files that are safe for threads");
            }
            long removed = tried.invalidate(ResponseStore.Selection.all());
            verdict.check(
                    removed == 4L * each,
                    removed + " entries instead of " + 4 * each,
                    "use maps and files that are safe for threads");
        }
    }

    /** Checks that threads that store answers of one key, long and short ones, find one of these, whole. */
    @Property(tries = 1)
    default void threads_of_one_key_do_not_meet(@ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        LawAssertion.within(patience(), "threads of one key do not meet", () -> {
            LawAssertion verdict = new LawAssertion("threads of one key do not meet", "4 threads with one key");
            List<ResponseStore.Entry> entries = Stream.of(1, 300, 9_000, 30_000)
                    .map(size -> new ResponseStore.Entry(
                            Json.of("x".repeat(size)), entry.stored(), entry.expires(), entry.model(), entry.tags()))
                    .toList();
            try (ResponseStore tried = AnyLimits.of(store())) {
                Rounds rounds = Rounds.of(8, 80, Duration.ofSeconds(1));
                for (int round = 0; rounds.goOn(round); round++) {
                    List<Optional<ResponseStore.Entry>> found = verdict.atOnce(entries.size(), thread -> {
                        Optional<ResponseStore.Entry> seen = Optional.of(entries.get(0));
                        for (int i = 0; i < 25 && seen.filter(entries::contains).isPresent(); i++) {
                            tried.put(numbered(0), entries.get(thread));
                            seen = tried.find(numbered(0));
                        }
                        return seen;
                    });
                    for (Optional<ResponseStore.Entry> each : found) {
                        verdict.check(
                                each.filter(entries::contains).isPresent(),
                                each.map(seen -> "an entry that nobody has stored")
                                        .orElse("no entry"),
                                "store an answer wholly or not at all: let writers of one key have files of their own");
                    }
                }
            }
        });
    }

    /** Returns how many operations that were cancelled or have no time go on, beside others. */
    private static int notRefused(ResponseStore tried, ResponseStore.Entry entry, int count) {
        Cancellation cancelled = Cancellation.create();
        cancelled.cancel("by the law");
        int wrong = 0;
        for (int i = 0; i < 4 * count; i++) {
            List<Map<String, Runnable>> both = List.of(
                    operations(tried, numbered(0), entry, ResponseStore.NO_LIMIT, cancelled),
                    operations(tried, numbered(0), entry, Duration.ZERO, Cancellation.create()));
            for (Map<String, Runnable> operations : both) {
                for (Runnable operation : operations.values()) {
                    wrong += isRefused(operation) ? 0 : 1;
                }
            }
        }
        return wrong;
    }

    /** Stores entries, removes them, stores them again, and returns how many were not found. */
    private static int storeTwice(ResponseStore tried, ResponseStore.Entry entry, int from, int count) {
        int lost = 0;
        for (boolean last : List.of(false, true)) {
            for (int i = 0; i < count; i++) {
                tried.put(numbered(from + i), stored(entry, i));
            }
            for (int i = 0; i < count; i++) {
                lost += tried.find(numbered(from + i)).equals(Optional.of(stored(entry, i))) ? 0 : 1;
            }
            for (int i = 0; i < count && !last; i++) {
                tried.remove(numbered(from + i));
            }
        }
        return lost;
    }

    private static ResponseStore.Key numbered(int number) {
        String digits = String.format(Locale.ROOT, "%064x", number);
        return new ResponseStore.Key("many", Fingerprint.parse("plb1:" + digits), Map.of(), 1);
    }

    private static ResponseStore.Entry stored(ResponseStore.Entry entry, int number) {
        return new ResponseStore.Entry(
                Json.object().with("number", number), entry.stored(), entry.expires(), entry.model(), entry.tags());
    }

    /** What was removed is gone, and nothing else is. */
    @Property(tries = 50)
    default void removed_is_gone(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        LawAssertion.within(patience(), "removed is gone", () -> {
            LawAssertion verdict = new LawAssertion("removed is gone", one + " and " + other);
            try (ResponseStore tried = AnyLimits.of(store())) {
                store(tried, one, entry);
                store(tried, other, entry);
                verdict.check(tried.remove(one), "an entry that was not there", "return whether there was one");
                verdict.check(!tried.remove(one), "an entry that is there again", "return whether there was one");
                verdict.check(tried.find(one).isEmpty(), "it is still there", "remove the entry of that key");
                verdict.check(
                        one.equals(other) || tried.find(other).isPresent(),
                        "another entry went with it",
                        "remove only the entry of that key");
            }
        });
    }

    /** A namespace, a model or a tag that is invalidated takes all its entries with it, counts them, and takes no other one. */
    @Property(tries = 25)
    default void selected_is_gone(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        LawAssertion.within(patience(), "what is selected is gone", () -> {
            for (ResponseStore.Selection selection : selections(one, entry)) {
                LawAssertion verdict =
                        new LawAssertion("what is selected is gone", selection + " of " + one + " and " + other);
                try (ResponseStore tried = AnyLimits.of(store())) {
                    store(tried, one, entry);
                    store(tried, other, entry);
                    long chosen = Stream.of(one, other)
                            .distinct()
                            .filter(key -> selection.matches(key, entry))
                            .count();
                    long removed = tried.invalidate(selection);
                    verdict.check(
                            removed == chosen,
                            "a count of " + removed + " where there are " + chosen,
                            "remove all that is selected and return how many entries that were");
                    for (ResponseStore.Key key : List.of(one, other)) {
                        verdict.check(
                                tried.find(key).isEmpty() == selection.matches(key, entry),
                                tried.find(key).isEmpty() ? "another entry went with it" : "it is still there",
                                "remove what is selected, and only that");
                    }
                }
            }
        });
    }

    /** An operation that was cancelled before has no effect. */
    @Property(tries = 10)
    default void cancelled_changes_nothing(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key key,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        LawAssertion.within(patience(), "what is cancelled changes nothing", () -> {
            LawAssertion verdict = new LawAssertion("what is cancelled changes nothing", key.toString());
            Cancellation cancelled = Cancellation.create();
            cancelled.cancel("by the law");
            try (ResponseStore tried = AnyLimits.of(store())) {
                verdict.check(
                        isRefused(() -> tried.put(key, entry, ResponseStore.NO_LIMIT, cancelled))
                                && tried.find(key).isEmpty(),
                        "an entry that was stored",
                        "look at the cancellation before an entry is stored");
                store(tried, key, entry);
                operations(tried, key, entry, ResponseStore.NO_LIMIT, cancelled).forEach((name, operation) -> {
                    verdict.check(
                            isRefused(operation),
                            name + " that was cancelled and went on",
                            "throw an AiException when an operation is cancelled");
                    verdict.check(
                            tried.find(key).equals(Optional.of(entry)),
                            name + " that was cancelled and had an effect; find then returns "
                                    + StoreChecks.unlike(tried.find(key), entry),
                            "look at the cancellation before an effect, and not behind it");
                });
                operations(tried, key, entry, Duration.ZERO, Cancellation.create())
                        .forEach((name, operation) -> {
                            verdict.check(
                                    isRefused(Category.TIMEOUT_TOTAL, operation),
                                    name + " without any time that went on",
                                    "throw an AiException TIMEOUT_TOTAL when there is no time left");
                            verdict.check(
                                    tried.find(key).equals(Optional.of(entry)),
                                    name + " without any time that had an effect; find then returns "
                                            + StoreChecks.unlike(tried.find(key), entry),
                                    "look at the time that is left before an effect, and not behind it");
                        });
                store(tried, key, new ResponseStore.Entry(Json.of("a third answer"), entry.stored()));
                verdict.close(tried);
            }
        });
    }

    private static Map<String, Runnable> operations(
            ResponseStore tried,
            ResponseStore.Key key,
            ResponseStore.Entry entry,
            Duration limit,
            Cancellation cancellation) {
        ResponseStore.Entry other = new ResponseStore.Entry(Json.of("another answer"), entry.stored());
        Map<String, Runnable> operations = new LinkedHashMap<>();
        operations.put("find", () -> tried.find(key, limit, cancellation));
        operations.put("put", () -> tried.put(key, other, limit, cancellation));
        operations.put("remove", () -> tried.remove(key, limit, cancellation));
        operations.put("invalidate", () -> tried.invalidate(ResponseStore.Selection.all(), limit, cancellation));
        return operations;
    }

    /**
     * Damages what a store has under a key, as a disk or another program may: changes a byte, cuts it. Returns whether
     * it did; a store in memory, which nobody damages, returns false, as by default.
     *
     * @param place a number from 0 to 10,000 that chooses the byte; take the remainder by the number of bytes
     */
    default boolean damage(ResponseStore store, ResponseStore.Key key, int place) {
        return false;
    }

    /** Checks that a damaged entry is said to be damaged, and that a later one replaces it. */
    @Property(tries = 50)
    default void damaged_is_said(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key key,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry,
            @ForAll @IntRange(min = 0, max = 10_000) int place) {
        LawAssertion.within(patience(), "a damaged entry is said to be damaged", () -> {
            LawAssertion verdict = new LawAssertion("a damaged entry is said to be damaged", key + " at " + place);
            ResponseStore own = store();
            try (ResponseStore tried = AnyLimits.of(own)) {
                store(tried, key, entry);
                if (damage(own, key, place)) {
                    verdict.check(
                            isRefused(Category.INVALID_RESPONSE, () -> tried.find(key)),
                            "another entry, none, or a failure of the store",
                            "throw an AiException INVALID_RESPONSE for an entry that is there and cannot be read");
                    store(tried, key, entry);
                }
            }
        });
    }

    /** Checks that a large answer is found, or refused; then the one before it is not found either. */
    @Property(tries = 1)
    default void what_is_not_kept_is_refused(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key key,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        LawAssertion.within(patience(), "what is not kept is refused", () -> {
            ResponseStore.Entry large = new ResponseStore.Entry(Json.of("x".repeat(17 << 20)), entry.stored());
            try (ResponseStore tried = AnyLimits.of(store())) {
                store(tried, key, entry);
                boolean refused = isRefused(Category.TOO_LARGE, () -> tried.put(key, large));
                Optional<ResponseStore.Entry> found = tried.find(key);
                new LawAssertion("what is not kept is refused", "an answer of 17 MiB instead of a small one")
                        .check(
                                found.equals(refused ? Optional.empty() : Optional.of(large)),
                                (refused ? "refused, and then " : "accepted, and then ")
                                        + (found.isEmpty()
                                                ? "nothing"
                                                : found.equals(Optional.of(entry)) ? "the small one" : "another entry"),
                                "throw an AiException TOO_LARGE for what is not kept, and remove what was there before");
            }
        });
    }

    /** A lease has one holder until it is released, and who waited learns that there is no answer; or all are unshared. */
    @Property(tries = 10)
    default void a_lease_has_one_holder(@ForAll(supplier = AnyInput.Key.class) ResponseStore.Key key) {
        LawAssertion.within(patience(), "a lease has one holder", () -> {
            LawAssertion verdict = new LawAssertion("a lease has one holder", key.toString());
            try (ResponseStore tried = AnyLimits.of(store())) {
                Lease first = lease(tried, key, "");
                Lease second = lease(tried, key, "");
                if (first.state() == Lease.State.UNSHARED) {
                    verdict.check(
                            isIn(second, Lease.State.UNSHARED), second.state().name(), "give every lease, or lease");
                    return;
                }
                verdict.check(
                        isIn(first, Lease.State.HELD)
                                && isIn(second, Lease.State.BUSY)
                                && second.holder().equals(first.holder()),
                        first.state() + " and " + second.state(),
                        "give the lease to one, and name it to the others");
                second.release(true);
                verdict.check(
                        isIn(lease(tried, key, ""), Lease.State.BUSY),
                        "a lease that ended",
                        "let its holder release it");
                first.release(true);
                Lease waited = lease(tried, key, first.holder());
                verdict.check(
                        isIn(waited, Lease.State.UNANSWERED),
                        waited.state().name(),
                        "show who waited that there is no answer");
                Lease third = lease(tried, key, "");
                verdict.check(isIn(third, Lease.State.HELD), third.state().name(), "give a lease that was released");
                third.release(false);
                Lease fourth = lease(tried, key, third.holder());
                verdict.check(isIn(fourth, Lease.State.HELD), fourth.state().name(), "give a lease that was released");
                fourth.release(false);
                Lease fifth = lease(tried, key, "");
                for (boolean unanswered : List.of(false, true)) {
                    fourth.release(unanswered);
                    third.release(unanswered);
                }
                Lease another = lease(tried, other(key), "");
                verdict.check(
                        isIn(another, Lease.State.HELD)
                                && Stream.of(first, third, fourth, fifth, another)
                                                .map(Lease::holder)
                                                .distinct()
                                                .count()
                                        == 5,
                        "two leases with one holder",
                        "give each lease a random name, and each key a lease of its own");
                another.release(true);
                verdict.check(
                        isIn(fifth, Lease.State.HELD) && isIn(lease(tried, key, ""), Lease.State.BUSY),
                        "a lease that ended when an earlier one was released again",
                        "compare the holder when a lease is released");
                fifth.release(false);
                fifth.release(false);
                Cancellation cancelled = Cancellation.create();
                cancelled.cancel("by the law");
                verdict.check(
                        isRefused(() -> tried.lease(key, "", ResponseStore.NO_LIMIT, cancelled))
                                && isRefused(
                                        Category.TIMEOUT_TOTAL,
                                        () -> tried.lease(key, "", Duration.ZERO, Cancellation.create())),
                        "a lease for what was cancelled, or had no time",
                        "look at limit and cancellation before a lease is given");
                verdict.check(
                        isIn(lease(tried, key, ""), Lease.State.HELD),
                        "no lease after one that was refused",
                        "give nothing when an operation is refused");
            }
        });
    }

    private static ResponseStore.Key other(ResponseStore.Key key) {
        return new ResponseStore.Key(key.namespace() + "2", key.call(), key.resources(), key.format());
    }

    /** Stores an entry for another law; if it is not found then, the message names this one as the cause. */
    private static void store(ResponseStore tried, ResponseStore.Key key, ResponseStore.Entry entry) {
        tried.put(key, entry);
        new LawAssertion(
                        "what was stored is found",
                        key + " with the answer " + entry.answer().text())
                .check(
                        tried.find(key).equals(Optional.of(entry)),
                        StoreChecks.unlike(tried.find(key), entry),
                        "store the whole answer with its times, model and tags; this is checked first, because other laws need it");
    }

    private static List<ResponseStore.Selection> selections(ResponseStore.Key key, ResponseStore.Entry entry) {
        return Stream.concat(
                        entry.tags().stream().map(ResponseStore.Selection::ofTag),
                        Stream.of(
                                ResponseStore.Selection.all(),
                                ResponseStore.Selection.ofNamespace(key.namespace()),
                                ResponseStore.Selection.ofModel(entry.model()),
                                ResponseStore.Selection.ofModel(entry.model() + ":8b"),
                                ResponseStore.Selection.ofModel(entry.model().replaceFirst(":[^:]*$", ":other")),
                                ResponseStore.Selection.ofTag("of nobody"),
                                ResponseStore.Selection.ofTag("plan"),
                                ResponseStore.Selection.ofTag("PLAN.DWG"),
                                ResponseStore.Selection.ofModel("A:B"),
                                ResponseStore.Selection.ofNamespace("A"),
                                ResponseStore.Selection.ofNamespace("of nobody")))
                .toList();
    }

    private static Lease lease(ResponseStore tried, ResponseStore.Key key, String awaited) {
        return tried.lease(key, awaited, ResponseStore.NO_LIMIT, Cancellation.create());
    }

    private static boolean isIn(Lease lease, Lease.State state) {
        return lease.state() == state;
    }

    private static boolean isRefused(Category category, Runnable operation) {
        try {
            operation.run();
            return false;
        } catch (AiException refused) {
            return refused.error().category() == category;
        } catch (RuntimeException failed) {
            return false;
        }
    }

    private static boolean isRefused(Runnable operation) {
        try {
            operation.run();
            return false;
        } catch (AiException refused) {
            return true;
        }
    }
}
