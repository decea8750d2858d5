package dev.plumbline.benchmarks.agent;

/**
 * The methods that instrumented code calls. They call one {@link ProbeListener}, which is static because instrumented
 * code cannot reach it otherwise. Thread-safe.
 */
public final class InstrumentationProbe {
    private static volatile ProbeListener recorder = ProbeListener.NONE;

    private InstrumentationProbe() {}

    /** Sets the listener. */
    static void record(ProbeListener next) {
        recorder = next;
    }

    /** Reports that a method is entered. */
    public static void entered(int method) {
        recorder.entered(method);
    }

    /** Reports that a lambda is evaluated. */
    public static void lambdaMade(int method) {
        recorder.lambdaMade(method);
    }

    /** Reports that a method of Optional is called. */
    public static void optionalCalled(int method) {
        recorder.optionalCalled(method);
    }

    /** Reports that a monitor is entered. */
    public static void monitorEntered(int method) {
        recorder.monitorEntered(method);
    }

    /** Reports that a lock is requested. */
    public static void lockTaken() {
        recorder.lockTaken();
    }

    /** Reports that an object is created. */
    public static void objectMade(String type, int method) {
        recorder.objectMade(type, method);
    }

    /** Reports that an event is delivered. */
    public static void delivered(Object event) {
        recorder.delivered(event);
    }

    static void socketWritten() {
        recorder.socketWritten();
    }
}
