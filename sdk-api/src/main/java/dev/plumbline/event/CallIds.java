package dev.plumbline.event;

import java.util.Objects;

/**
 * The correlation of a call: which session, turn, round and request it belongs to.
 *
 * @param session the conversation's id
 * @param turn the id of one user input until its stable result
 * @param round the provider call of that turn and the tools it asked for, from 1; 0 outside a round
 * @param request the id of one provider call, the same in all its attempts; empty outside a call
 */
public record CallIds(String session, String turn, int round, String request) {
    /** The ids of something that belongs to no session. */
    public static final CallIds NONE = new CallIds("", "", 0, "");

    public CallIds {
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(turn, "turn");
        Objects.requireNonNull(request, "request");
    }
}
