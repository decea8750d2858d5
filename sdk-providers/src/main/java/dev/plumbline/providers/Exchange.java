package dev.plumbline.providers;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request and its answer, as its caller sees them. The caller's thread only ever waits in the inbox; whoever
 * stops the exchange frees it at once, and the connection is closed behind its back.
 */
final class Exchange {
    private final Transport transport;
    private final HttpRequest request;
    private final Inbox inbox = new Inbox();
    private final Receiver receiver = new Receiver(inbox, this::cancel);
    private final Deadlines deadlines;
    private final AtomicReference<@Nullable CompletableFuture<?>> running = new AtomicReference<>();
    private volatile boolean cancelled;

    Exchange(Transport transport, HttpRequest.Builder request, byte[] body) {
        this.transport = transport;
        this.deadlines = new Deadlines(transport.time(), transport.timeouts(), this::stop);
        this.request = request.POST(new Sending(body, deadlines::connected)).build();
    }

    Deadlines deadlines() {
        return deadlines;
    }

    /** Sends the request, on a thread of the transport: looking up names and certificates takes time. */
    void begin() {
        deadlines.begin();
        transport.background(this::send);
    }

    private void send() {
        try {
            if (!cancelled) {
                follow(transport.client().sendAsync(request, receiver));
            }
        } catch (RuntimeException | Error e) {
            ended(e);
        }
    }

    private void follow(CompletableFuture<?> future) {
        running.set(future);
        var unused = future.whenComplete((response, failure) -> ended(failure));
        if (cancelled) {
            cancel();
        }
    }

    private void ended(@Nullable Throwable failure) {
        transport.forget(this);
        if (failure != null) {
            inbox.put(new Arrival.Broken(failure));
        }
    }

    /** Ends the exchange with that error, from any thread; returns at once. */
    void stop(AiError error) {
        cancelled = true;
        inbox.stop(error);
        transport.background(this::cancel);
    }

    /** The wall clock, against which servers give dates. */
    Instant now() {
        return transport.time().instant();
    }

    void throwIfStopped() {
        inbox.throwIfStopped();
    }

    void more() {
        receiver.more();
    }

    /**
     * The next thing that happens; waits for it.
     *
     * @throws AiException when the exchange was stopped, or the waiting thread interrupted: then it is CANCELLED and keeps
     *     its interrupt flag
     */
    Arrival next() {
        try {
            return inbox.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AiException(
                    AiError.of(AiError.Category.CANCELLED, "interrupted", "the waiting thread was interrupted"));
        }
    }

    /**
     * The head of the answer; waits for it.
     *
     * @throws IOException when there is none
     */
    Arrival.Head head() throws IOException {
        Arrival arrival = next();
        if (arrival instanceof Arrival.Head head) {
            return head;
        }
        Throwable cause = arrival instanceof Arrival.Broken broken ? broken.cause() : new IllegalStateException();
        throw cause instanceof IOException io ? io : new IOException(cause);
    }

    /** The caller goes. When the answer is over, its connection may end by itself and serve again, else it is closed. */
    void leave(boolean over) {
        deadlines.close();
        if (over) {
            receiver.leave();
            transport.closeLater(this);
        } else {
            transport.background(this::cancel);
        }
    }

    /**
     * Closes the connection. Cancelling the future is the one way to do so in every state; cancelling the body's
     * subscription would keep the JDK's client from ever ending its thread.
     */
    void cancel() {
        cancelled = true;
        CompletableFuture<?> future = running.get();
        if (future != null) {
            future.cancel(true);
        }
        transport.forget(this);
    }
}
