package dev.plumbline.tool.internal;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.tool.IToolExecutor;

/** The label of the facts that a conversation has sent to the model, where sessions and tool executors read it. */
public final class ContextOrigins {
    /** The strictest label of all facts so far, in {@link IToolExecutor.CallScope#approvals}. */
    public static final StateKey<ContentOrigin> SENT =
            StateKey.of("plumbline.context.origin", StateKey.Scope.SESSION, ContentOrigin.HOST);

    private ContextOrigins() {}
}
