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
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.tool.ThreadAffinity;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Callbacks of the conversation loop: one method per moment. Override those you need; each may replace what it was
 * shown, or stop the turn. Called on the turn's thread, which may block: the turn waits, so check {@link
 * Context#cancellation}. One instance serves all sessions of a runtime, also at the same time; what it remembers
 * belongs into {@link Context#state}.
 *
 * <p>Hooks are asked by priority, then owner, then order of registration; each sees what the former replaced. The first
 * one that stops is the last that is asked. What a hook throws ends the turn with EXTENSION and the hook's name, unless
 * its failure mode says otherwise.
 */
public interface Hook {

    /** A conversation was opened; comes once for each. Throwing refuses it. */
    default void onSessionOpened(Context context) {}

    /**
     * A turn is about to begin. Replace the message, also one that the opened body ended with; or stop: the turn ends
     * with POLICY_DENIED and nothing is stored.
     */
    default Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
        return Decision.proceed();
    }

    /**
     * The model asked for tools. Answer some in their place, or stop: all are answered DENIED and the turn ends with
     * POLICY_DENIED.
     */
    default Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
        return Decision.proceed();
    }

    /**
     * An entry is about to be stored. Replace its text; its tool calls, and the calls its results belong to, stay as they
     * are, and so do id, parent, status and usage. Or stop: the turn ends with POLICY_DENIED, and the entry is left out
     * unless it holds the results of tools, which have run. What a cancelled turn leaves behind is stored without
     * asking, because a cancellation waits for nobody.
     */
    default Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
        return Decision.proceed();
    }

    /** A round is done, and this is what follows. Replace it, or stop: the turn ends as it is. Limits hold all the same. */
    default Decision<Round> onRoundDeciding(Round round, Context context) {
        return Decision.proceed();
    }

    /** A branch is about to be made. Rename it; or stop: {@code fork} throws POLICY_DENIED. */
    default Decision<Branch> onBranchCreating(Branch branch, Context context) {
        return Decision.proceed();
    }

    /**
     * The turn is over. Comes exactly once for every turn that {@link #onTurnStarting} was asked about, in reverse order,
     * once the turn's thread has left everything else; whoever waits for a turn that was not cancelled is released
     * after it. What it throws is reported and changes nothing.
     */
    default void onTurnFinished(AiReturn ret, Context context) {}

    /**
     * Its position among hooks; lower is asked first. 0-49 validation, 50-99 preparation, 100 the rest, 101-149
     * post-processing, 150-199 observation. Read once, when the runtime is built.
     */
    default int priority() {
        return 100;
    }

    /**
     * The thread it is called on: the turn's, or with HOST_UI the host's UI thread, for which the turn waits until the
     * host may be edited, two minutes at most. Read once, when the runtime is built; HOST_UI needs a host.
     */
    default ThreadAffinity affinity() {
        return ThreadAffinity.AUTO;
    }

    /** The effect of an exception of this hook on the turn. Read once, when the runtime is built. */
    default FailureMode failureMode() {
        return FailureMode.FAIL;
    }

    /**
     * What a hook says: proceed, replace the payload, or stop.
     *
     * @param <T> what it was shown
     */
    sealed interface Decision<T> {

        /** Leave it as it is. */
        static <T> Decision<T> proceed() {
            return new Proceed<>();
        }

        /** The next hook, and the loop, see this one. */
        static <T> Decision<T> replace(T payload) {
            return new Replace<>(payload);
        }

        /**
         * No later hook is asked.
         *
         * @param reason for developers, without content
         */
        static <T> Decision<T> stop(String reason) {
            return new Stop<>(reason);
        }

        /** As it is. */
        record Proceed<T>() implements Decision<T> {}

        /**
         * With this in its place.
         *
         * @param payload a changed copy
         */
        record Replace<T>(T payload) implements Decision<T> {
            public Replace {
                Objects.requireNonNull(payload, "payload");
            }
        }

        /**
         * Not at all.
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
    interface Context {

        /** Session, turn, round. */
        CallIds ids();

        /** All branches of the conversation, as they are now. */
        ConversationTree tree();

        /** The interactions so far on this branch, oldest first. */
        List<ConversationEntry> path();

        /** Memory. Keys of a round and a turn are forgotten with them. */
        State state();

        /** Given when the turn ends; wait by it. */
        Cancellation cancellation();

        /** Publishes an event of the hook to views, as {@link SessionEvent.Custom}; does nothing once the turn is over. */
        void publish(Json news);

        /**
         * Asks the person in front of the program and waits, which counts for no limit of the turn.
         *
         * @param question a sentence
         * @param options the buttons, at least one
         * @param timeout how long it waits
         * @return the option chosen; empty when nobody answered in time, the turn ended, or there is nobody to ask
         * @throws IllegalStateException on the host's UI thread, which nobody may block
         */
        Optional<String> ask(String question, List<String> options, Duration timeout);
    }

    /**
     * The tool calls of a round. A call leaves it only by being answered, so that a transcript stays valid whatever a hook
     * does. Immutable.
     *
     * @param calls as the model asked, in order, each id once
     * @param answers by call id: these calls will not run
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

        /** A batch of which nothing is answered. */
        public static RequestedTools of(List<Interaction.ToolCall> calls, List<ToolDefinition> tools) {
            return new RequestedTools(calls, Map.of(), tools);
        }

        /** Those not answered yet: they will run. */
        public List<Interaction.ToolCall> open() {
            return calls.stream()
                    .filter(call -> !answers.containsKey(call.id()))
                    .toList();
        }

        /** The tool it asks for; empty for one that does not exist or may not be used here. */
        public Optional<ToolDefinition> tool(Interaction.ToolCall call) {
            return tools.stream()
                    .filter(tool -> tool.name().equals(call.name()))
                    .findFirst();
        }

        /**
         * A copy in which it will not run, and the model gets this.
         *
         * @throws IllegalArgumentException when it is none of this batch, or answered already
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
     * A branch about to be made. Immutable.
     *
     * @param name what it will be called
     * @param from the entry it goes on behind
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
     * @param number from 1
     * @param ret what the model said
     * @param results what its tools did, in call order
     * @param next what follows
     */
    record Round(int number, AiReturn ret, List<Interaction.ToolResult> results, Next next) {
        public Round {
            results = List.copyOf(results);
            Objects.requireNonNull(ret, "ret");
            Objects.requireNonNull(next, "next");
        }

        /** A copy with something else to follow. */
        public Round withNext(Next other) {
            return new Round(number, ret, results, other);
        }

        /** The next step after a round. */
        public enum Next {
            /** Another round. */
            CONTINUE,
            /** One more answer, for which there are no tools. */
            FINISH_WITHOUT_TOOLS,
            /** Nothing: the turn is over. */
            END
        }
    }
}
