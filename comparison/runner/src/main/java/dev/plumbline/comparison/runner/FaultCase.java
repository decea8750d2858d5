package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.PeerTask;
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
record FaultCase(
        String name,
        PeerTask task,
        Consumer<FaultServer> script,
        Expectation promise,
        String promised,
        PeerEnvironment place) {

    static FaultCase of(String name, PeerTask task, Consumer<FaultServer> script, NamedExpectation says) {
        return new FaultCase(name, task, script, says.promise(), says.words(), PeerEnvironment.USUAL);
    }

    /** The same in a process with little memory. */
    FaultCase inSmallHeap() {
        return new FaultCase(name + ", with a heap of 64 MB", task, script, promise, promised, PeerEnvironment.SMALL);
    }

    /** The same at another place. */
    FaultCase at(PeerEnvironment other) {
        return new FaultCase(name, task, script, promise, promised, other);
    }

    /** A promise and its words. */
    record NamedExpectation(String words, Expectation promise) {

        /** Both. */
        NamedExpectation and(String more, Expectation other) {
            return new NamedExpectation(words + ", " + more, promise.and(other));
        }
    }
}
