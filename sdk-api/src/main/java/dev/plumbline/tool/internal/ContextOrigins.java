package dev.plumbline.tool.internal;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.json.Json;
import dev.plumbline.tool.IToolExecutor;
import java.util.Locale;

/**
 * The label of the facts that a conversation has sent to the model, where sessions and tool executors read it. It is
 * stored, because a fact that is withdrawn, or may be in no journal, has been read by the model all the same.
 */
public final class ContextOrigins {
    /** The strictest label of all facts so far, in the state and the approvals of a conversation. */
    public static final StateKey<ContentOrigin> SENT = StateKey.of(
                    "plumbline.context.origin", StateKey.Scope.SESSION, ContentOrigin.HOST)
            .withPersistent(origin -> Json.of(origin.text()), ContextOrigins::read);

    private ContextOrigins() {}

    /** Returns the strictest label of facts that a conversation has sent. */
    public static ContentOrigin of(IToolExecutor.CallScope scope) {
        ContentOrigin sent = scope.approvals().get(SENT);
        return sent.strictest(scope.state().get(SENT));
    }

    /** Records that facts with a label are sent. */
    public static void sent(ContentOrigin label, State approvals, State state) {
        approvals.update(SENT, label::strictest);
        if (state.get(SENT).compareTo(label) < 0) {
            state.update(SENT, label::strictest);
        }
    }

    private static ContentOrigin read(Json label) {
        return ContentOrigin.valueOf(label.asText().toUpperCase(Locale.ROOT));
    }
}
