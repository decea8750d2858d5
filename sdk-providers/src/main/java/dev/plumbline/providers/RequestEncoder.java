package dev.plumbline.providers;

import dev.plumbline.call.AiCall;

/** A wire format, written. Equal calls give equal bytes. Safe for any number of threads. */
interface RequestEncoder {

    /**
     * The body of a request; options the server does not know are left out with a remark.
     *
     * @param streamed whether a stream of events is asked for, or one whole answer
     * @throws dev.plumbline.json.JsonException when a text has no UTF-8 form
     * @throws dev.plumbline.event.AiException CAPABILITY when something cannot be said in this format
     */
    byte[] encode(AiCall call, boolean streamed);

    /** The body of a request for a stream. */
    default byte[] encode(AiCall call) {
        return encode(call, true);
    }
}
