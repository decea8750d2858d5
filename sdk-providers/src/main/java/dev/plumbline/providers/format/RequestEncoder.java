package dev.plumbline.providers.format;

import dev.plumbline.call.AiCall;
import dev.plumbline.json.internal.JsonWriter;

/** Encodes calls in one API format. Equal calls give equal bytes. Thread-safe. */
public interface RequestEncoder {
    /** The bytes of a short message. */
    int MESSAGE = 128;

    /**
     * Returns the body of a request; options that the server does not support are left out with a note in the trace.
     *
     * @param streamed whether a stream of events is requested, or one whole answer
     * @throws dev.plumbline.json.JsonException if a text has no UTF-8 form
     * @throws dev.plumbline.event.AiException CAPABILITY if the format cannot express a part of the call
     */
    byte[] encode(AiCall call, boolean streamed);

    /** Returns a writer of the body of a request, with capacity for short messages. */
    static JsonWriter body(AiCall call) {
        return new JsonWriter(call.effective().size() * MESSAGE);
    }

    /** Returns the body of a streaming request. */
    default byte[] encode(AiCall call) {
        return encode(call, true);
    }
}
