package dev.plumbline.session.state;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.call.Budget;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.Entry;
import dev.plumbline.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * What one turn is asked.
 *
 * @param input what the user said
 * @param fresh whether it is new, or on the path already
 * @param behind the entry it is said behind; null for the newest one
 * @param options the merged ones
 * @param schema the shape of the answer; null when this turn wants none
 */
public record TurnRequest(
        Interaction.User input,
        boolean fresh,
        @Nullable Entry behind,
        SessionOptions options,
        @Nullable Json schema) {

    /** What the turn may use. */
    public Budget budget() {
        return options.budget().orElse(Budget.ofDefaults());
    }

    /** Whether the host says what comes of tool calls. */
    public boolean isHandedOut() {
        return options.toolHandling().orElse(null) == SessionOptions.ToolHandling.RETURN;
    }

    /** Whether views receive tool calls while the model writes them. */
    boolean showsProposals() {
        return options.toolProposals().orElse(false);
    }

    /** Whether it waits while another turn runs. A request without new input is answered now, or not at all. */
    boolean mayWait() {
        return fresh && behind == null && options.whenBusy().orElse(null) == SessionOptions.WhenBusy.QUEUE;
    }

    /** Selects its tools, of those the body selects. */
    public Selector toolFilter(AiBody body) {
        return body.toolFilter().and(options.toolFilter());
    }

    /** Selects its context sources, of those the body selects. */
    public Selector contextFilter(AiBody body) {
        return body.contextFilter().and(options.contextFilter());
    }
}
