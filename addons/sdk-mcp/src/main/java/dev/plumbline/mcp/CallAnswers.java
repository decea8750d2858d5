package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.ServerExchange;
import dev.plumbline.json.Json;
import dev.plumbline.time.Scheduler;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Carries what happens in a call to the client that waits for its answer. */
final class CallAnswers {
    /** The time after which a stream begins, and the same time later a task. */
    private static final long FIRST_MILLIS = 300;

    private static final long HEARTBEAT_MILLIS = 1_000;

    private final CallTable calls;
    private final Scheduler time;

    CallAnswers(ServerParts parts) {
        this.calls = parts.calls();
        this.time = parts.threads().time();
    }

    /**
     * Writes until the outcome is written, the client is gone, or a question ends this answer.
     *
     * @param to the answer and the id of the request
     * @param way how the revision of the client has it
     */
    void carry(Destination to, OpenCall call, Way way) {
        boolean parked = false;
        try {
            parked = carryUntilEnd(to, call, way);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } finally {
            if (!parked) {
                call.cancellation().cancel("the client went away");
                calls.remove(call);
            }
        }
    }

    /**
     * Nobody but the client that reads the id of a task can ask about it or cancel it. The first write to a client that has gone
     * away is lost without an error, and the next one fails; so a task begins only after two writes.
     */
    private boolean carryUntilEnd(Destination to, OpenCall call, Way way) throws InterruptedException {
        long began = time.nanoTime();
        long wait = FIRST_MILLIS;
        boolean isHeard = !to.streams();
        while (!to.answer().isBroken()) {
            Signal next = call.signals().poll(wait, TimeUnit.MILLISECONDS);
            if (next instanceof Signal.Done) {
                finish(to, call, way);
                return false;
            }
            if (next instanceof Signal.Input input) {
                if (way.asked(input)) {
                    return true;
                }
                continue;
            }
            boolean lasts = next == null || time.nanoTime() - began >= TimeUnit.MILLISECONDS.toNanos(FIRST_MILLIS);
            report(to, next, call);
            if (lasts && isHeard && !to.answer().isBroken()) {
                Optional<Json> task = way.task(call);
                if (task.isPresent()) {
                    to.answer().finish(200, JsonRpc.result(to.id(), task.get()));
                    return !to.answer().isBroken();
                }
            }
            wait = isHeard ? HEARTBEAT_MILLIS : FIRST_MILLIS;
            isHeard |= lasts;
        }
        return false;
    }

    /** Writes to a client that takes streams, if only to find out whether it is still there. */
    private static void report(Destination to, @Nullable Signal signal, OpenCall call) {
        if (to.streams()) {
            Optional<Json> message = signal == null ? Optional.empty() : message(signal, call);
            message.ifPresentOrElse(to.answer()::event, to.answer()::heartbeat);
        }
    }

    private static Optional<Json> message(Signal signal, OpenCall call) {
        return signal instanceof Signal.Notification notification
                ? Optional.of(notification.message())
                : call.takeProgress();
    }

    private static void finish(Destination to, OpenCall call, Way way) {
        try {
            to.answer().finish(200, JsonRpc.result(to.id(), way.finished(call.outcome())));
        } catch (JsonRpc.Failure failed) {
            to.answer().finish(failed.status(), JsonRpc.error(Optional.of(to.id()), failed));
        }
    }

    /** How a revision of the protocol has what happens in a call. */
    interface Way {
        /** Asks the client; returns whether the question ends this answer. */
        boolean asked(Signal.Input input);

        /** Completes a result. */
        Json finished(Json result);

        /** Returns the task that ends this answer, for a call that lasts; empty to go on. */
        Optional<Json> task(OpenCall call);
    }

    /**
     * Where an answer goes.
     *
     * @param answer the HTTP answer
     * @param id the id of the request
     * @param streams whether the client takes streams of events
     */
    record Destination(ServerExchange answer, Json id, boolean streams) {
        static Destination of(ServerExchange answer, Json id) {
            String accept = answer.header("Accept").orElse("*/*");
            return new Destination(answer, id, accept.contains("text/event-stream") || accept.contains("*/*"));
        }
    }
}
