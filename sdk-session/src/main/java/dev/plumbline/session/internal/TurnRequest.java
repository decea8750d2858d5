package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * The request of one turn.
 *
 * @param input the user's message
 * @param fresh whether the message is new, or already on the path
 * @param behind the entry after which the message is stored; null for the newest one
 * @param options the merged options
 * @param schema the schema of the answer; null for none
 * @param about the branch that a side turn is about, in which no tool runs; null for a turn of the conversation
 */
record TurnRequest(
        Interaction.User input,
        boolean fresh,
        @Nullable ConversationEntry behind,
        SessionOptions options,
        @Nullable Json schema,
        @Nullable Branch about) {

    /** Creates the request of a turn of the conversation. */
    TurnRequest(
            Interaction.User input,
            boolean fresh,
            @Nullable ConversationEntry behind,
            SessionOptions options,
            @Nullable Json schema) {
        this(input, fresh, behind, options, schema, null);
    }

    /** Creates the request of a side turn about a branch. */
    static TurnRequest aside(Interaction.User input, SessionOptions options, Branch about) {
        return new TurnRequest(input, true, null, options, null, about);
    }

    /** Returns whether it is a side turn. */
    boolean isAside() {
        return about != null;
    }

    /** Returns the budget of the turn. */
    public Budget budget() {
        return options.budget().orElse(Budget.ofDefaults());
    }

    /** Returns whether the host runs the tool calls. */
    public boolean isHandedOut() {
        return options.returnToolCalls().orElse(false);
    }

    /** Returns whether views receive tool calls while the model writes them. */
    boolean showsProposals() {
        return options.showToolProposals().orElse(false);
    }

    /** Returns whether the turn is queued while another runs. A request without new input is never queued. */
    boolean mayWait() {
        return fresh && behind == null && options.busyAction().orElse(null) == SessionOptions.BusyAction.QUEUE;
    }

    /** Returns the selector of its tools among those that the body selects. */
    public Selector toolFilter(AiBody body) {
        return body.toolFilter().and(options.toolFilter());
    }

    /** Returns the selector of its context sources among those that the body selects. */
    public Selector contextFilter(AiBody body) {
        return body.contextFilter().and(options.contextFilter());
    }
}
