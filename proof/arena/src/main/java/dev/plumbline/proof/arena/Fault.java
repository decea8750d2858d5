package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Task;
import java.util.function.Consumer;

/**
 * Something that goes wrong at the service, and what is promised all the same.
 *
 * @param name its row in the catalogue of faults, and what happens
 * @param task what the contender is doing
 * @param script the service
 * @param promise what is to be true in the end
 * @param promised the same in words
 * @param smallHeap whether the process has 64 MB only
 */
record Fault(String name, Task task, Consumer<Stand> script, Promise promise, String promised, boolean smallHeap) {

    static Fault of(String name, Task task, Consumer<Stand> script, Says says) {
        return new Fault(name, task, script, says.promise(), says.words(), false);
    }

    /** The same in a process with little memory. */
    Fault inSmallHeap() {
        return new Fault(name + ", with a heap of 64 MB", task, script, promise, promised, true);
    }

    /** A promise and its words. */
    record Says(String words, Promise promise) {

        /** Both. */
        Says and(String more, Promise other) {
            return new Says(words + ", " + more, promise.and(other));
        }
    }
}
