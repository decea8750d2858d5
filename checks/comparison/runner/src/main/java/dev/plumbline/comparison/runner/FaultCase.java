package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.PeerTask;
import java.util.function.Consumer;

/**
 * A fault of the service, and the expected behaviour.
 *
 * @param name its row in the list of faults, and its description
 * @param task the task of the peer
 * @param script the script of the service
 * @param promise the expectation
 * @param promised the expectation in words
 * @param place the environment of the peer
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

    /** Returns a copy for a process with little memory. */
    FaultCase inSmallHeap() {
        return new FaultCase(name + ", with a heap of 64 MB", task, script, promise, promised, PeerEnvironment.SMALL);
    }

    /** Returns a copy for another environment. */
    FaultCase at(PeerEnvironment other) {
        return new FaultCase(name, task, script, promise, promised, other);
    }

    /** An expectation and its description. */
    record NamedExpectation(String words, Expectation promise) {

        /** Returns the conjunction with another expectation. */
        NamedExpectation and(String more, Expectation other) {
            return new NamedExpectation(words + ", " + more, promise.and(other));
        }
    }
}
