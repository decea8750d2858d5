package dev.plumbline.testkit.check;

import dev.plumbline.policy.ResponseStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One response store, used without a cache around it. Each method is a law, opens a store and closes it, and throws an
 * AssertionError that names the law, the keys and the fix.
 *
 * @param store makes an empty one
 */
public record ResponseStoreChecker(Supplier<ResponseStore> store) {

    /** What was stored is found under its key, whatever its content, and the latest of two is the one that counts. */
    public void whatWasStoredIsFound(ResponseStore.Key key, ResponseStore.Entry first, ResponseStore.Entry second) {
        LawAssertion verdict = new LawAssertion(
                "what was stored is found", key + " " + first.answer().text());
        try (ResponseStore tried = store.get()) {
            verdict.require(tried.find(key).isEmpty(), "an entry nobody stored", "hand out an empty store");
            for (ResponseStore.Entry entry : List.of(first, second)) {
                tried.store(key, entry);
                verdict.require(
                        tried.find(key).equals(Optional.of(entry)),
                        tried.find(key).isEmpty() ? "nothing" : "another entry",
                        "keep the whole answer with its time, and replace what was there");
            }
        }
    }

    /** Keys that differ in any component are different places, also when their hashes collide. */
    public void keysThatDifferAnywhereDoNotMeet(
            ResponseStore.Key one, ResponseStore.Key other, ResponseStore.Entry entry) {
        LawAssertion verdict = new LawAssertion("keys that differ anywhere do not meet", one + " and " + other);
        try (ResponseStore tried = store.get()) {
            tried.store(one, entry);
            verdict.require(
                    one.equals(other) || tried.find(other).isEmpty(),
                    "the entry of the first under the second",
                    "compare namespace, fingerprint, resources and format on read, not a hash of them");
        }
    }

    /** What was invalidated is gone, it was counted, and nothing else is. */
    public void invalidatedIsGone(ResponseStore.Key one, ResponseStore.Key other, ResponseStore.Entry entry) {
        LawAssertion verdict = new LawAssertion("invalidated is gone", one + " and " + other);
        try (ResponseStore tried = store.get()) {
            tried.store(one, entry);
            tried.store(other, entry);
            long removed = tried.invalidate(one::equals);
            verdict.require(removed == 1, "a count of " + removed, "say how many entries were removed");
            verdict.require(tried.find(one).isEmpty(), "it is still there", "remove what the predicate chooses");
            verdict.require(
                    one.equals(other) || tried.find(other).isPresent(),
                    "another entry went with it",
                    "remove only what the predicate chooses");
        }
    }
}
