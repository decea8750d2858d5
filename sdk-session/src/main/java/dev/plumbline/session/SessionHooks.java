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
import dev.plumbline.session.state.BranchState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The hooks outside a turn: when a session opens, and when a branch is made. Nothing can be cancelled there.
 *
 * @param settings what all sessions share
 * @param ids the session's
 * @param branch of the session
 * @param cancellation never given
 */
record SessionHooks(EngineSettings settings, CallIds ids, BranchState branch, Cancellation cancellation)
        implements Hook.Context {

    SessionHooks(EngineSettings settings, CallIds ids, BranchState branch) {
        this(settings, ids, branch, Cancellation.create());
    }

    /** Notifies every hook that a session was opened; what one throws refuses the session. */
    void opened() {
        for (NamedHook named : settings.hooks()) {
            TurnHooks.Said<SessionHooks> unused = heard(named, this, () -> {
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
    Hook.Branch branching(Hook.Branch wanted) {
        Hook.Branch agreed = wanted;
        for (NamedHook named : settings.hooks()) {
            Hook.Branch asked = agreed;
            agreed = heard(named, asked, () -> named.hook().onBranchCreating(asked, this))
                    .orThrow();
        }
        return new Hook.Branch(agreed.name(), wanted.from());
    }

    private <T> TurnHooks.Said<T> heard(NamedHook named, T payload, Supplier<Decision<T>> moment) {
        try {
            return TurnHooks.taken(named, payload, moment.get(), (before, after) -> after);
        } catch (Throwable t) {
            if (!named.mayFail()) {
                throw named.broken(t);
            }
            settings.failed(ids, Label.of(named.name()), t);
            return TurnHooks.Said.on(payload);
        }
    }

    @Override
    public void publish(Json news) {
        branch.publish(number -> new SessionEvent.Custom(number, ids, "session", news));
    }

    @Override
    public Optional<String> ask(String question, List<String> options, Duration timeout) {
        return settings.choose(
                settings.occasion("session", ids, cancellation, branch::publish), question, options, timeout);
    }

    @Override
    public ConversationTree tree() {
        return branch.conversation().tree();
    }

    @Override
    public List<Entry> path() {
        return branch.branch().path();
    }

    @Override
    public State state() {
        return branch.turnMemory();
    }
}
