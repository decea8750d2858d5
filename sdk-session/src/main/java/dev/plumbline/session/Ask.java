package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.call.Budget;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.Entry;
import dev.plumbline.json.Json;
import java.util.Optional;

/**
 * What one turn is asked.
 *
 * @param input what the user said
 * @param fresh whether it is new, or stands on the path already
 * @param behind the entry it is said behind, when that is not the newest one
 * @param options the merged ones
 * @param schema the shape of the answer, if this turn wants one
 */
record Ask(
        Interaction.User input, boolean fresh, Optional<Entry> behind, SessionOptions options, Optional<Json> schema) {

    Budget budget() {
        return options.budget().orElse(Budget.ofDefaults());
    }

    /** Whether the host says what comes of tool calls. */
    boolean isHandedOut() {
        return options.toolHandling()
                .filter(SessionOptions.ToolHandling.RETURN::equals)
                .isPresent();
    }

    /** Whether it waits in line while another turn runs. What stands already is answered now, or not. */
    boolean isPatient() {
        return fresh
                && behind.isEmpty()
                && options.whenBusy()
                        .filter(SessionOptions.WhenBusy.QUEUE::equals)
                        .isPresent();
    }

    Selector toolFilter(AiBody body) {
        return body.toolFilter().and(options.toolFilter());
    }

    Selector contextFilter(AiBody body) {
        return body.contextFilter().and(options.contextFilter());
    }
}
