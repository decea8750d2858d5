package dev.plumbline.benchmarks.agent;

/**
 * The method that the JDK's own socket code is made to call. The agent gives this class, alone, to the boot loader, because the JDK
 * sees no other; so it depends on nothing and is held statically. Safe for any number of threads.
 */
public final class SocketWriteHook {
    private static volatile Runnable listener = () -> {};

    private SocketWriteHook() {}

    /** Calls that one from now on, on the thread that writes. */
    public static void listen(Runnable next) {
        listener = next;
    }

    /** Bytes are about to be written to a socket. */
    public static void written() {
        listener.run();
    }
}
