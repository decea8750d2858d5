package dev.plumbline.benchmarks.agent;

/**
 * The static method that instrumented socket code of the JDK calls. The agent adds only this class to the boot loader,
 * because the JDK sees no other, so it has no dependencies. Thread-safe.
 */
public final class SocketWriteHook {
    private static volatile Runnable listener = () -> {};

    private SocketWriteHook() {}

    /** Sets the action that is called on the writing thread. */
    public static void listen(Runnable next) {
        listener = next;
    }

    /** Reports that bytes are about to be written to a socket. */
    public static void written() {
        listener.run();
    }
}
