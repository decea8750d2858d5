package dev.plumbline.web;

import dev.plumbline.http.internal.ServerExchange;
import dev.plumbline.json.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The queue of one stream of server-sent events: others add, one thread writes. Pieces of the same text that wait are
 * joined, so a slow client costs no more than the text itself. A client that lets more than 16 million characters wait
 * gets a new beginning in their place. Thread-safe.
 */
final class EventStream {
    private static final int MOST_WAITING = 16_000_000;
    private static final int MOST_EVENTS = 50_000;
    private static final int BATCH = 1 << 20;
    private static final int HEARTBEAT_SECONDS = 15;

    private final Deque<Item> waiting = new ArrayDeque<>();
    private final Semaphore news = new Semaphore(0);
    private long size;
    private boolean overflowed;
    private boolean ended;

    void add(Json event) {
        add(new Item("", event.text(), piece -> event));
    }

    /**
     * Adds a piece of a text.
     *
     * @param text names the text; pieces of the same text that follow each other are joined
     * @param event makes the event of a piece
     */
    void add(String text, String piece, Function<String, Json> event) {
        synchronized (waiting) {
            Item last = waiting.peekLast();
            if (last != null && last.grows(text)) {
                if (!ended) {
                    last.pieces.append(piece);
                    size += piece.length();
                    limit();
                }
                return;
            }
        }
        add(new Item(text, piece, event));
    }

    private void add(Item item) {
        synchronized (waiting) {
            if (ended || overflowed) {
                return;
            }
            waiting.add(item);
            size += item.length();
            limit();
        }
        news.release();
    }

    /** Drops what waits if that is too much; called with the lock held. */
    private void limit() {
        if (size > MOST_WAITING || waiting.size() > MOST_EVENTS) {
            waiting.clear();
            size = 0;
            overflowed = true;
            news.release();
        }
    }

    /** Ends the stream after what waits. */
    void end() {
        synchronized (waiting) {
            ended = true;
        }
        news.release();
    }

    /**
     * Writes until the stream ends or the client is gone.
     *
     * @param onOverflow called when the queue was emptied because it was too long; it adds a new beginning, or ends the
     *     stream
     */
    void write(ServerExchange exchange, Runnable onOverflow) {
        exchange.stream();
        try {
            String batch = take(onOverflow);
            while (!batch.isEmpty() && exchange.write(batch)) {
                batch = take(onOverflow);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns what waits, or a comment after some seconds without news; empty at the end. */
    String take(Runnable onOverflow) throws InterruptedException {
        while (true) {
            refill(onOverflow);
            StringBuilder batch = new StringBuilder();
            synchronized (waiting) {
                while (!waiting.isEmpty() && batch.length() < BATCH) {
                    Item item = waiting.remove();
                    size -= item.length();
                    batch.append("data: ").append(item.json()).append("\n\n");
                }
                if (batch.length() > 0 || ended) {
                    return batch.toString();
                }
            }
            if (!news.tryAcquire(HEARTBEAT_SECONDS, TimeUnit.SECONDS)) {
                return ":\n\n";
            }
            news.drainPermits();
        }
    }

    private void refill(Runnable onOverflow) {
        synchronized (waiting) {
            if (!overflowed) {
                return;
            }
            overflowed = false;
        }
        onOverflow.run();
    }

    /** An event that waits. */
    private static final class Item {
        private final String text;
        private final StringBuilder pieces;
        private final Function<String, Json> event;

        Item(String text, String piece, Function<String, Json> event) {
            this.text = text;
            this.pieces = new StringBuilder(piece);
            this.event = event;
        }

        /** Returns whether a piece of that text belongs to this event; an event without a text has no name. */
        boolean grows(String name) {
            return !text.isEmpty() && text.equals(name);
        }

        int length() {
            return pieces.length();
        }

        String json() {
            return text.isEmpty()
                    ? pieces.toString()
                    : event.apply(pieces.toString()).text();
        }
    }
}
