package dev.plumbline.plugin;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.UserInput;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Callbacks of the conversation loop: one method per moment. Override those you need; each may replace its payload, or
 * stop the turn. Called on the turn's thread, which may block: the turn waits, so check {@link Context#cancellation}.
 * One instance serves all sessions of a runtime concurrently; its memory belongs into {@link Context#state}.
 *
 * <p>Hooks are called by priority, then owner, then order of registration; each receives the replacement of the one
 * before it. After a hook that stops, no further hook is called. An exception of a hook ends the turn with EXTENSION
 * and the hook's name, unless its failure mode is another one.
 */
public interface Hook {

    /** Called once when a conversation was opened. Throwing refuses it. */
    default void onSessionOpened(Context context) {}

    /**
     * Called with what a user says: the message of a turn that is about to begin, also one that the opened body ended
     * with, and an interjection, a message that a user or a tool adds to the running turn. Replace it, or stop: the turn
     * ends with POLICY_DENIED, and the message is not stored. The place for filters. An interjection that is left when a
     * turn ends is the message of the next turn.
     */
    default Decision<Interaction.User> onUserMessage(Interaction.User message, Context context) {
        return Decision.proceed();
    }

    /**
     * Called once when a turn is about to begin, with its message; by default the decision is that of {@link
     * #onUserMessage}. Override it for what belongs to a turn and not to an interjection; to filter the message as well,
     * return the decision of {@code onUserMessage}.
     */
    default Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
        return onUserMessage(input, context);
    }

    /**
     * Called when the model requested tools. Answer some of the calls instead of their tools, or stop: all are
     * answered with DENIED and the turn ends with POLICY_DENIED.
     */
    default Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
        return Decision.proceed();
    }

    /**
     * Called when an entry is about to be stored. Replace its text; its tool calls, the calls its results belong to,
     * its id, parent, status and usage cannot change. Or stop: the turn ends with POLICY_DENIED, and the entry is not
     * stored unless it holds the results of tools, which have run. Entries of a cancelled turn are stored without this
     * call, because a cancellation does not wait for hooks.
     */
    default Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
        return Decision.proceed();
    }

    /**
     * Called when a round is done, with the next step. Replace it, or stop: the turn ends as it is. Limits still apply.
     */
    default Decision<Round> onRoundDeciding(Round round, Context context) {
        return Decision.proceed();
    }

    /** Called when a branch is about to be created. Rename it; or stop: {@code fork} throws POLICY_DENIED. */
    default Decision<Branch> onBranchCreating(Branch branch, Context context) {
        return Decision.proceed();
    }

    /**
     * Called when the turn is over: exactly once for every turn that {@link #onTurnStarting} was called for, in reverse
     * order, when the turn's thread has finished everything else. Waiting callers of a turn that was not cancelled are
     * released after it. Its exception is reported and changes nothing.
     */
    default void onTurnFinished(AiReturn ret, Context context) {}

    /**
     * Returns its position among hooks; lower is called first. 0-49 validation, 50-99 preparation, 100 the default,
     * 101-149 post-processing, 150-199 observation. Read once, when the runtime is built.
     */
    default int priority() {
        return 100;
    }

    /**
     * Returns the thread it is called on: the turn's, or with UI_THREAD the host's UI thread. The turn then waits until
     * the host may be edited, two minutes at most. Read once, when the runtime is built; UI_THREAD needs a host.
     */
    default ThreadAffinity affinity() {
        return ThreadAffinity.AUTO;
    }

    /** Returns the effect of an exception of this hook on the turn. Read once, when the runtime is built. */
    default FailureMode failureMode() {
        return FailureMode.FAIL;
    }

    /**
     * The decision of a hook: proceed, replace the payload, or stop.
     *
     * @param <T> the type of the payload
     */
    sealed interface Decision<T> {

        /** Returns the decision to leave the payload unchanged. */
        static <T> Decision<T> proceed() {
            return new Proceed<>();
        }

        /** Returns the decision to replace the payload for later hooks and the loop. */
        static <T> Decision<T> replace(T payload) {
            return new Replace<>(payload);
        }

        /**
         * Returns the decision to stop; no later hook is called. The reason is in the trace, once in the log, and in
         * the {@linkplain AiError#details details} of the error as {@link AiError#REASON}; users do not see it.
         *
         * @param reason for developers, without content
         */
        static <T> Decision<T> stop(String reason) {
            return new Stop<>(reason);
        }

        /** The payload stays as it is. */
        record Proceed<T>() implements Decision<T> {}

        /**
         * The payload is replaced.
         *
         * @param payload a changed copy
         */
        record Replace<T>(T payload) implements Decision<T> {
            public Replace {
                Objects.requireNonNull(payload, "payload");
            }
        }

        /**
         * The hook stops.
         *
         * @param reason for developers, without content
         */
        record Stop<T>(String reason) implements Decision<T> {
            public Stop {
                Objects.requireNonNull(reason, "reason");
            }
        }
    }

    /** The services that a hook may use at its moment. */
    interface Context extends UserInput {

        /** Returns the ids of session, turn and round. */
        CallIds ids();

        /** Returns all branches of the conversation, as they are now. */
        ConversationTree tree();

        /** Returns the name of the branch; {@code main} for the first one. */
        default String branch() {
            return ConversationTree.MAIN;
        }

        /** Returns the entries so far on this branch, oldest first. */
        List<ConversationEntry> path();

        /** Returns the state. Keys with the scope of a round or a turn are forgotten at its end. */
        State state();

        /** Returns the cancellation, given when the turn ends; use it for waits. */
        Cancellation cancellation();

        /**
         * Publishes an event of the hook to views, as {@link SessionEvent.Custom}; does nothing once the turn is over.
         */
        @Override
        void publish(Json news);

        /**
         * Asks the user and waits; the waiting time counts for no limit of the turn.
         *
         * @param question a sentence
         * @param options the buttons, at least one
         * @param timeout how long it waits
         * @return the option chosen; empty if there was no answer in time, the turn ended, or there is no user to ask
         * @throws IllegalStateException on the host's UI thread, which must not block
         */
        Optional<String> ask(String question, List<String> options, Duration timeout);
    }

    /**
     * The tool calls of a round. A call is only removed from it by being answered, so that the transcript stays valid.
     * Immutable.
     *
     * @param calls the calls as the model requested them, in order, each id once
     * @param answers envelopes by call id, of calls that will not run
     * @param tools the definitions of those tools that exist
     */
    record RequestedTools(
            List<Interaction.ToolCall> calls, Map<String, ToolEnvelope> answers, List<ToolDefinition> tools) {

        public RequestedTools {
            calls = List.copyOf(calls);
            answers = Map.copyOf(answers);
            tools = List.copyOf(tools);
            if (!calls.stream().map(Interaction.ToolCall::id).toList().containsAll(answers.keySet())) {
                throw new IllegalArgumentException("an answer belongs to no call of this batch");
            }
        }

        /** Returns a batch without answers. */
        public static RequestedTools of(List<Interaction.ToolCall> calls, List<ToolDefinition> tools) {
            return new RequestedTools(calls, Map.of(), tools);
        }

        /** Returns the calls that are not answered yet: they will run. */
        public List<Interaction.ToolCall> open() {
            return calls.stream()
                    .filter(call -> !answers.containsKey(call.id()))
                    .toList();
        }

        /** Returns the tool that a call requests; empty if it does not exist or may not be used here. */
        public Optional<ToolDefinition> tool(Interaction.ToolCall call) {
            return tools.stream()
                    .filter(tool -> tool.name().equals(call.name()))
                    .findFirst();
        }

        /**
         * Returns a copy in which the call is answered with that envelope and will not run.
         *
         * @throws IllegalArgumentException if the call is not in this batch, or is answered already
         */
        public RequestedTools answer(Interaction.ToolCall call, ToolEnvelope envelope) {
            Map<String, ToolEnvelope> more = new LinkedHashMap<>(answers);
            if (more.put(call.id(), envelope) != null) {
                throw new IllegalArgumentException("this call is answered already");
            }
            return new RequestedTools(calls, more, tools);
        }
    }

    /**
     * A branch about to be created. Immutable.
     *
     * @param name the name that it will have
     * @param from the entry that it continues
     */
    record Branch(String name, ConversationEntry from) {
        public Branch {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(from, "from");
        }
    }

    /**
     * A finished round and what should follow. Immutable.
     *
     * @param number the number of the round, from 1
     * @param ret the model's answer
     * @param results the results of its tools, in call order
     * @param next the next step
     */
    record Round(int number, AiReturn ret, List<Interaction.ToolResult> results, Next next) {
        public Round {
            results = List.copyOf(results);
            Objects.requireNonNull(ret, "ret");
            Objects.requireNonNull(next, "next");
        }

        /** Returns a copy with another next step. */
        public Round withNext(Next other) {
            return new Round(number, ret, results, other);
        }

        /** The next step after a round. */
        public enum Next {
            /** Another round. */
            CONTINUE,
            /** One more answer, which may call no tool. */
            FINISH_WITHOUT_TOOLS,
            /** The turn is over. */
            END
        }
    }
}
