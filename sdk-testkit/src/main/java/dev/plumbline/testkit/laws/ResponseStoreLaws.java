package dev.plumbline.testkit.laws;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.ResponseStore.Lease;
import dev.plumbline.testkit.internal.LawAssertion;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The laws of every response store as jqwik properties. Implement {@link #store()} in a test class. Tests without
 * jqwik call them with an input.
 */
public interface ResponseStoreLaws {

    /** Returns an empty store; the laws close it. */
    ResponseStore store();

    /** Checks that a stored entry is found under its key, whatever its content, and that a later one replaces it. */
    @Property(tries = 100)
    default void what_was_stored_is_found(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key key,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry first,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry second) {
        LawAssertion verdict = new LawAssertion(
                "what was stored is found", key + " " + first.answer().text());
        try (ResponseStore tried = store()) {
            verdict.check(tried.find(key).isEmpty(), "an entry that was not stored", "create an empty store");
            for (ResponseStore.Entry entry : List.of(first, second)) {
                tried.put(key, entry);
                verdict.check(
                        tried.find(key).equals(Optional.of(entry)),
                        tried.find(key).isEmpty() ? "nothing" : "another entry",
                        "store the whole answer with its time, and replace an earlier entry");
            }
        }
    }

    /** Checks that keys that differ in any component have separate entries, even if their hashes collide. */
    @Property(tries = 100)
    default void keys_that_differ_anywhere_do_not_meet(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        LawAssertion verdict = new LawAssertion("keys that differ anywhere do not meet", one + " and " + other);
        try (ResponseStore tried = store()) {
            tried.put(one, entry);
            verdict.check(
                    one.equals(other) || tried.find(other).isEmpty(),
                    "the entry of the first under the second",
                    "compare namespace, fingerprint, resources and format on read, not a hash of them");
        }
    }

    /** What was removed is gone, and nothing else is. */
    @Property(tries = 50)
    default void removed_is_gone(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        LawAssertion verdict = new LawAssertion("removed is gone", one + " and " + other);
        try (ResponseStore tried = store()) {
            tried.put(one, entry);
            tried.put(other, entry);
            verdict.check(tried.remove(one), "an entry that was not there", "return whether there was one");
            verdict.check(!tried.remove(one), "an entry that is there again", "return whether there was one");
            verdict.check(tried.find(one).isEmpty(), "it is still there", "remove the entry of that key");
            verdict.check(
                    one.equals(other) || tried.find(other).isPresent(),
                    "another entry went with it",
                    "remove only the entry of that key");
        }
    }

    /** A namespace, a model or a tag that is invalidated takes all its entries with it, counts them, and takes no other one. */
    @Property(tries = 25)
    default void selected_is_gone(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        for (ResponseStore.Selection selection : selections(one, entry)) {
            LawAssertion verdict =
                    new LawAssertion("what is selected is gone", selection + " of " + one + " and " + other);
            try (ResponseStore tried = store()) {
                tried.put(one, entry);
                tried.put(other, entry);
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
    }

    /** An operation that was cancelled before has no effect. */
    @Property(tries = 10)
    default void cancelled_changes_nothing(
            @ForAll(supplier = AnyInput.Key.class) ResponseStore.Key key,
            @ForAll(supplier = AnyInput.Entry.class) ResponseStore.Entry entry) {
        LawAssertion verdict = new LawAssertion("what is cancelled changes nothing", key.toString());
        Cancellation cancelled = Cancellation.create();
        cancelled.cancel("by the law");
        try (ResponseStore tried = store()) {
            verdict.check(
                    isRefused(() -> tried.put(key, entry, ResponseStore.NO_LIMIT, cancelled))
                            && tried.find(key).isEmpty(),
                    "an entry that was stored",
                    "look at the cancellation before an entry is stored");
            tried.put(key, entry);
            verdict.check(
                    isRefused(() -> tried.find(key, ResponseStore.NO_LIMIT, cancelled))
                            && isRefused(() -> tried.remove(key, ResponseStore.NO_LIMIT, cancelled))
                            && isRefused(() ->
                                    tried.invalidate(ResponseStore.Selection.all(), ResponseStore.NO_LIMIT, cancelled))
                            && tried.find(key).isPresent(),
                    "an operation that was cancelled and went on",
                    "throw an AiException when an operation is cancelled");
        }
    }

    /** A lease has one holder until it is released, and who waited learns that there is no answer; or all are unshared. */
    @Property(tries = 10)
    default void a_lease_has_one_holder(@ForAll(supplier = AnyInput.Key.class) ResponseStore.Key key) {
        LawAssertion verdict = new LawAssertion("a lease has one holder", key.toString());
        try (ResponseStore tried = store()) {
            Lease first = lease(tried, key, "");
            Lease second = lease(tried, key, "");
            if (first.state() == Lease.State.UNSHARED) {
                verdict.check(isIn(second, Lease.State.UNSHARED), second.state().name(), "give every lease, or lease");
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
                    isIn(lease(tried, key, ""), Lease.State.BUSY), "a lease that ended", "let its holder release it");
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
        }
    }

    private static List<ResponseStore.Selection> selections(ResponseStore.Key key, ResponseStore.Entry entry) {
        return Stream.concat(
                        entry.tags().stream().map(ResponseStore.Selection::ofTag),
                        Stream.of(
                                ResponseStore.Selection.all(),
                                ResponseStore.Selection.ofNamespace(key.namespace()),
                                ResponseStore.Selection.ofModel(entry.model()),
                                ResponseStore.Selection.ofTag("of nobody"),
                                ResponseStore.Selection.ofNamespace("of nobody")))
                .toList();
    }

    private static Lease lease(ResponseStore tried, ResponseStore.Key key, String awaited) {
        return tried.lease(key, awaited, ResponseStore.NO_LIMIT, Cancellation.create());
    }

    private static boolean isIn(Lease lease, Lease.State state) {
        return lease.state() == state;
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
