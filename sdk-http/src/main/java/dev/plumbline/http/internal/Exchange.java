package dev.plumbline.http.internal;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Scheduler;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response. The caller's thread writes and reads the connection itself; another thread that stops
 * the exchange closes the connection, which ends the caller's wait at once, and so does an interrupt. Used once: {@link
 * #send}, then {@link #read} or {@link #readPrefix}, and {@link #release} in any case, all by one thread. Any thread
 * may {@link #cancel}.
 */
public final class Exchange {
    private static final byte[] NO_BODY = new byte[0];

    private final HttpTransport transport;
    private final Scheduler time;
    private final Request request;
    private final Deadlines deadlines;
    private final ResponseBodyReader reader;
    private @Nullable HttpConnection connection;
    private @Nullable ResponseHead head;
    private Route route;
    private boolean passed; // whether the proxy of the route, if there is one, has let the connection through

    /** The resource to close to end the caller's wait; guarded by this, as is the error that stopped it. */
    private @Nullable Closeable held;

    private boolean over;
    private volatile @Nullable AiError stopped;

    Exchange(HttpTransport transport, Request request, BudgetTracker spending, Scheduler time) {
        this.transport = transport;
        this.time = time;
        this.request = request;
        this.route = Route.direct(request.address());
        this.deadlines = new Deadlines(time, request.deadlines(transport.timeouts()), this::cancel);
        this.reader = new ResponseBodyReader(this, spending, request.mostBytes());
    }

    /**
     * Sends the request and waits for the head of its response. Proxies and names are looked up on a thread of the
     * transport, unless the result of a recent lookup is cached.
     *
     * @throws AiException if no response arrives, or the exchange was stopped; an interrupt is CANCELLED and keeps its
     *     flag
     */
    public ResponseHead send() {
        deadlines.begin();
        try {
            Route direct = route;
            ResponseHead first = exchanged(resolved(direct), direct);
            if (route.viaProxy()
                    && !transport.connector().logsIn()
                    && transport.connector().wantsLogin(first.status())) {
                Objects.requireNonNull(connection).close();
                first = exchanged(resolved(direct), direct);
            }
            if (route.viaProxy() && first.status() == Connector.LOGIN_WANTED) {
                throw new AiException(
                        ProxyErrors.login(route, transport.connector().logsIn()));
            }
            head = first;
            return first;
        } catch (IOException e) {
            throw failure(e);
        } catch (AiException e) {
            throw named(e.error());
        }
    }

    private Route.Resolved resolved(Route direct) throws IOException {
        AddressResolver own = request.resolver();
        if (own != null) {
            return cacheLookup(() -> RouteResolver.find(direct, own));
        }
        Route.Resolved known = transport.lookup().known(direct);
        return known != null ? known : cacheLookup(() -> transport.lookup().find(request.address()));
    }

    /**
     * Runs a lookup, which cannot be interrupted, on another thread, so that the caller can stop waiting at any time.
     */
    private Route.Resolved cacheLookup(Callable<Route.Resolved> asking) throws IOException {
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
        route = resolved.route();
        HttpConnection kept =
                request.resolver() != null ? null : transport.pool().take(route);
        passed = kept != null;
        HttpConnection used = kept != null ? kept : opened(resolved, direct);
        connection = used;
        hold(used);
        deadlines.connected();
        byte[] bytes = RequestHead.of(request, route, transport.connector().login());
        try {
            byte[] body = request.body();
            used.send(bytes, body == null ? NO_BODY : body);
        } catch (IOException broken) {
            return answerBefore(broken, used);
        }
        return used.receive(request.method());
    }

    private HttpConnection opened(Route.Resolved resolved, Route direct) throws IOException {
        try {
            return transport.connector().open(resolved, this::hold, () -> passed = true);
        } catch (IOException e) {
            transport.lookup().forget(direct);
            throw e;
        }
    }

    /**
     * Returns the response of a server that refused the request before it read all of it, and closed the connection.
     */
    private ResponseHead answerBefore(IOException broken, HttpConnection used) throws IOException {
        try {
            return used.receive(request.method());
        } catch (IOException none) {
            broken.addSuppressed(none);
            throw broken;
        }
    }

    /**
     * Reads the response to its end, or until its receiver wants no more.
     *
     * @throws AiException if it breaks, ends early, is too long, is neither an event stream nor JSON, or was stopped
     */
    public void read(ResponseBodyHandler content) {
        try {
            reader.read(Objects.requireNonNull(head), content);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /**
     * Returns at most that many bytes of the response, of any type, for the message of an error. A connection that
     * breaks only makes it shorter.
     *
     * @throws AiException CANCELLED if the exchange was cancelled
     */
    public byte[] readPrefix(int most) {
        byte[] said = reader.beginning(Objects.requireNonNull(head), most);
        AiError error = stopped;
        if (error != null && error.category() == AiError.Category.CANCELLED) {
            throw new AiException(error);
        }
        return said;
    }

    /**
     * Returns the whole response, of any type, undecoded.
     *
     * @param most the maximum number of bytes
     * @throws AiException PROTOCOL {@code limit} if it has more, and as {@link #read} does
     */
    public byte[] whole(int most) {
        try {
            return reader.bytes(most);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Returns the error that stopped the exchange, or else the error for the exception. */
    private AiException failure(IOException thrown) {
        AiError error = stopped;
        if (error == null && Thread.currentThread().isInterrupted()) {
            return interrupted();
        }
        if (error != null) {
            return named(error);
        }
        return named(
                isAtProxy()
                        ? ConnectionErrorMapper.ofProxy(thrown, route)
                        : ConnectionErrorMapper.of(thrown, head != null));
    }

    /** Returns whether the proxy of the route has not let the connection through. */
    private boolean isAtProxy() {
        return route.viaProxy() && !passed;
    }

    private AiException named(AiError error) {
        boolean isSilent = isAtProxy() && error.category() == AiError.Category.TIMEOUT_CONNECT;
        AiError known = isSilent ? ProxyErrors.silent(route, deadlines.connectLimit()) : error;
        return new AiException(transport.named(known, route));
    }

    private static AiException interrupted() {
        return new AiException(
                AiError.of(AiError.Category.CANCELLED, "interrupted", "the waiting thread was interrupted"));
    }

    /** Stops the exchange with that error, from any thread; returns at once. The first error stays. */
    public void cancel(AiError error) {
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

    /** Replaces the resource to close when the exchange is stopped. */
    private void hold(Closeable next) {
        synchronized (this) {
            held = next;
        }
        if (stopped != null) {
            close(next);
            throwIfStopped();
        }
    }

    private static void close(@Nullable Closeable used) {
        try {
            if (used != null) {
                used.close();
            }
        } catch (IOException gone) {
            // it is no longer used
        }
    }

    /** Releases the exchange; its connection is reused if the body was read completely, and closed otherwise. */
    public void release() {
        deadlines.close();
        HttpConnection used = connection;
        boolean serves;
        synchronized (this) {
            over = true;
            serves = stopped == null && reader.isClean() && request.resolver() == null;
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

    /**
     * Sets an action for the case that no event arrives for ten seconds; it runs once, on the timer's thread. Called
     * before {@link #send}.
     */
    public void onSilence(Runnable action) {
        deadlines.onSilence(action);
    }

    /** Returns the time to the first event of this exchange. */
    public Duration firstEventLimit() {
        return deadlines.firstEventLimit();
    }

    /** Returns the wall-clock time, to which dates of servers are compared. */
    public Instant now() {
        return time.instant();
    }

    Deadlines deadlines() {
        return deadlines;
    }

    InputStream body() {
        return Objects.requireNonNull(connection).body();
    }

    /** Returns whether the body ends by its length or its last chunk, and not with the connection alone. */
    boolean isBodyAnnounced() {
        return Objects.requireNonNull(connection).isBodyAnnounced();
    }

    void throwIfStopped() {
        AiError error = stopped;
        if (error != null) {
            throw new AiException(error);
        }
    }
}
