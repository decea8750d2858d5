package dev.plumbline.mcp;

import dev.plumbline.http.internal.ServerExchange;
import dev.plumbline.json.Json;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A stream of notifications that stays open: one thread writes, others add. A full one drops. Thread-safe. */
final class NotificationStream {
    private static final int MOST_WAITING = 64;
    private static final int HEARTBEAT_SECONDS = 15;

    private final BlockingQueue<Optional<Json>> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private volatile boolean ended;

    /** Adds a notification, unless the same one waits already. */
    void add(Json message) {
        Optional<Json> next = Optional.of(message);
        if (!ended && !waiting.contains(next)) {
            boolean unused = waiting.offer(next);
        }
    }

    /** Ends the stream after what waits. */
    void end() {
        ended = true;
        boolean unused = waiting.offer(Optional.empty());
    }

    /** Writes until the stream ends or the client is gone. */
    void write(ServerExchange answer) {
        answer.heartbeat();
        try {
            while (!answer.isBroken()) {
                Optional<Json> next = waiting.poll(HEARTBEAT_SECONDS, TimeUnit.SECONDS);
                if (next == null && !ended) {
                    answer.heartbeat();
                } else if (next == null || next.isEmpty()) {
                    return;
                } else {
                    answer.event(next.get());
                }
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }
}
