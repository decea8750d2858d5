package dev.plumbline.providers;

import dev.plumbline.call.AiCall;

/** A wire format, written. Equal calls give equal bytes. Safe for any number of threads. */
interface Encoder {

    /**
     * The body of a request; options the server does not know are left out with a remark.
     *
     * @throws dev.plumbline.json.JsonException when a text has no UTF-8 form
     * @throws dev.plumbline.event.AiException CAPABILITY when something cannot be said in this format
     */
    byte[] encode(AiCall call);
}
