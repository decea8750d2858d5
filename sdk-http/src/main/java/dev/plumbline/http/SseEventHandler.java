package dev.plumbline.http;

/** Who gets the events of a stream, in order and on one thread. */
@FunctionalInterface
public interface SseEventHandler {
    /**
     * An event has arrived.
     *
     * @param name its {@code event} field, or empty
     * @param data holds its data from index 0; not to be kept
     * @param length how much of it
     * @return whether more is wanted
     */
    boolean event(String name, byte[] data, int length);
}
