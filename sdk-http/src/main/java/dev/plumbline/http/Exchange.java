package dev.plumbline.http;

import dev.plumbline.call.Spending;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer, as its caller sees them. The caller's thread only ever waits in the inbox; whoever stops the
 * exchange frees it at once, and the connection is closed behind its back. One use: {@link #begin}, then {@link #read} or
 * {@link #beginning}, and {@link #leave} in any case. One thread does all of that; any thread may {@link #stop}.
 */
public final class Exchange {
    /** A close that was on its way when we sent is here within a round trip; one that takes longer may follow work. */
    private static final long ROUND_TRIP = 1_000_000_000;

    private final Transport transport;
    private final Timekeeper time;
    private final HttpRequest request;
    private final Inbox inbox = new Inbox();
    private final Deadlines deadlines;
    private final BodyReader reader;
    private final boolean mayReuse;
    private final Sending sending = new Sending();
    private volatile Receiver receiver = new Receiver(inbox, this::cancel);
    private volatile boolean viaProxy;
    private volatile long sentAt;
    private boolean resent;
    private Optional<Head> head = Optional.empty();

    Exchange(Transport transport, Request request, Spending spending, Timekeeper time) {
        this.transport = transport;
        this.time = time;
        this.deadlines = new Deadlines(time, request.deadlines(transport.timeouts()), this::stop);
        this.request = Outgoing.of(request, transport.network().http2(), this::connected);
        this.reader = new BodyReader(this, spending);
        this.mayReuse = transport.mayReuse();
    }

    /**
     * Sends the request and waits for the head of its answer. Proxies and names are looked up on a thread of the transport.
     *
     * @throws AiException when there is none, or when it was stopped; an interrupt is CANCELLED and keeps its flag
     */
    public Head begin() {
        deadlines.begin();
        transport.background(this::send);
        Arrival arrival = next();
        if (arrival instanceof Arrival.Begin begin) {
            head = Optional.of(begin.head());
            return begin.head();
        }
        Throwable cause = arrival instanceof Arrival.Broken broken ? broken.cause() : new IllegalStateException();
        throw new AiException(failure(cause));
    }

    /**
     * Reads the answer to its end, or to where its receiver says that it is over.
     *
     * @throws AiException when it breaks, is cut, is too long, is neither a stream of events nor JSON, or was stopped
     */
    public void read(Content content) {
        try {
            reader.read(head.orElseThrow(), content);
        } catch (IOException e) {
            throw new AiException(failure(e));
        }
    }

    /**
     * At most that many bytes of the answer, of whatever type: what an error has to say. What breaks on the way only makes it
     * shorter.
     *
     * @throws AiException CANCELLED when it was stopped so
     */
    public byte[] beginning(int most) {
        return reader.beginning(head.orElseThrow(), most);
    }

    private AiError failure(Throwable cause) {
        return Failures.of(cause, head.isPresent(), viaProxy);
    }

    /** Ends the exchange with that error, from any thread; returns at once. */
    public void stop(AiError error) {
        inbox.stop(error);
        transport.background(this::cancel);
    }

    /** The caller goes. An answer that was read to its end may serve again with its connection; any other is closed. */
    public void leave() {
        if (reader.isClean()) {
            receiver.leave();
            deadlines.left(transport.grace(), () -> transport.background(this::cancel));
        } else {
            deadlines.close();
            transport.background(this::cancel);
        }
    }

    /** The wall clock, against which servers give dates. */
    public Instant now() {
        return time.instant();
    }

    Deadlines deadlines() {
        return deadlines;
    }

    BodyStream body() {
        return new BodyStream(this);
    }

    void throwIfStopped() {
        inbox.throwIfStopped();
    }

    void more() {
        receiver.more();
    }

    Arrival next() {
        try {
            return inbox.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AiException(
                    AiError.of(AiError.Category.CANCELLED, "interrupted", "the waiting thread was interrupted"));
        }
    }

    private void send() {
        try {
            HttpClient client = transport.client(request.uri());
            viaProxy = transport.way().isViaProxy(client, request.uri());
            sending.run(client, request, receiver);
            ended(null);
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            ended(e);
        }
    }

    private void connected() {
        sentAt = time.nanos();
        deadlines.connected();
    }

    private void ended(@Nullable Throwable failure) {
        if (failure != null && isStale(failure)) {
            resent = true;
            receiver = new Receiver(inbox, this::cancel);
            transport.background(this::send);
            return;
        }
        transport.forget(this);
        deadlines.over();
        if (failure != null) {
            inbox.put(new Arrival.Broken(failure));
        }
    }

    /**
     * Whether the request met a connection that had served before and that the server gave up in the same moment: then it is
     * sent once more, unseen. That is for HTTP to know, not for a layer that counts attempts. A server that was silent for
     * longer may have worked on the request: that is an error, and the retry layer's to decide.
     */
    private boolean isStale(Throwable failure) {
        return mayReuse
                && !resent
                && !sending.isCancelled()
                && !receiver.hasBegun()
                && time.nanos() - sentAt < ROUND_TRIP
                && Failures.isHangUp(failure);
    }

    /** Closes the connection; to cancel the body's subscription would keep the JDK's client from ever ending its thread. */
    void cancel() {
        sending.cancel();
        transport.forget(this);
    }
}
