package dev.plumbline.benchmarks.agent;

/**
 * Receives the reports of instrumented code, on the thread that runs it. An implementation must be thread-safe and must
 * not call the code that it counts. A number of a method is that of {@link MethodRegistry}: the method that does it.
 */
interface ProbeListener {
    /** A listener that ignores everything. */
    ProbeListener NONE = new ProbeListener() {};

    /** Called when a method is entered. */
    default void entered(int method) {}

    /** Called when a lambda or a method reference is evaluated. */
    default void lambdaMade(int method) {}

    /** Called when a method of {@link java.util.Optional} is called. */
    default void optionalCalled(int method) {}

    /** Called when a monitor is entered. */
    default void monitorEntered(int method) {}

    /** Called when a lock is requested. */
    default void lockTaken() {}

    /** Called when an object of that class, an internal name, is created. */
    default void objectMade(String type, int method) {}

    /** Called when an event is delivered to an observer. */
    default void delivered(Object event) {}

    /** Called when any code writes to a socket. */
    default void socketWritten() {}
}
