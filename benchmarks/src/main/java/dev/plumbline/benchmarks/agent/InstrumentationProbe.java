package dev.plumbline.benchmarks.agent;

/**
 * The methods that instrumented code calls. They pass on to one {@link ProbeListener}; the agent has no other way to reach it, so it is
 * held statically. Safe for any number of threads.
 */
public final class InstrumentationProbe {
    private static volatile ProbeListener recorder = ProbeListener.NONE;

    private InstrumentationProbe() {}

    /** Passes on to that recorder from now on. */
    static void record(ProbeListener next) {
        recorder = next;
    }

    /** A method is entered. */
    public static void entered(int method) {
        recorder.entered(method);
    }

    /** A lambda is evaluated. */
    public static void lambdaMade() {
        recorder.lambdaMade();
    }

    /** A method of Optional is called. */
    public static void optionalCalled() {
        recorder.optionalCalled();
    }

    /** A monitor is entered. */
    public static void monitorEntered() {
        recorder.monitorEntered();
    }

    /** A lock is asked for. */
    public static void lockTaken() {
        recorder.lockTaken();
    }

    /** An object is made. */
    public static void objectMade(String type) {
        recorder.objectMade(type);
    }

    /** An event is delivered. */
    public static void delivered(Object event) {
        recorder.delivered(event);
    }

    static void socketWritten() {
        recorder.socketWritten();
    }
}
