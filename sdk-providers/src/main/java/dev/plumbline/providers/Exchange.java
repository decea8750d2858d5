package dev.plumbline.providers;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
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

    /** A request's body that tells when it is asked for: that is when the connection stands. */
    private static final class Sending implements HttpRequest.BodyPublisher {
        private final HttpRequest.BodyPublisher bytes;
        private final Runnable begun;

        Sending(byte[] body, Runnable begun) {
            this.bytes = HttpRequest.BodyPublishers.ofByteArray(body);
            this.begun = begun;
        }

        @Override
        public long contentLength() {
            return bytes.contentLength();
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
            begun.run();
            bytes.subscribe(subscriber);
        }
    }

    /**
     * The HTTP client's side of an exchange: puts what arrives into the inbox, one piece at a time as they are asked for, so
     * a slow reader slows the server down. Never blocks.
     */
    private static final class Receiver implements HttpResponse.BodyHandler<Void>, HttpResponse.BodySubscriber<Void> {
        private final Inbox inbox;
        private final CompletableFuture<Void> whole = new CompletableFuture<>();
        private final AtomicReference<Flow.@Nullable Subscription> source = new AtomicReference<>();
        private final Runnable tooMuch;
        private volatile boolean left;

        /** A receiver that runs {@code tooMuch} when content comes after the reader has left. */
        Receiver(Inbox inbox, Runnable tooMuch) {
            this.inbox = inbox;
            this.tooMuch = tooMuch;
        }

        /** Asks for another piece. */
        void more() {
            Flow.Subscription subscription = source.get();
            if (subscription != null) {
                subscription.request(1);
            }
        }

        /** Wants no more content, but an end that comes by itself, so that the connection can be used again. */
        void leave() {
            left = true;
            more();
        }

        @Override
        public HttpResponse.BodySubscriber<Void> apply(HttpResponse.ResponseInfo head) {
            inbox.put(new Arrival.Head(head.statusCode(), head.headers()));
            return this;
        }

        /** Incomplete until the body has ended, so that cancelling the exchange works until then. */
        @Override
        public CompletionStage<Void> getBody() {
            return whole;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            source.set(subscription);
            subscription.request(1);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            if (!left) {
                inbox.put(new Arrival.Body(buffers));
                return;
            }
            if (buffers.stream().anyMatch(Buffer::hasRemaining)) {
                tooMuch.run();
            }
            more();
        }

        @Override
        public void onError(Throwable cause) {
            inbox.put(new Arrival.Broken(cause));
            whole.completeExceptionally(cause);
        }

        @Override
        public void onComplete() {
            inbox.put(new Arrival.End());
            whole.complete(null);
        }
    }
}
