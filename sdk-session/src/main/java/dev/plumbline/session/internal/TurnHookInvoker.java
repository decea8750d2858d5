package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Hook.Decision;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.internal.UserPrompter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** Calls the hooks of one turn, and notifies those that saw it begin when it is over. Used by one thread. */
final class TurnHookInvoker implements Hook.Context {
    private final Turn turn;
    private List<NamedHook> entered = List.of();
    private String asking = "";

    TurnHookInvoker(Turn turn) {
        this.turn = turn;
    }

    private boolean isEmpty() {
        return turn.settings.hooks().isEmpty();
    }

    HookResult<Interaction.User> starting(Interaction.User input) {
        if (isEmpty()) {
            return HookResult.on(input);
        }
        entered = new ArrayList<>();
        return ask(
                input,
                (named, user) -> {
                    entered.add(named);
                    return named.hook().onTurnStarting(user, this);
                },
                (before, after) -> after);
    }

    HookResult<Interaction.User> interjecting(Interaction.User said) {
        return isEmpty()
                ? HookResult.on(said)
                : ask(said, (named, now) -> named.hook().onUserMessage(now, this), (before, after) -> after);
    }

    HookResult<Hook.RequestedTools> requested(Hook.RequestedTools batch) {
        return isEmpty()
                ? HookResult.on(batch)
                : ask(batch, (named, now) -> named.hook().onToolsRequested(now, this), Replacements::batch);
    }

    HookResult<ConversationEntry> appending(ConversationEntry entry) {
        return isEmpty()
                ? HookResult.on(entry)
                : ask(entry, (named, now) -> named.hook().onEntryAppending(now, this), Replacements::entry);
    }

    HookResult<Hook.Round> deciding(Hook.Round round) {
        return isEmpty()
                ? HookResult.on(round)
                : ask(round, (named, now) -> named.hook().onRoundDeciding(now, this), Replacements::round);
    }

    /** Notifies the hooks that saw the turn begin, the last one first. */
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

    private <T> HookResult<T> ask(T payload, Moment<T> moment, BinaryOperator<T> keeping) {
        HookResult<T> said = HookResult.on(payload);
        for (NamedHook named : turn.settings.hooks()) {
            said = ask(named, said.payload(), moment, keeping);
            if (said.stopped() != null) {
                break;
            }
        }
        return said;
    }

    private <T> HookResult<T> ask(NamedHook named, T payload, Moment<T> moment, BinaryOperator<T> keeping) {
        asking = named.name();
        long began = turn.time.nanoTime();
        try {
            HookResult<T> said = taken(named, payload, moment.ask(named, payload), keeping);
            if (said.stopped() != null) {
                stopped(named, said.stopped(), began);
            }
            return said;
        } catch (Throwable t) {
            if (turn.recorder.isOver()) {
                throw new TurnEndedException();
            }
            if (!named.mayFail()) {
                turn.settings.threw(ids(), "hook " + named.name(), t);
                throw named.broken(t);
            }
            report(named, t);
            return HookResult.on(payload);
        } finally {
            turn.recorder.steps().add(StepTime.Kind.HOOK, named.label(), began, turn.time.nanoTime());
        }
    }

    /** Adds the reason to the trace and logs it, also if the turn ends well. */
    private void stopped(NamedHook named, AiError why, long began) {
        Duration took = Duration.ofNanos(turn.time.nanoTime() - began);
        String reason = why.details().getOrDefault(AiError.REASON, "");
        turn.recorder.traced(named.stopped(turn.body(), reason, took));
        turn.telemetry.turnFailed(ids(), why);
    }

    /** Returns the payload after a hook's decision, or the reason to stop. */
    static <T> HookResult<T> taken(NamedHook named, T payload, Decision<T> decision, BinaryOperator<T> keeping) {
        if (decision instanceof Decision.Stop<T> stop) {
            return new HookResult<>(payload, named.denied(stop.reason()));
        }
        return decision instanceof Decision.Replace<T> other
                ? HookResult.on(keeping.apply(payload, other.payload()))
                : HookResult.on(payload);
    }

    private void report(NamedHook named, Throwable t) {
        turn.settings.failed(ids(), "hook", named.name(), t);
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
    public String branch() {
        return turn.branch.name();
    }

    @Override
    public List<ConversationEntry> path() {
        return turn.branch.path();
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
        new TurnUserInput(turn, asking).publish(news);
    }

    @Override
    public <T> InputRequest.Reply<T> ask(InputRequest<T> request) {
        return new TurnUserInput(turn, asking).ask(request);
    }

    @Override
    public Optional<String> ask(String question, List<String> options, Duration timeout) {
        UserPrompter.QuestionContext occasion =
                turn.settings.occasion(asking, ids(), cancellation(), turn.request.options(), turn.recorder::publish);
        return turn.limits().untimed(() -> turn.settings.choose(occasion, question, options, timeout));
    }

    /** A call of one method of a hook. */
    private interface Moment<T> {
        Decision<T> ask(NamedHook named, T payload);
    }

    /**
     * The result of calling the hooks.
     *
     * @param payload the payload as the hooks return it
     * @param stopped why a hook stopped; null if none did
     */
    record HookResult<T>(T payload, @Nullable AiError stopped) {

        static <T> HookResult<T> on(T payload) {
            return new HookResult<>(payload, null);
        }

        T orThrow() {
            if (stopped != null) {
                throw new AiException(stopped);
            }
            return payload;
        }
    }

    /** Applies the replacements of hooks as far as they are allowed; others are refused as an error of the hook. */
    static final class Replacements {
        private Replacements() {}

        /** Returns the replacement of an entry: its text may differ; its id, parent, calls and results must not. */
        static ConversationEntry entry(ConversationEntry before, ConversationEntry after) {
            ConversationEntry replaced = before.withInteractions(after.interactions());
            ConversationEntry named = after.model().isPresent()
                    ? after
                    : before.model().map(after::withModel).orElse(after);
            named = named.facts().isEmpty() && before.facts().isPresent()
                    ? named.withFacts(before.facts().get(), before.unstoredFacts())
                    : named;
            require(replaced.equals(named), "id, parent, status, usage, times and facts of an entry stay as they are");
            require(
                    ties(before.interactions()).equals(ties(after.interactions())),
                    "the tool calls of an entry, and the calls its results belong to, stay as they are");
            return replaced;
        }

        /**
         * Returns the parts of interactions that must not change: calls completely, results by their call, others by
         * their kind.
         */
        private static List<?> ties(List<Interaction> interactions) {
            return interactions.stream()
                    .map(item -> item instanceof Interaction.ToolCall
                            ? item
                            : item instanceof Interaction.ToolResult result ? result.callId() : item.kind())
                    .toList();
        }

        /** Returns the replacement of a batch of calls, which may only answer more of the same calls. */
        static Hook.RequestedTools batch(Hook.RequestedTools before, Hook.RequestedTools after) {
            require(before.calls().equals(after.calls()), "a call leaves its batch only by being answered");
            return after;
        }

        /** Returns the replacement of a round's decision, which must belong to the same round. */
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
