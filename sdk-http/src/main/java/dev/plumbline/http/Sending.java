package dev.plumbline.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * A request that a thread sends, waiting with the JDK's client until the answer has ended; to interrupt that thread is to have the
 * client close the connection, in every state. The client's other way, {@code sendAsync}, ends each exchange on the common pool,
 * which on a machine with two processors is a new thread for every call. Any thread may {@link #cancel}.
 */
final class Sending {
    private @Nullable Thread thread;
    private boolean cancelled;

    /**
     * Sends and waits, unless it was cancelled.
     *
     * @throws InterruptedException when it was cancelled meanwhile; the thread's flag is clear then, as it is in any case
     */
    void run(HttpClient client, HttpRequest request, HttpResponse.BodyHandler<?> receiver)
            throws IOException, InterruptedException {
        if (begins()) {
            try {
                var unused = client.send(request, receiver);
            } finally {
                ends();
            }
        }
    }

    private synchronized boolean begins() {
        thread = cancelled ? null : Thread.currentThread();
        return !cancelled;
    }

    /** From now on nobody interrupts it, and what came too late is forgotten. */
    private synchronized void ends() {
        thread = null;
        boolean unused = Thread.interrupted();
    }

    /** Closes the connection, or keeps it from being opened. */
    synchronized void cancel() {
        cancelled = true;
        if (thread != null) {
            thread.interrupt();
        }
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }
}
