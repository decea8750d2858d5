package dev.plumbline.http.internal;

/** Receives the content of a response: the events of a stream, or one whole body if the server does not stream. */
public interface ResponseBodyHandler extends SseEventHandler {

    /**
     * Called with the whole body, instead of events.
     *
     * @param bytes holds it from index 0; valid during the call only
     * @param length the length of the body
     * @throws dev.plumbline.event.AiException PROTOCOL when it is not of the expected form
     */
    void body(byte[] bytes, int length);

    /**
     * Called when the body ended, unless the receiver wanted no more events before.
     *
     * @param announced whether it ended by its length or its last chunk, and not with the connection alone
     */
    default void bodyEnded(boolean announced) {}

    /**
     * Returns whether an event only keeps the connection open. It does not extend the time in which the next one must
     * arrive.
     *
     * @param name its {@code event} field, or empty
     * @param data holds its data from index 0; valid during the call only
     * @param length the length of the data
     */
    default boolean isKeepAlive(String name, byte[] data, int length) {
        return false;
    }
}
