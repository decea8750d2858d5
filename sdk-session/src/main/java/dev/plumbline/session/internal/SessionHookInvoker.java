package dev.plumbline.session.internal;

import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Hook.Decision;
import dev.plumbline.ui.InputRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Calls the hooks outside a turn: when a session opens and when a branch is created. These calls cannot be cancelled.
 *
 * @param settings the settings shared by all sessions
 * @param ids the ids of the session
 * @param about the branch of the session
 * @param session the options of the session
 * @param cancellation a token that is never cancelled
 */
record SessionHookInvoker(
        EngineSettings settings, CallIds ids, Branch about, SessionOptions session, Cancellation cancellation)
        implements Hook.Context {

    SessionHookInvoker(EngineSettings settings, CallIds ids, Branch about, SessionOptions session) {
        this(settings, ids, about, session, Cancellation.create());
    }

    /** Notifies every hook that a session was opened; an exception of a hook refuses the session. */
    void opened() {
        for (NamedHook named : settings.hooks()) {
            TurnHookInvoker.HookResult<SessionHookInvoker> unused = heard(named, this, () -> {
                named.hook().onSessionOpened(this);
                return Decision.proceed();
            });
        }
    }

    /**
     * Returns the branch to create, as the hooks return it.
     *
     * @throws dev.plumbline.event.AiException if a hook refuses the branch
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

    private <T> TurnHookInvoker.HookResult<T> heard(NamedHook named, T payload, Supplier<Decision<T>> moment) {
        try {
            TurnHookInvoker.HookResult<T> said =
                    TurnHookInvoker.taken(named, payload, moment.get(), (before, after) -> after);
            if (said.stopped() != null) {
                settings.telemetry().turnFailed(ids, said.stopped());
            }
            return said;
        } catch (Throwable t) {
            if (!named.mayFail()) {
                settings.threw(ids, "hook " + named.name(), t);
                throw named.broken(t);
            }
            settings.failed(ids, "hook", named.name(), t);
            return TurnHookInvoker.HookResult.on(payload);
        }
    }

    @Override
    public void publish(Json news) {
        about.publish(number -> new SessionEvent.Custom(number, ids, "session", news));
    }

    @Override
    public <T> InputRequest.Reply<T> ask(InputRequest<T> request) {
        settings.requireMayWait();
        return settings.person()
                .ask(
                        request,
                        settings.occasion("session", ids, cancellation, session, about::publish),
                        about.telemetry());
    }

    @Override
    public Optional<String> ask(String question, List<String> options, Duration timeout) {
        return settings.choose(
                settings.occasion("session", ids, cancellation, session, about::publish), question, options, timeout);
    }

    @Override
    public ConversationTree tree() {
        return about.conversation().tree();
    }

    @Override
    public String branch() {
        return about.name();
    }

    @Override
    public List<ConversationEntry> path() {
        return about.path();
    }

    @Override
    public State state() {
        return about.turnValues();
    }
}
