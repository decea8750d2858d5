package dev.plumbline.providers;

import java.util.function.UnaryOperator;

/**
 * Who sees what a provider really sent, before anything is made of it: <em>content as it is</em>, so never to be written where
 * telemetry goes. Runs on the thread of the call and is waited for; one that throws is not asked again during that call.
 */
@FunctionalInterface
public interface RawResponseListener {
    /**
     * Something has arrived.
     *
     * @param name the name of an event of the stream, or empty; {@code body} for a whole answer, {@code error} for what came
     *     with a status that is none of success
     * @param bytes the data of the event, or the body; a copy
     */
    void arrived(String name, byte[] bytes);

    /** A tap that sees only what a redaction leaves; what the redaction fails on is not seen at all. */
    default RawResponseListener redactedBy(UnaryOperator<byte[]> redaction) {
        return (name, bytes) -> arrived(name, redaction.apply(bytes));
    }
}
