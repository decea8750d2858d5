package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;

/** Somebody who is told of events; throws nothing. */
interface Subscriber {

    void tell(AiEvent event);

    /** There will be no more events; what it has not seen it sees now. */
    default void finish() {}

    /** It wants to see nothing more. */
    default void leave() {}
}
