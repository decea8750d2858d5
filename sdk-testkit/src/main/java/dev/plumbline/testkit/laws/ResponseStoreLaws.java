package dev.plumbline.testkit.laws;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.check.ResponseStoreChecker;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The laws of every response store as jqwik properties. Implement {@link #store()} in a test class. {@link
 * ResponseStoreChecker} has the same laws as plain methods.
 */
public interface ResponseStoreLaws {

    /** Returns an empty store; the laws close it. */
    ResponseStore store();

    /** Checks that a stored entry is found under its key, whatever its content, and that a later one replaces it. */
    @Property(tries = 100)
    default void what_was_stored_is_found(
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key key,
            @ForAll(supplier = AnyStoreEntry.Entry.class) ResponseStore.Entry first,
            @ForAll(supplier = AnyStoreEntry.Entry.class) ResponseStore.Entry second) {
        trial().whatWasStoredIsFound(key, first, second);
    }

    /** Checks that keys that differ in any component have separate entries, even if their hashes collide. */
    @Property(tries = 100)
    default void keys_that_differ_anywhere_do_not_meet(
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyStoreEntry.Entry.class) ResponseStore.Entry entry) {
        trial().keysThatDifferAnywhereDoNotMeet(one, other, entry);
    }

    /** What was removed is gone, and nothing else is. */
    @Property(tries = 50)
    default void removed_is_gone(
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyStoreEntry.Entry.class) ResponseStore.Entry entry) {
        trial().removedIsGone(one, other, entry);
    }

    /** A namespace, a model or a tag that is invalidated takes all its entries with it, counts them, and takes no other one. */
    @Property(tries = 25)
    default void selected_is_gone(
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyStoreEntry.Entry.class) ResponseStore.Entry entry) {
        trial().selectedIsGone(one, other, entry);
    }

    /** An operation that was cancelled before has no effect. */
    @Property(tries = 10)
    default void cancelled_changes_nothing(
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key key,
            @ForAll(supplier = AnyStoreEntry.Entry.class) ResponseStore.Entry entry) {
        trial().cancelledChangesNothing(key, entry);
    }

    /** A lease has one holder until it is released, and who waited learns that there is no answer; or all are unshared. */
    @Property(tries = 10)
    default void a_lease_has_one_holder(@ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key key) {
        trial().aLeaseHasOneHolder(key);
    }

    private ResponseStoreChecker trial() {
        return new ResponseStoreChecker(this::store);
    }
}
