package dev.plumbline.http;

/** Who gets what an answer holds: the events of a stream, or one whole body where the server does not stream. */
public interface ResponseBodyHandler extends SseEventHandler {

    /**
     * The whole body, in place of events.
     *
     * @param bytes holds it from index 0; not to be kept
     * @param length how much of it
     * @throws dev.plumbline.event.AiException PROTOCOL when it is not of the expected form
     */
    void body(byte[] bytes, int length);
}
