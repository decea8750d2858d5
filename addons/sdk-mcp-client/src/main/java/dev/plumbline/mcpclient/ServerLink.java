package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The session with a server, opened when it is needed, and opened again when it was lost: with growing pauses, and a
 * limited number of times. Thread-safe.
 */
final class ServerLink implements AutoCloseable {
    private final Channel.Opener opener;
    private final ConnectionParts parts;
    private final ServerRequests requests;
    private final BiConsumer<ServerSession, Cancellation> opened;
    private final Cancellation closing;
    private final Duration openTime;
    private final Backoff restarts;
    private @Nullable CompletableFuture<ServerSession> current;

    /**
     * Creates a link that has opened nothing yet.
     *
     * @param opened runs after each handshake, before the session is used
     */
    ServerLink(
            Channel.Opener opener,
            ServerRequests requests,
            Environment environment,
            BiConsumer<ServerSession, Cancellation> opened) {
        this.opener = opener;
        this.parts = environment.parts();
        this.requests = requests;
        this.closing = environment.closing();
        this.openTime = environment.openTime();
        this.opened = opened;
        this.restarts = environment.restarts();
    }

    /**
     * Returns a session that can be used.
     *
     * @throws McpFailure if there is none in time
     */
    ServerSession session(Cancellation ends) {
        CompletableFuture<ServerSession> wanted;
        boolean fresh = false;
        synchronized (this) {
            CompletableFuture<ServerSession> known = current;
            if (known == null || isOver(known)) {
                known = new CompletableFuture<>();
                current = known;
                fresh = true;
            }
            wanted = known;
        }
        if (fresh) {
            open(wanted);
        }
        return Waits.shared(wanted, ends);
    }

    private static boolean isOver(CompletableFuture<ServerSession> session) {
        return session.isCompletedExceptionally()
                || (session.isDone() && !session.join().isOpen());
    }

    private void open(CompletableFuture<ServerSession> session) {
        try {
            parts.threads().work().execute(() -> {
                try {
                    session.complete(opened());
                } catch (McpFailure failed) {
                    session.completeExceptionally(failed);
                } catch (AiException given) {
                    session.completeExceptionally(McpFailure.of(given.error()));
                } catch (RuntimeException | Error broken) {
                    session.completeExceptionally(McpFailure.of(
                            McpFailure.Kind.PROTOCOL,
                            "the connection failed: " + broken.getClass().getName()));
                }
                if (closing.isCancelled() && !session.isCompletedExceptionally()) {
                    session.join().close();
                }
            });
        } catch (RejectedExecutionException closed) {
            session.completeExceptionally(McpFailure.of(McpFailure.Kind.CLOSED, "the connection was closed"));
        }
    }

    private ServerSession opened() {
        int before = restarts.count(parts.limits().restarts());
        if (before < 0) {
            throw McpFailure.of(
                    McpFailure.Kind.UNREACHABLE,
                    "the connection was lost " + (parts.limits().restarts() + 1)
                            + " times within ten minutes; it is not opened again before they have passed");
        }
        closing.sleep(restarts.pause(before), "the connection is opened again");
        return Waits.within(openTime, closing, parts.threads().time(), this::connect);
    }

    private ServerSession connect(Cancellation ends) {
        try {
            return handshake(true, ends);
        } catch (McpFailure failed) {
            if (failed.kind() != McpFailure.Kind.LOST || ends.isCancelled()) {
                throw failed;
            }
            return handshake(false, ends); // some servers end when the first message is not what they expect
        }
    }

    private ServerSession handshake(boolean newest, Cancellation ends) {
        AtomicReference<Consumer<Json>> reply = new AtomicReference<>(message -> {});
        Channel channel = opener.open(
                message -> requests.receive(
                        message, each -> Objects.requireNonNull(reply.get()).accept(each)),
                ends);
        reply.set(channel::send);
        try {
            ServerSession session = new ServerSession(channel, parts, requests);
            session.negotiate(newest, ends);
            session.listen(closing); // before the list, so that no change after it is missed
            opened.accept(session, ends);
            return session;
        } catch (RuntimeException | Error failed) {
            channel.close();
            throw failed;
        }
    }

    @Override
    public void close() {
        CompletableFuture<ServerSession> last;
        synchronized (this) {
            last = current;
            current =
                    CompletableFuture.failedFuture(McpFailure.of(McpFailure.Kind.CLOSED, "the connection was closed"));
        }
        if (last != null && last.isDone() && !last.isCompletedExceptionally()) {
            last.join().close();
        }
    }

    /**
     * Where a link works.
     *
     * @param parts threads, clock and limits
     * @param closing given when the connection closes
     * @param openTime the time until a session is open
     * @param restarts how often and when it is opened again
     */
    record Environment(ConnectionParts parts, Cancellation closing, Duration openTime, Backoff restarts) {}
}
