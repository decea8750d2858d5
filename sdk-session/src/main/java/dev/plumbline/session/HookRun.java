package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import dev.plumbline.extend.ConversationTree;
import dev.plumbline.extend.Entry;
import dev.plumbline.extend.Hook;
import dev.plumbline.extend.Hook.Decision;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** The hooks while one turn runs: asks them at its moments, and tells those that saw it begin when it is over. One thread. */
final class HookRun implements Hook.Context {
    private final Turn turn;
    private final Deque<NamedHook> entered = new ArrayDeque<>();

    HookRun(Turn turn) {
        this.turn = turn;
    }

    Said<Interaction.User> starting(Interaction.User input) {
        return ask(
                input,
                (named, user) -> {
                    entered.push(named);
                    return named.hook().onTurnStarting(user, this);
                },
                (before, after) -> after);
    }

    Said<Hook.ToolBatch> requested(Hook.ToolBatch batch) {
        return ask(batch, (named, now) -> named.hook().onToolsRequested(now, this), Replacements::batch);
    }

    Said<Entry> appending(Entry entry) {
        return ask(entry, (named, now) -> named.hook().onEntryAppending(now, this), Replacements::entry);
    }

    Said<Hook.Round> deciding(Hook.Round round) {
        return ask(round, (named, now) -> named.hook().onRoundDeciding(now, this), Replacements::round);
    }

    /** Tells those that saw the turn begin, the last one first. */
    void finished(AiReturn ret) {
        while (!entered.isEmpty()) {
            NamedHook named = entered.pop();
            try {
                named.hook().onTurnFinished(ret, this);
            } catch (Throwable t) {
                report(named, t);
            }
        }
    }

    private <T> Said<T> ask(T payload, Moment<T> moment, BinaryOperator<T> keeping) {
        Said<T> said = Said.on(payload);
        for (NamedHook named : turn.wiring().hooks()) {
            said = ask(named, said.payload(), moment, keeping);
            if (said.stopped().isPresent()) {
                break;
            }
        }
        return said;
    }

    private <T> Said<T> ask(NamedHook named, T payload, Moment<T> moment, BinaryOperator<T> keeping) {
        long began = turn.wiring().time().nanos();
        try {
            return taken(named, payload, moment.ask(named, payload), keeping);
        } catch (Throwable t) {
            if (turn.isOver()) {
                throw turn.over();
            }
            if (!named.mayFail()) {
                throw named.broken(t);
            }
            report(named, t);
            return Said.on(payload);
        } finally {
            turn.wiring().telemetry().timed(turn, AiEvent.Step.HOOK, named.name(), began);
        }
    }

    /** What is gone on with after a decision. */
    static <T> Said<T> taken(NamedHook named, T payload, Decision<T> decision, BinaryOperator<T> keeping) {
        if (decision instanceof Decision.Stop<T>) {
            return new Said<>(payload, Optional.of(named.denied()));
        }
        return decision instanceof Decision.Replace<T> other
                ? Said.on(keeping.apply(payload, other.payload()))
                : Said.on(payload);
    }

    private void report(NamedHook named, Throwable t) {
        turn.wiring().failed(ids(), Label.of(named.name()), t);
    }

    @Override
    public CallIds ids() {
        return turn.ids();
    }

    @Override
    public ConversationTree tree() {
        return turn.tree();
    }

    @Override
    public List<Entry> path() {
        return turn.path();
    }

    @Override
    public State state() {
        return turn.state();
    }

    @Override
    public Cancellation cancellation() {
        return turn.cancellation();
    }

    /** One method of a hook. */
    private interface Moment<T> {
        Decision<T> ask(NamedHook named, T payload);
    }
}
