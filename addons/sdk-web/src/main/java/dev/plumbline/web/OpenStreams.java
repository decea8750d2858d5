package dev.plumbline.web;

import dev.plumbline.http.internal.RequestRefusal;
import dev.plumbline.http.internal.ServerExchange;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Counts the open streams of a server: each holds a thread. Thread-safe. */
final class OpenStreams {
    static final int MOST = 48;

    private final AtomicInteger open = new AtomicInteger();

    /**
     * Opens a stream of a conversation and writes it until it ends or the client is gone.
     *
     * @param begin fills the stream, and returns the listener that it has added to the conversation
     * @throws RequestRefusal 429 if too many are open
     */
    void write(
            ServerExchange exchange,
            LiveConversation conversation,
            Function<EventStream, LiveConversation.Listener> begin) {
        if (open.incrementAndGet() > MOST) {
            open.decrementAndGet();
            throw new RequestRefusal(429, "at most " + MOST + " streams are open at a time; close a page");
        }
        try {
            EventStream stream = new EventStream();
            LiveConversation.Listener listener = begin.apply(stream);
            stream.write(exchange, listener::onOverflow);
            conversation.remove(listener);
            exchange.close();
        } finally {
            open.decrementAndGet();
        }
    }
}
