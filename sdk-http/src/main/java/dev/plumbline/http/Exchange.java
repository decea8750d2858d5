package dev.plumbline.http;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Scheduler;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer. The caller's thread writes and reads the connection itself; a thread that stops the exchange closes the
 * connection, which frees the caller at once, and so does an interrupt. One use: {@link #begin}, then {@link #read} or
 * {@link #beginning}, and {@link #leave} in any case. One thread does all of that; any thread may {@link #stop}.
 */
public final class Exchange {
    private static final Closeable NOTHING = () -> {};
    private static final byte[] NO_BODY = new byte[0];

    private final HttpTransport transport;
    private final Scheduler time;
    private final Request request;
    private final Deadlines deadlines;
    private final ResponseBodyReader reader;
    private @Nullable HttpConnection connection;
    private @Nullable ResponseHead head;
    private boolean viaProxy;

    /** What to close to free the caller; guarded by this, as is who stopped it. */
    private Closeable held = NOTHING;

    private boolean over;
    private volatile @Nullable AiError stopped;

    Exchange(HttpTransport transport, Request request, BudgetTracker spending, Scheduler time) {
        this.transport = transport;
        this.time = time;
        this.request = request;
        this.deadlines = new Deadlines(time, request.deadlines(transport.timeouts()), this::stop);
        this.reader = new ResponseBodyReader(this, spending);
    }

    /**
     * Sends the request and waits for the head of its answer. Proxies and names are looked up on a thread of the transport, unless
     * they were a moment ago.
     *
     * @throws AiException when there is none, or when it was stopped; an interrupt is CANCELLED and keeps its flag
     */
    public ResponseHead begin() {
        deadlines.begin();
        try {
            Route direct = Route.direct(request.address());
            ResponseHead first = exchanged(resolved(direct), direct);
            if (viaProxy
                    && !transport.connector().logsIn()
                    && transport.connector().wantsLogin(first.status())) {
                Objects.requireNonNull(connection).close();
                first = exchanged(resolved(direct), direct);
            }
            head = first;
            return first;
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private Route.Resolved resolved(Route direct) throws IOException {
        Optional<AddressResolver> own = request.resolver();
        if (own.isPresent()) {
            return lookedUp(() -> RouteResolver.find(direct, own.get()));
        }
        Route.Resolved known = transport.lookup().known(direct);
        return known != null ? known : lookedUp(() -> transport.lookup().find(request.address()));
    }

    /** The caller waits for a thread that nobody can interrupt, and can go at any time. */
    private Route.Resolved lookedUp(Callable<Route.Resolved> asking) throws IOException {
        FutureTask<Route.Resolved> task = new FutureTask<>(asking);
        hold(() -> task.cancel(false));
        transport.background(task);
        try {
            return task.get();
        } catch (CancellationException e) {
            throwIfStopped();
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw e.getCause() instanceof RuntimeException refused ? refused : new IllegalStateException(e.getCause());
        }
    }

    private ResponseHead exchanged(Route.Resolved resolved, Route direct) throws IOException {
        Route route = resolved.route();
        viaProxy = route.viaProxy();
        HttpConnection kept =
                request.resolver().isPresent() ? null : transport.pool().take(route);
        HttpConnection used = kept != null ? kept : opened(resolved, direct);
        connection = used;
        hold(used);
        deadlines.connected();
        byte[] bytes = RequestHead.of(request, route, transport.connector().login());
        try {
            used.send(bytes, request.body().orElse(NO_BODY));
        } catch (IOException broken) {
            return answerBefore(broken, used);
        }
        return used.receive(request.method());
    }

    private HttpConnection opened(Route.Resolved resolved, Route direct) throws IOException {
        try {
            return transport.connector().open(resolved, this::hold);
        } catch (IOException e) {
            transport.lookup().forget(direct);
            throw e;
        }
    }

    /** A server that refuses a request may answer before it has read it, and close. */
    private ResponseHead answerBefore(IOException broken, HttpConnection used) throws IOException {
        try {
            return used.receive(request.method());
        } catch (IOException none) {
            broken.addSuppressed(none);
            throw broken;
        }
    }

    /**
     * Reads the answer to its end, or to where its receiver says that it is over.
     *
     * @throws AiException when it breaks, is cut, is too long, is neither a stream of events nor JSON, or was stopped
     */
    public void read(ResponseBodyHandler content) {
        try {
            reader.read(Objects.requireNonNull(head), content);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /**
     * At most that many bytes of the answer, of whatever type: what an error has to say. What breaks on the way only makes it
     * shorter.
     *
     * @throws AiException CANCELLED when it was stopped so
     */
    public byte[] beginning(int most) {
        byte[] said = reader.beginning(Objects.requireNonNull(head), most);
        AiError error = stopped;
        if (error != null && error.category() == AiError.Category.CANCELLED) {
            throw new AiException(error);
        }
        return said;
    }

    /**
     * The whole answer, of whatever type, as it came.
     *
     * @param most bytes that it may have
     * @throws AiException PROTOCOL {@code limit} when it has more, and as {@link #read} does
     */
    public byte[] whole(int most) {
        try {
            return reader.bytes(most);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** The reason it was stopped, if it was, or else the meaning of the exception. */
    private AiException failure(IOException thrown) {
        AiError error = stopped;
        if (error == null && Thread.currentThread().isInterrupted()) {
            return interrupted();
        }
        return new AiException(error != null ? error : ConnectionErrorMapper.of(thrown, head != null, viaProxy));
    }

    private static AiException interrupted() {
        return new AiException(
                AiError.of(AiError.Category.CANCELLED, "interrupted", "the waiting thread was interrupted"));
    }

    /** Ends the exchange with that error, from any thread; returns at once. The first error stays. */
    public void stop(AiError error) {
        Closeable used;
        synchronized (this) {
            if (over || stopped != null) {
                return;
            }
            stopped = error;
            used = held;
        }
        close(used);
    }

    /** Something to close when it is stopped, in place of what there was. */
    private void hold(Closeable next) {
        synchronized (this) {
            held = next;
        }
        if (stopped != null) {
            close(next);
            throwIfStopped();
        }
    }

    private static void close(Closeable used) {
        try {
            used.close();
        } catch (IOException gone) {
            // it is not used any more
        }
    }

    /** The caller goes. An answer that was read to its end may serve again with its connection; any other is closed. */
    public void leave() {
        deadlines.close();
        HttpConnection used = connection;
        boolean serves;
        synchronized (this) {
            over = true;
            serves = stopped == null && reader.isClean() && request.resolver().isEmpty();
        }
        if (used == null) {
            close(held);
        } else if (serves && used.isReusable()) {
            transport.release(used, time);
        } else {
            used.close();
        }
        transport.forget(this);
    }

    /** The wall clock, against which servers give dates. */
    public Instant now() {
        return time.instant();
    }

    Deadlines deadlines() {
        return deadlines;
    }

    InputStream body() {
        return Objects.requireNonNull(connection).body();
    }

    void throwIfStopped() {
        AiError error = stopped;
        if (error != null) {
            throw new AiException(error);
        }
    }
}
