package dev.plumbline.http;

import java.nio.ByteBuffer;
import java.util.List;

/** One thing that happens to an exchange, in the order in which it happened. */
sealed interface Arrival {

    /** The answer began. */
    record Begin(Head head) implements Arrival {}

    /** Some of its body. */
    record Body(List<ByteBuffer> buffers) implements Arrival {}

    /** All of its body has come. */
    record End() implements Arrival {}

    /** It broke. */
    record Broken(Throwable cause) implements Arrival {}

    /** Somebody stopped it; look again. */
    record Wake() implements Arrival {}
}
