package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;

/** Receives events; throws nothing. */
interface Subscriber {

    void deliver(AiEvent event);

    /** There will be no more events; what it has not seen it sees now. */
    default void finish() {}

    /** It wants to see nothing more. */
    default void leave() {}
}
