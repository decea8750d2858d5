package dev.plumbline.testkit.laws;

import dev.plumbline.extend.ResponseStore;
import dev.plumbline.testkit.trial.Verdict;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Laws every response store keeps. Implement {@link #store()} in a test class; jqwik finds the rest. */
public interface ResponseStoreLaws {

    /** An empty one; the laws close it. */
    ResponseStore store();

    /** What was stored is found under its key, whatever its content, and the latest of two is the one that counts. */
    @Property(tries = 100)
    default void what_was_stored_is_found(
            @ForAll(supplier = AnyStored.Key.class) ResponseStore.Key key,
            @ForAll(supplier = AnyStored.Entry.class) ResponseStore.Entry first,
            @ForAll(supplier = AnyStored.Entry.class) ResponseStore.Entry second) {
        Verdict verdict = new Verdict(
                "what was stored is found", key + " " + first.answer().text());
        try (ResponseStore store = store()) {
            verdict.require(store.find(key).isEmpty(), "an entry nobody stored", "hand out an empty store");
            for (ResponseStore.Entry entry : new ResponseStore.Entry[] {first, second}) {
                store.store(key, entry);
                verdict.require(
                        store.find(key).equals(Optional.of(entry)),
                        store.find(key).isEmpty() ? "nothing" : "another entry",
                        "keep the whole answer with its time, and replace what was there");
            }
        }
    }

    /** Keys that differ in any component are different places, also when their hashes collide. */
    @Property(tries = 100)
    default void keys_that_differ_anywhere_do_not_meet(
            @ForAll(supplier = AnyStored.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyStored.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyStored.Entry.class) ResponseStore.Entry entry) {
        Verdict verdict = new Verdict("keys that differ anywhere do not meet", one + " and " + other);
        try (ResponseStore store = store()) {
            store.store(one, entry);
            verdict.require(
                    one.equals(other) || store.find(other).isEmpty(),
                    "the entry of the first under the second",
                    "compare namespace, fingerprint, resources and format on read, not a hash of them");
        }
    }

    /** What was invalidated is gone, it was counted, and nothing else is. */
    @Property(tries = 50)
    default void invalidated_is_gone(
            @ForAll(supplier = AnyStored.Key.class) ResponseStore.Key one,
            @ForAll(supplier = AnyStored.Key.class) ResponseStore.Key other,
            @ForAll(supplier = AnyStored.Entry.class) ResponseStore.Entry entry) {
        Verdict verdict = new Verdict("invalidated is gone", one + " and " + other);
        try (ResponseStore store = store()) {
            store.store(one, entry);
            store.store(other, entry);
            long removed = store.invalidate(one::equals);
            verdict.require(removed == 1, "a count of " + removed, "say how many entries were removed");
            verdict.require(store.find(one).isEmpty(), "it is still there", "remove what the predicate chooses");
            verdict.require(
                    one.equals(other) || store.find(other).isPresent(),
                    "another entry went with it",
                    "remove only what the predicate chooses");
        }
    }
}
