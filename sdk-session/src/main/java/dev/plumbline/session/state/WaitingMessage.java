package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import java.util.Objects;

/**
 * A user message that waits until the turns before it are over. It is stored, so that it is still there after the session
 * or the program has ended; it then waits for the user's decision to send or to withdraw it.
 *
 * @param turn the id of the turn that it will begin
 * @param input the message
 */
public record WaitingMessage(String turn, Interaction.User input) {
    public WaitingMessage {
        Objects.requireNonNull(turn, "turn");
        Objects.requireNonNull(input, "input");
    }

    /** Returns the id, without the message. */
    @Override
    public String toString() {
        return "WaitingMessage[" + turn + "]";
    }
}
