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
 * @param place where the contender stands
 */
record Fault(String name, Task task, Consumer<Stand> script, Promise promise, String promised, Place place) {

    static Fault of(String name, Task task, Consumer<Stand> script, Says says) {
        return new Fault(name, task, script, says.promise(), says.words(), Place.USUAL);
    }

    /** The same in a process with little memory. */
    Fault inSmallHeap() {
        return new Fault(name + ", with a heap of 64 MB", task, script, promise, promised, Place.SMALL);
    }

    /** The same at another place. */
    Fault at(Place other) {
        return new Fault(name, task, script, promise, promised, other);
    }

    /** A promise and its words. */
    record Says(String words, Promise promise) {

        /** Both. */
        Says and(String more, Promise other) {
            return new Says(words + ", " + more, promise.and(other));
        }
    }
}
