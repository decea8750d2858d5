package dev.plumbline.http.internal;

/** Parses a stream of events from bytes, in pieces of any length. Not thread-safe. */
public sealed interface EventReader permits SseReader, JsonLinesReader, EventStreamReader {
    /**
     * Parses the next bytes and passes each event that they end to the receiver.
     *
     * @param from the index of the first byte
     * @param to the index after the last byte
     * @return false once the receiver wants no more events
     * @throws dev.plumbline.event.AiException PROTOCOL {@code limit} for a line or an event that is too long; {@code
     *     event-stream} for one that is malformed or whose checksum does not fit
     */
    boolean feed(byte[] bytes, int from, int to);

    /** Called when the body ended: passes an event on that lacks only the end of its last line, if the format has such. */
    default void end() {}

    /** Returns how many bytes came after the last event that was wanted. */
    int leftOver();
}
