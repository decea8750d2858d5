package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.ServerExchange;
import dev.plumbline.json.Json;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/** Carries what happens in a call to the client that waits for its answer. */
final class CallAnswers {
    /** The time after which a stream begins, so that a client that goes away is noticed. */
    private static final long FIRST_MILLIS = 300;

    private static final long HEARTBEAT_MILLIS = 1_000;

    private final CallTable calls;

    CallAnswers(CallTable calls) {
        this.calls = calls;
    }

    /**
     * Writes until the outcome is written, the client is gone, or a question ends this answer.
     *
     * @param to the answer and the id of the request
     * @param asked handles a question; returns whether it ends this answer
     * @param finished completes the result for the version of the protocol
     */
    void carry(Destination to, OpenCall call, Predicate<Signal.Input> asked, Function<Json, Json> finished) {
        boolean parked = false;
        try {
            parked = carryUntilEnd(to, call, asked, finished);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } finally {
            if (!parked) {
                call.cancellation().cancel("the client went away");
                calls.remove(call);
            }
        }
    }

    private static boolean carryUntilEnd(
            Destination to, OpenCall call, Predicate<Signal.Input> asked, Function<Json, Json> finished)
            throws InterruptedException {
        long wait = FIRST_MILLIS;
        while (!to.answer().isBroken()) {
            Signal next = to.streams()
                    ? call.signals().poll(wait, TimeUnit.MILLISECONDS)
                    : call.signals().take();
            wait = HEARTBEAT_MILLIS;
            if (next == null) {
                to.answer().heartbeat();
            } else if (next instanceof Signal.Done) {
                finish(to, call, finished);
                return false;
            } else if (next instanceof Signal.Input input) {
                if (asked.test(input)) {
                    return true;
                }
            } else if (to.streams()) {
                message(next, call).ifPresent(to.answer()::event);
            }
        }
        return false;
    }

    private static Optional<Json> message(Signal signal, OpenCall call) {
        return signal instanceof Signal.Notification notification
                ? Optional.of(notification.message())
                : call.takeProgress();
    }

    private static void finish(Destination to, OpenCall call, Function<Json, Json> finished) {
        try {
            to.answer().finish(200, JsonRpc.result(to.id(), finished.apply(call.outcome())));
        } catch (JsonRpc.Failure failed) {
            to.answer().finish(failed.status(), JsonRpc.error(Optional.of(to.id()), failed));
        }
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
