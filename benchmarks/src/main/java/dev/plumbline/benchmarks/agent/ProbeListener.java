package dev.plumbline.benchmarks.agent;

/**
 * What instrumented code reports, on the thread that runs it. An implementation must be safe for any number of threads, and must not
 * call the code that it counts.
 */
interface ProbeListener {
    /** A recorder that ignores everything. */
    ProbeListener NONE = new ProbeListener() {};

    /** A method is entered; the number is that of {@link MethodRegistry}. */
    default void entered(int method) {}

    /** A lambda or a method reference is evaluated. */
    default void lambdaMade() {}

    /** A method of {@link java.util.Optional} is called. */
    default void optionalCalled() {}

    /** A monitor is entered. */
    default void monitorEntered() {}

    /** A lock is asked for. */
    default void lockTaken() {}

    /** An object of that class, an internal name, is made. */
    default void objectMade(String type) {}

    /** An observer is given that event. */
    default void delivered(Object event) {}

    /** Bytes are written to a socket, by whomever. */
    default void socketWritten() {}
}
