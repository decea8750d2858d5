package dev.plumbline.providers;

import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.util.List;

/** One thing that happens to an exchange, in the order in which it happened. */
sealed interface Arrival {

    /** The answer began. */
    record Head(int status, HttpHeaders headers) implements Arrival {
        /** The first value of a header, or empty. */
        String header(String name) {
            return headers.firstValue(name).orElse("").strip();
        }
    }

    /** Some of its body. */
    record Body(List<ByteBuffer> buffers) implements Arrival {}

    /** All of its body has come. */
    record End() implements Arrival {}

    /** It broke. */
    record Broken(Throwable cause) implements Arrival {}

    /** Somebody stopped it; look again. */
    record Wake() implements Arrival {}
}
