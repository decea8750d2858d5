package dev.plumbline.testkit.laws;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.check.ResponseStoreChecker;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Laws every response store keeps. Implement {@link #store()} in a test class; jqwik finds the rest. {@link
 * ResponseStoreChecker} has the same laws as plain methods.
 */
public interface ResponseStoreLaws {

    /** An empty one; the laws close it. */
    ResponseStore store();

    /** What was stored is found under its key, whatever its content, and the latest of two is the one that counts. */
    @Property(tries = 100)
    default void what_was_stored_is_found(
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key key,
            @ForAll(supplier = AnyStoreEntry.Entry.class) ResponseStore.Entry first,
            @ForAll(supplier = AnyStoreEntry.Entry.class) ResponseStore.Entry second) {
        trial().whatWasStoredIsFound(key, first, second);
    }

    /** Keys that differ in any component are different places, also when their hashes collide. */
    @Property(tries = 100)
    default void keys_that_differ_anywhere_do_not_meet(
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyStoreEntry.Entry.class) ResponseStore.Entry entry) {
        trial().keysThatDifferAnywhereDoNotMeet(one, other, entry);
    }

    /** What was invalidated is gone, it was counted, and nothing else is. */
    @Property(tries = 50)
    default void invalidated_is_gone(
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyStoreEntry.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyStoreEntry.Entry.class) ResponseStore.Entry entry) {
        trial().invalidatedIsGone(one, other, entry);
    }

    private ResponseStoreChecker trial() {
        return new ResponseStoreChecker(this::store);
    }
}
