package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import dev.plumbline.event.StepTime;
import dev.plumbline.host.Person;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Hook.Decision;
import dev.plumbline.session.state.TurnOver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** The hooks of one turn: asks them at its moments, and notifies those that saw it begin when it is over. One thread. */
final class TurnHooks implements Hook.Context {
    private final Turn turn;
    private final List<NamedHook> entered = new ArrayList<>();
    private String asking = "";

    TurnHooks(Turn turn) {
        this.turn = turn;
    }

    private boolean isEmpty() {
        return turn.settings.hooks().isEmpty();
    }

    Said<Interaction.User> starting(Interaction.User input) {
        if (isEmpty()) {
            return Said.on(input);
        }
        return ask(
                input,
                (named, user) -> {
                    entered.add(named);
                    return named.hook().onTurnStarting(user, this);
                },
                (before, after) -> after);
    }

    Said<Hook.ToolBatch> requested(Hook.ToolBatch batch) {
        return isEmpty()
                ? Said.on(batch)
                : ask(batch, (named, now) -> named.hook().onToolsRequested(now, this), Replacements::batch);
    }

    Said<Entry> appending(Entry entry) {
        return isEmpty()
                ? Said.on(entry)
                : ask(entry, (named, now) -> named.hook().onEntryAppending(now, this), Replacements::entry);
    }

    Said<Hook.Round> deciding(Hook.Round round) {
        return isEmpty()
                ? Said.on(round)
                : ask(round, (named, now) -> named.hook().onRoundDeciding(now, this), Replacements::round);
    }

    /** Notifies those that saw the turn begin, the last one first. */
    void finished(AiReturn ret) {
        while (!entered.isEmpty()) {
            NamedHook named = entered.remove(entered.size() - 1);
            asking = named.name();
            try {
                named.hook().onTurnFinished(ret, this);
            } catch (Throwable t) {
                report(named, t);
            }
        }
    }

    private <T> Said<T> ask(T payload, Moment<T> moment, BinaryOperator<T> keeping) {
        Said<T> said = Said.on(payload);
        for (NamedHook named : turn.settings.hooks()) {
            said = ask(named, said.payload(), moment, keeping);
            if (said.stopped() != null) {
                break;
            }
        }
        return said;
    }

    private <T> Said<T> ask(NamedHook named, T payload, Moment<T> moment, BinaryOperator<T> keeping) {
        asking = named.name();
        long began = turn.time.nanos();
        try {
            return taken(named, payload, moment.ask(named, payload), keeping);
        } catch (Throwable t) {
            if (turn.state.isOver()) {
                throw new TurnOver();
            }
            if (!named.mayFail()) {
                throw named.broken(t);
            }
            report(named, t);
            return Said.on(payload);
        } finally {
            turn.state.steps().add(StepTime.Kind.HOOK, named.label(), began, turn.time.nanos());
        }
    }

    /** What is gone on with after a decision. */
    static <T> Said<T> taken(NamedHook named, T payload, Decision<T> decision, BinaryOperator<T> keeping) {
        if (decision instanceof Decision.Stop<T>) {
            return new Said<>(payload, named.denied());
        }
        return decision instanceof Decision.Replace<T> other
                ? Said.on(keeping.apply(payload, other.payload()))
                : Said.on(payload);
    }

    private void report(NamedHook named, Throwable t) {
        turn.settings.failed(ids(), Label.of(named.name()), t);
    }

    @Override
    public CallIds ids() {
        return turn.ids();
    }

    @Override
    public ConversationTree tree() {
        return turn.branch.conversation().tree();
    }

    @Override
    public List<Entry> path() {
        return turn.branch.branch().path();
    }

    @Override
    public State state() {
        return turn.memory();
    }

    @Override
    public Cancellation cancellation() {
        return turn.cancellation();
    }

    @Override
    public void publish(Json news) {
        String who = asking;
        turn.state.publish(number -> new SessionEvent.Custom(number, ids(), who, news));
    }

    @Override
    public Optional<String> ask(String question, List<String> options, Duration timeout) {
        Person.Occasion occasion = turn.settings.occasion(asking, ids(), cancellation(), turn.state::publish);
        return turn.limits().untimed(() -> turn.settings.choose(occasion, question, options, timeout));
    }

    /** One method of a hook. */
    private interface Moment<T> {
        Decision<T> ask(NamedHook named, T payload);
    }

    /**
     * What came of asking the hooks.
     *
     * @param payload what is gone on with
     * @param stopped why not; null when none of them said stop
     */
    record Said<T>(T payload, @Nullable AiError stopped) {

        static <T> Said<T> on(T payload) {
            return new Said<>(payload, null);
        }

        T orThrow() {
            if (stopped != null) {
                throw new AiException(stopped);
            }
            return payload;
        }
    }

    /** What a hook may put in the place of what it was shown; the rest is refused as its mistake. */
    static final class Replacements {
        private Replacements() {}

        /** A replacement of an entry: its text may change; its id, parent, calls and results stay. */
        static Entry entry(Entry before, Entry after) {
            require(
                    new Entry(
                                    before.id(),
                                    before.parent(),
                                    after.interactions(),
                                    before.status(),
                                    before.usage(),
                                    before.at(),
                                    before.took())
                            .equals(after),
                    "id, parent, status, usage and times of an entry stay as they are");
            require(
                    ties(before.interactions()).equals(ties(after.interactions())),
                    "the tool calls of an entry, and the calls its results belong to, stay as they are");
            return after;
        }

        /** Each interaction as far as it may not change: a call whole, a result by its call, the rest by its kind. */
        private static List<?> ties(List<Interaction> interactions) {
            return interactions.stream()
                    .map(item -> item instanceof Interaction.ToolCall
                            ? item
                            : item instanceof Interaction.ToolResult result ? result.callId() : item.kind())
                    .toList();
        }

        /** More answers to the same calls. */
        static Hook.ToolBatch batch(Hook.ToolBatch before, Hook.ToolBatch after) {
            require(before.calls().equals(after.calls()), "a call leaves its batch only by being answered");
            return after;
        }

        /** Something else to follow the same round. */
        static Hook.Round round(Hook.Round before, Hook.Round after) {
            return before.withNext(after.next());
        }

        private static void require(boolean rule, String message) {
            if (!rule) {
                throw new IllegalArgumentException(message);
            }
        }
    }
}
