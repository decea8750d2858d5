package dev.plumbline.ui;

import dev.plumbline.call.AiCall;
import dev.plumbline.json.Json;
import dev.plumbline.ui.internal.UserAsker;

/**
 * The person at the host, for tools, hooks and policies of a turn: asks for values, and tells views news. Usable until
 * the call or the turn is over. Thread-safe.
 */
public interface UserInput {
    /** The person of code outside of a conversation: nobody. */
    UserInput NOBODY = new UserInput() {};

    /**
     * Returns the person of a call, for a policy around the model.
     *
     * @param who the name of the policy, which views show
     * @return {@link #NOBODY} for a call outside of a session, and for a side call whose deltas nobody sees
     */
    static UserInput of(AiCall call, String who) {
        return call.sink().service(UserAsker.class).map(asker -> asker.as(who)).orElse(NOBODY);
    }

    /**
     * Asks the person and waits. A view, a dialog of the host, the terminal, the page, an AG-UI client or an MCP client
     * may answer; the first valid answer counts. The time counts for no limit of a tool or a turn. Telemetry has who
     * asked, for what kind of value and the outcome, never the question or the answer.
     *
     * @return the answer; the default if the person declines, is late, or there is nobody; never null
     * @throws IllegalStateException on the host's UI thread, which must not block
     */
    default <T> InputRequest.Reply<T> ask(InputRequest<T> request) {
        return InputRequest.Reply.nobody(request);
    }

    /**
     * Tells views news in a form of its own, as {@code SessionEvent.Custom} under the name of who publishes it; does
     * nothing once the turn is over, and without a conversation.
     */
    default void publish(Json news) {}
}
