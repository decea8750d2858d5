package dev.plumbline.session.state;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.Usage;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change of a conversation. The journal is the list of its changes, and the events of its views are made from them.
 * Components that are documented as live are in no record. Immutable.
 */
public sealed interface ConversationChange {

    /**
     * Returns the state after this change of that state.
     *
     * @throws IllegalArgumentException if the change does not fit
     */
    ConversationState applyTo(ConversationState state);

    /** Returns the branch that changes; empty for a change of the whole conversation. */
    default String branch() {
        return "";
    }

    /**
     * The conversation is opened.
     *
     * @param body the body that opens it; its interactions are in the entries
     * @param entries the first entries of the branch {@link ConversationTree#MAIN}
     * @param said the interactions of the entries, whose digests are kept; live, null when it is read from a record
     */
    record Opened(
            int format,
            String namespace,
            AiBody body,
            List<ConversationEntry> entries,
            @Nullable Transcript said) implements ConversationChange {
        /** Returns the beginning with a body, whose interactions are grouped into entries. */
        public static Opened with(AiBody body, String namespace, Instant now) {
            Transcript said = body.interactions();
            return new Opened(ConversationState.FORMAT, namespace, body, InitialEntries.of(said, now), said);
        }

        @Override
        public ConversationState applyTo(ConversationState state) {
            if (state.format() > 0) {
                throw new IllegalArgumentException("a second beginning");
            }
            ConversationState next = state.copy();
            next.format = format;
            next.namespace = namespace;
            next.opening = body;
            next.tree = said == null ? tree(next.tree) : ConversationTree.of(entries, said);
            next.highestEntry = highest(entries);
            return next;
        }

        private static long highest(List<ConversationEntry> entries) {
            long highest = 0;
            for (ConversationEntry entry : entries) {
                highest = Math.max(highest, ConversationState.number(entry.id()));
            }
            return highest;
        }

        private ConversationTree tree(ConversationTree empty) {
            ConversationTree tree = empty;
            for (ConversationEntry entry : entries) {
                tree = tree.append(ConversationTree.MAIN, entry);
            }
            return tree;
        }
    }

    /** Groups the interactions of a body into the first entries of a conversation. */
    final class InitialEntries {
        private static final Set<Interaction.Kind> INSTRUCTIONS =
                Set.of(Interaction.Kind.CONTEXT, Interaction.Kind.SYSTEM);
        private static final Set<Interaction.Kind> ANSWER =
                Set.of(Interaction.Kind.ASSISTANT, Interaction.Kind.TOOL_CALL);
        private static final Set<Interaction.Kind> RESULTS = Set.of(Interaction.Kind.TOOL_RESULT);

        private static final ConversationEntry.Id ROOT =
                ConversationTree.empty().root().id();

        private InitialEntries() {}

        /** Returns the entries of these interactions, each after the one before it. */
        static List<ConversationEntry> of(List<Interaction> interactions, Instant now) {
            List<ConversationEntry> path = new ArrayList<>();
            ConversationEntry.Id before = ROOT;
            for (List<Interaction> group : groups(interactions)) {
                ConversationEntry.Id id = new ConversationEntry.Id("e" + (path.size() + 1));
                path.add(new ConversationEntry(
                        id,
                        Optional.of(before),
                        group,
                        ConversationEntry.Status.COMPLETE,
                        Usage.NONE,
                        now,
                        Duration.ZERO));
                before = id;
            }
            return path;
        }

        private static List<List<Interaction>> groups(List<Interaction> interactions) {
            List<List<Interaction>> groups = new ArrayList<>();
            for (Interaction item : interactions) {
                if (groups.isEmpty() || !together(last(last(groups)), item)) {
                    groups.add(new ArrayList<>());
                }
                last(groups).add(item);
            }
            return groups;
        }

        private static boolean together(Interaction before, Interaction item) {
            return isBoth(INSTRUCTIONS, before, item) || isBoth(ANSWER, before, item) || isBoth(RESULTS, before, item);
        }

