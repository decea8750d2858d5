package dev.plumbline.session;

import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.CallIds;
import dev.plumbline.extend.Entry;
import dev.plumbline.extend.Hook;
import java.util.List;

/**
 * Where a hook stands when a session opens: before any turn, so nothing can be cancelled yet.
 *
 * @param ids the session's
 * @param conversation what it begins with
 * @param cancellation never given
 */
record Threshold(CallIds ids, Conversation conversation, Cancellation cancellation) implements Hook.Context {

    Threshold(CallIds ids, Conversation conversation) {
        this(ids, conversation, Cancellation.create());
    }

    @Override
    public List<Entry> path() {
        return conversation.branch().path();
    }

    @Override
    public State state() {
        return conversation.memory();
    }
}
