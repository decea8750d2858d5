package dev.plumbline.tool.internal;

import dev.plumbline.call.State.StateKey;

/** Whether an approval can hold for longer than one call, which it cannot where callers cannot be distinguished. */
public final class LastingApprovals {
    /** In the state that stores approvals; true unless a server says otherwise. */
    public static final StateKey<Boolean> POSSIBLE =
            StateKey.of("plumbline.tools.lasting-approvals", StateKey.Scope.SESSION, true);

    private LastingApprovals() {}
}
