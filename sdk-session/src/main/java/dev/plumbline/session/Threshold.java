package dev.plumbline.session;

import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Hook.Decision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The hooks outside a turn: when a session opens, and when a branch is made. Nothing can be cancelled there.
 *
 * @param wiring what all sessions share
 * @param ids the session's
 * @param conversation what it begins with
 * @param cancellation never given
 */
record Threshold(Wiring wiring, CallIds ids, Conversation conversation, Cancellation cancellation)
        implements Hook.Context {

    Threshold(Wiring wiring, CallIds ids, Conversation conversation) {
        this(wiring, ids, conversation, Cancellation.create());
    }

    /** Tells every hook that a session was opened; what one throws refuses the session. */
    void opened() {
        for (NamedHook named : wiring.hooks()) {
            HookRun.Said<Threshold> unused = heard(named, this, () -> {
                named.hook().onSessionOpened(this);
                return Decision.proceed();
            });
        }
    }

    /**
     * What a branch may be called.
     *
     * @throws dev.plumbline.event.AiException when a hook says that there shall be none
     */
    Hook.Branch branching(Hook.Branch branch) {
        Hook.Branch agreed = branch;
        for (NamedHook named : wiring.hooks()) {
            Hook.Branch asked = agreed;
            agreed = heard(named, asked, () -> named.hook().onBranchCreating(asked, this))
                    .orThrow();
        }
        return new Hook.Branch(agreed.name(), branch.from());
    }

    private <T> HookRun.Said<T> heard(NamedHook named, T payload, Supplier<Decision<T>> moment) {
        try {
            return HookRun.taken(named, payload, moment.get(), (before, after) -> after);
        } catch (Throwable t) {
            if (!named.mayFail()) {
                throw named.broken(t);
            }
            wiring.failed(ids, Label.of(named.name()), t);
            return HookRun.Said.on(payload);
        }
    }

    @Override
    public void tell(Json news) {
        conversation.tell(number -> new SessionEvent.Custom(number, ids, "session", news));
    }

    @Override
    public Optional<String> ask(String question, List<String> options, Duration timeout) {
        return wiring.choose(
                wiring.occasion("session", ids, cancellation, conversation::tell), question, options, timeout);
    }

    @Override
    public ConversationTree tree() {
        return conversation.trunk.tree();
    }

    @Override
    public List<Entry> path() {
        return conversation.branch().path();
    }

    @Override
    public State state() {
        return Memory.ScopedState.ofTurn(conversation.trunk.memory(), conversation.memory());
    }
}
