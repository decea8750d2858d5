package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import java.util.Deque;

/** Joins events that only report sizes: a stream of any length takes one place. */
final class Sizes {
    private Sizes() {}

    /** Adds an event at the end, or joins it with the last one; false when it was joined. */
    static boolean add(Deque<AiEvent> events, AiEvent event) {
        if (event instanceof AiEvent.DeltaSeen later
                && events.peekLast() instanceof AiEvent.DeltaSeen last
                && last.ids().equals(later.ids())) {
            events.removeLast();
            events.addLast(last.joined(later));
            return false;
        }
        events.addLast(event);
        return true;
    }
}