        private static boolean isBoth(Set<Interaction.Kind> kinds, Interaction before, Interaction item) {
            return kinds.contains(before.kind()) && kinds.contains(item.kind());
        }

        private static <T> T last(List<T> list) {
            return list.get(list.size() - 1);
        }
    }

    /** The following records may have kinds that the format in the first record does not have. */
    record FormatRaised(int format) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = state.copy();
            next.format = Math.max(format, state.format());
            return next;
        }
    }

    /** An entry is stored at the end of a branch. A message of the running turn no longer waits then. */
    record EntryAppended(String branch, ConversationEntry entry) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = appended(state, branch, entry, false);
            String turn = state.turnId(branch);
            if (turn != null && next.branch(branch).isWaiting(turn) && entry.kind() == Interaction.Kind.USER) {
                next.put(branch, next.branch(branch).without(turn));
            }
            return next;
        }
    }

    /** The oldest message that was sent during the turn is stored at the end of its branch. */
    record InterjectionAppended(String branch, ConversationEntry entry) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = appended(state, branch, entry, true);
            next.put(branch, next.branch(branch).heard());
            return next;
        }
    }

    private static ConversationState appended(
            ConversationState state, String branch, ConversationEntry entry, boolean interjected) {
        ConversationState next = state.copy();
        next.tree = state.tree().append(branch, entry);
        next.highestEntry = Math.max(state.highestEntry(), ConversationState.number(entry.id()));
        BranchRecord record = state.branch(branch);
        if (!record.isEmpty()) {
            next.put(entry.id(), record.values());
            next.put(branch, record.withoutCalls());
        }
        TurnProgress turn = state.turn(branch);
        if (turn != null) {
            next.turns = state.turns.with(branch, turn.appended(entry, interjected));
        }
        return next;
    }

    /**
     * A branch begins after an entry. Its values are those of the entry, or those of the other branch if that ends there.
     *
     * @param like the branch from which it was created
     */
    record BranchCreated(String branch, ConversationEntry.Id from, String like) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            boolean same = state.turn(like) == null && state.head(like).id().equals(from);
            ConversationState next = state.copy();
            next.tree = state.tree().branchAt(state.entry(from), branch);
            next.put(
                    branch,
                    next.branch(branch).withValues(same ? state.branch(like).values() : next.at(from)));
            return next;
        }
    }

    /**
     * A branch continues after another entry and has its values. A turn that returns to its start restores the values that
     * the branch had.
     *
     * @param published whether views receive an event; live
     */
    record HeadMoved(String branch, ConversationEntry.Id to, boolean published) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = state.copy();
            next.tree = state.tree().moveHead(branch, state.entry(to));
            moved(next, branch, to, state.head(branch).id().equals(to));
            return next;
        }
    }

    private static void moved(ConversationState next, String branch, ConversationEntry.Id to, boolean there) {
        TurnProgress turn = next.turn(branch);
        StateValues values = turn != null && turn.start().equals(to) ? turn.values() : next.at(to);
        BranchRecord record = next.branch(branch).withValues(values);
        next.put(branch, there ? record : record.withoutCalls());
    }

    /** An entry and all after it are deleted. Branches that end there continue after the entry before it. */
    record SubtreeDeleted(ConversationEntry.Id entry) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationEntry top = state.entry(entry);
            ConversationState next = state.copy();
            next.tree = state.tree().deleteSubtree(top);
            for (ConversationEntry gone : state.tree().subtree(top)) {
                next.put(gone.id(), StateValues.EMPTY);
                for (Interaction.ToolCall call : OpenCalls.calls(gone.interactions())) {
                    next.deletedCalls = next.deletedCalls.with(call.id(), gone.id());
                }
            }
            if (!state.tree().isLoose(top)) {
                moveAll(state, next, top.parent().orElseThrow());
            }
            return next;
        }

        private static void moveAll(ConversationState state, ConversationState next, ConversationEntry.Id parent) {
            state.tree().heads().forEach((branch, head) -> {
                if (next.tree.find(head.id()).isEmpty()) {
                    moved(next, branch, parent, false);
                }
            });
        }
    }

    /** The values of a fact that were sent until now are not sent again, on any branch. */
    record FactWithdrawn(String key) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = state.copy();
            next.tree = state.tree().map(entry -> entry.withoutFacts(Set.of(key)));
            return next;
        }
    }

    /**
     * A summary replaces entries of a branch. Its entry has the values of the last replaced entry, and each copy those of
     * its original.
     *
     * @param from the first replaced entry
     * @param to the last replaced entry
     * @param above the highest number of an id that was given out before; empty in older records
     */
    record Summarized(
            String branch, ConversationEntry.Id from, ConversationEntry.Id to, String summary, Optional<Long> above)
            implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationTree before = above.isPresent() ? state.tree().withIdsAbove(above.get()) : state.tree();
            ConversationState next = state.copy();
            next.tree = before.summarize(branch, state.entry(from), state.entry(to), summary);
            List<ConversationEntry> old = before.path(branch);
            List<ConversationEntry> path = next.tree.path(branch);
            int shorter = old.size() - path.size();
            for (int i = path.size() - 1;
                    i >= 0 && before.find(path.get(i).id()).isEmpty();
                    i--) {
                next.highestEntry = Math.max(
                        next.highestEntry(),
                        ConversationState.number(path.get(i).id()));
                next.put(path.get(i).id(), next.at(old.get(i + shorter).id()));
            }
            TurnProgress turn = next.turn(branch);
            if (turn != null) {
                next.turns = next.turns.with(branch, copied(turn, old, path));
            }
            return next;
        }

        /** Returns the turn with the copies of its entries, which follow the copy of its start. */
        private static TurnProgress copied(
                TurnProgress turn, List<ConversationEntry> old, List<ConversationEntry> path) {
            int own = 0;
            while (own < old.size() && !old.get(old.size() - 1 - own).id().equals(turn.start())) {
                own++;
            }
            if (own == old.size() || own >= path.size()) {
                return turn;
            }
            TurnProgress.Own all = turn.own();
            for (int i = own; i > 0; i--) {
                boolean interjected = turn.isInterjected(old.get(old.size() - i).id());
                all = new TurnProgress.Own(path.get(path.size() - i), true, interjected, all);
            }
            return turn.startingAt(path.get(path.size() - 1 - own).id(), all);
        }
    }

    /**
     * A value of a state key is set.
     *
     * @param key the branch of the value; empty for one of the whole conversation
     * @param value the value and the JSON that is stored, if any
     */
    record ValueSet(Optional<String> key, String name, StateValues.Value value) implements ConversationChange {
        @Override
        public String branch() {
            return key.orElse("");
        }

        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = state.copy();
            if (key.isEmpty()) {
                next.shared = next.shared.with(name, value);
                return next;
            }
            BranchRecord record = next.branch(key.get());
            StateValues values = record.values().with(name, value);
            next.put(key.get(), record.withValues(values));
            if (state.turn(key.get()) == null) {
                ConversationEntry.Id head = state.head(key.get()).id();
                // without a stored form there is no record, so the stored values of the entry must stay
                next.put(head, value.form() == null ? next.at(head).with(name, value) : values);
            }
            return next;
        }
    }

    /**
     * A turn begins on a branch. An interrupted turn ends there. A message that waited still does until its entry is stored, or
     * the turn is over: the program may end before.
     *
     * @param input the message of the user; live, null when it is read from a record
     */
    record TurnBegun(String branch, String turn, Interaction.@Nullable User input) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            if (turn.isEmpty()) {
                return state; // the first versions did not name their turns
            }
            ConversationState next = state.copy();
            TurnProgress interrupted = state.turn(branch);
            if (interrupted != null) {
                next.usage = next.usage.plus(interrupted.spent());
                ended(next, branch);
            }
            ConversationEntry.Id head = state.head(branch).id();
            StateValues values = next.branch(branch).values();
            next.turns = next.turns.with(branch, TurnProgress.begun(turn, head, values));
            return next;
        }
    }

    private static void ended(ConversationState next, String branch) {
        next.turns = next.turns.without(branch);
        BranchRecord record = next.branch(branch);
        next.put(next.head(branch).id(), record.values());
    }

    /**
     * A turn is over.
     *
     * @param status how it ended, the name of an {@link AiReturn.Status}
     * @param spent its usage and cost
     * @param ret its return; live, null when it is read from a record
     */
    record TurnEnded(
            String branch,
            String turn,
            String status,
            UsageTotal spent,
            @Nullable AiReturn ret) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = state.copy();
            TurnProgress running = state.turn(branch);
            if (running != null && running.id().equals(turn)) {
                ended(next, branch);
                if (next.branch(branch).isWaiting(turn)) {
                    next.put(branch, next.branch(branch).without(turn));
                }
            }
            next.usage = next.usage.plus(spent);
            return next;
        }
    }

    /** A call outside the turns of the conversation was made on its behalf. */
    record UsageAdded(String branch, UsageTotal spent) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = state.copy();
            next.usage = next.usage.plus(spent);
            return next;
        }
    }

    /**
     * A tool is about to run.
     *
     * @param call the call as the model wrote it
     * @param changed the arguments with which it runs if they differ; they are stored beside the call, which is sent back
     *     to the model as it was
     * @param published whether views receive an event; live
     */
    record CallStarted(
            String branch, Interaction.ToolCall call, Optional<IToolExecutor.RunArguments> changed, boolean published)
            implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = state.copy();
            TurnProgress turn = state.turn(branch);
            String in = turn == null ? "unknown" : turn.id(); // the first versions did not name their turns
            BranchRecord record = state.branch(branch);
            next.put(branch, record.with(call.id(), record.call(call.id()).started(in, changed.orElse(null))));
            return next;
        }
    }

    /** A tool call has its result. */
    record CallEnded(String branch, Interaction.ToolResult result) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = state.copy();
            BranchRecord record = state.branch(branch);
            String id = result.callId();
            next.put(branch, record.with(id, record.call(id).ended(result.envelope())));
            return next;
        }
    }

    /**
     * All open calls of a branch have the same result, because none of them runs.
     *
     * @param calls the calls; live, empty when it is read from a record
     */
    record CallsRefused(String branch, ToolEnvelope envelope, List<Interaction.ToolCall> calls)
            implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = state.copy();
            OpenCalls open = state.openCalls(branch, true);
            BranchRecord record = state.branch(branch);
            for (Interaction.ToolCall call : open.calls()) {
                if (open.outcome(call) == null) {
                    record = record.with(call.id(), record.call(call.id()).ended(envelope));
                }
            }
            next.put(branch, record);
            return next;
        }
    }

    /** A message waits until the turns before it are over. */
    record MessageQueued(String branch, WaitingMessage message) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = state.copy();
            next.put(branch, next.branch(branch).queued(message));
            return next;
        }
    }

    /** A message that waits is withdrawn. */
    record MessageWithdrawn(String branch, String turn) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            if (!state.branch(branch).isWaiting(turn)) {
                throw new IllegalArgumentException("no such message waits on the branch " + branch);
            }
            ConversationState next = state.copy();
            next.put(branch, next.branch(branch).without(turn));
            return next;
        }
    }

    /** A message was sent during the turn; it is stored after the results of the running round. */
    record Interjected(String branch, Interaction.User input) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            if (state.turn(branch) == null) {
                throw new IllegalArgumentException("no turn of the branch " + branch + " accepts messages");
            }
            ConversationState next = state.copy();
            next.put(branch, next.branch(branch).interjected(input));
            return next;
        }
    }

    /** The oldest message that was sent during the turn is not stored, because a hook refuses it. */
    record InterjectionRefused(String branch) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState next = state.copy();
            next.put(branch, next.branch(branch).heard());
            return next;
        }
    }
}
