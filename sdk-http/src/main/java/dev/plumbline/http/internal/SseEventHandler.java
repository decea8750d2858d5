package dev.plumbline.http.internal;

import java.time.Duration;

/** Receives the events of a stream, in order and on one thread. */
@FunctionalInterface
public interface SseEventHandler {
    /**
     * Called when an event has arrived.
     *
     * @param name its {@code event} field, or empty
     * @param data holds its data from index 0; valid during the call only
     * @param length the length of the data
     * @return whether further events are wanted
     */
    boolean event(String name, byte[] data, int length);

    /** Called before an event with its {@code id} field, from which the server can resume the stream after this event. */
    default void lastEventId(String id) {}

    /** Called with a {@code retry} field: how long the server wants a client to wait before it connects again. */
    default void retryAfter(Duration wait) {}
}
