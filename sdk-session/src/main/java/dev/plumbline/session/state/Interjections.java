package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import java.util.ArrayList;
import java.util.List;

/** What a person says in the middle of a turn. Guarded by the conversation's lock. */
final class Interjections {
    private List<Interaction.User> said = List.of();
    private boolean closed;

    /** Takes one; false when it comes too late for the turn. */
    boolean add(Interaction.User more) {
        if (!closed) {
            said = new ArrayList<>(said);
            said.add(more);
        }
        return !closed;
    }

    /** What was said since the last time. If that is nothing and it was the last chance, nothing is taken from now on. */
    List<Interaction.User> take(boolean last) {
        List<Interaction.User> heard = said;
        said = List.of();
        closed = last && heard.isEmpty();
        return heard;
    }
}
