package dev.plumbline.session.state;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.WaitingMessage;
import dev.plumbline.tool.IToolExecutor;
import java.util.List;
import java.util.Optional;
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
        @Override
        public ConversationState applyTo(ConversationState state) {
            if (state.format() > 0) {
                throw new IllegalArgumentException("a second beginning");
            }
            ConversationState.Edit next = state.edit();
            next.format = format;
            next.namespace = namespace;
            next.opening = body;
            next.tree = said == null ? tree(next.tree) : ConversationTree.of(entries, said);
            entries.forEach(next::appended);
            return next.done();
        }

        private ConversationTree tree(ConversationTree empty) {
            ConversationTree tree = empty;
            for (ConversationEntry entry : entries) {
                tree = tree.append(ConversationTree.MAIN, entry);
            }
            return tree;
        }
    }

    /** The following records may have kinds that the format in the first record does not have. */
    record FormatRaised(int format) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState.Edit next = state.edit();
            next.format = Math.max(format, state.format());
            return next.done();
        }
    }

    /** An entry is stored at the end of a branch. A message of the running turn no longer waits then. */
    record EntryAppended(String branch, ConversationEntry entry) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState.Edit next = appended(state, branch, entry, false);
            String turn = state.turnId(branch);
            if (turn != null && entry.kind() == Interaction.Kind.USER) {
                next.put(branch, next.branch(branch).without(turn));
            }
            return next.done();
        }
    }

    /** The oldest message that was sent during the turn is stored at the end of its branch. */
    record InterjectionAppended(String branch, ConversationEntry entry) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState.Edit next = appended(state, branch, entry, true);
            next.put(branch, next.branch(branch).heard());
            return next.done();
        }
    }

    private static ConversationState.Edit appended(
            ConversationState state, String branch, ConversationEntry entry, boolean interjected) {
        ConversationState.Edit next = state.edit();
        next.tree = state.tree().append(branch, entry);
        next.appended(entry);
        BranchRecord record = state.branch(branch);
        next.keep(entry.id(), record.values());
        TurnProgress turn = record.turn();
        if (turn != null) {
            next.put(branch, record.withTurn(turn.appended(entry, interjected)));
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
            BranchRecord origin = state.branch(like);
            boolean same = origin.turn() == null && state.head(like).id().equals(from);
            ConversationState.Edit next = state.edit();
            next.tree = state.tree().branchAt(state.entry(from), branch);
            next.put(branch, next.branch(branch).withValues(same ? origin.values() : next.at(from)));
            return next.done();
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
            ConversationState.Edit next = state.edit();
            next.tree = state.tree().moveHead(branch, state.entry(to));
            moved(next, branch, to);
            return next.done();
        }
    }

    private static void moved(ConversationState.Edit next, String branch, ConversationEntry.Id to) {
        BranchRecord record = next.branch(branch);
        TurnProgress turn = record.turn();
        boolean back = turn != null && turn.start().equals(to);
        next.put(branch, record.withValues(turn != null && back ? turn.values() : next.at(to)));
    }

    /** An entry and all after it are deleted. Branches that end there continue after the entry before it. */
    record SubtreeDeleted(ConversationEntry.Id entry) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationEntry top = state.entry(entry);
            ConversationState.Edit next = state.edit();
            next.tree = state.tree().deleteSubtree(top);
            for (ConversationEntry gone : state.tree().subtree(top)) {
                next.keep(gone.id(), StateValues.EMPTY);
            }
            if (!state.tree().isLoose(top)) {
                moveAll(state, next, top.parent().orElseThrow());
            }
            return next.done();
        }

        private static void moveAll(ConversationState state, ConversationState.Edit next, ConversationEntry.Id parent) {
            state.tree().heads().forEach((branch, head) -> {
                if (next.tree.find(head.id()).isEmpty()) {
                    moved(next, branch, parent);
                }
            });
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
            ConversationState.Edit next = state.edit();
            next.tree = before.summarize(branch, state.entry(from), state.entry(to), summary);
            List<ConversationEntry> old = before.path(branch);
            List<ConversationEntry> path = next.tree.path(branch);
            int shorter = old.size() - path.size();
            for (int i = path.size() - 1;
                    i >= 0 && before.find(path.get(i).id()).isEmpty();
                    i--) {
                next.appended(path.get(i));
                next.keep(path.get(i).id(), next.at(old.get(i + shorter).id()));
            }
            BranchRecord record = next.branch(branch);
            TurnProgress turn = record.turn();
            if (turn != null) {
                next.put(branch, record.withTurn(copied(next, turn, old, path)));
            }
            return next.done();
        }

        /** Returns the turn with the copies of its entries, which follow the copy of its start. */
        private static TurnProgress copied(
                ConversationState.Edit next,
                TurnProgress turn,
                List<ConversationEntry> old,
                List<ConversationEntry> path) {
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
            ConversationEntry.Id start = path.get(path.size() - 1 - own).id();
            next.start(turn.start(), -1);
            next.start(start, 1);
            return turn.startingAt(start, all);
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
            ConversationState.Edit next = state.edit();
            if (key.isEmpty()) {
                next.shared = next.shared.with(name, value);
                return next.done();
            }
            BranchRecord record = next.branch(key.get());
            StateValues values = record.values().with(name, value);
            next.put(key.get(), record.withValues(values));
            if (record.turn() == null) {
                ConversationEntry.Id head = state.head(key.get()).id();
                // without a stored form there is no record, so the stored values of the entry must stay
                next.keep(head, value.form() == null ? next.at(head).with(name, value) : values);
            }
            return next.done();
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
            ConversationState.Edit next = state.edit();
            ConversationEntry.Id head = state.head(branch).id();
            BranchRecord record = state.branch(branch);
            if (record.turn() != null) {
                ended(next, branch, head);
            }
            next.put(branch, next.branch(branch).withTurn(TurnProgress.begun(turn, head, record.values())));
            next.start(head, 1);
            next.turns++;
            return next.done();
        }
    }

    private static void ended(ConversationState.Edit next, String branch, ConversationEntry.Id head) {
        BranchRecord record = next.branch(branch);
        TurnProgress turn = record.turn();
        if (turn != null) {
            next.keep(head, record.values());
            next.start(turn.start(), -1);
            next.turns--;
            next.put(branch, record.withTurn(null));
        }
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
            ConversationState.Edit next = state.edit();
            TurnProgress running = state.turn(branch);
            if (running != null && running.id().equals(turn)) {
                ended(next, branch, state.head(branch).id());
                next.put(branch, next.branch(branch).without(turn));
            }
            next.usage = state.usage().plus(spent);
            return next.done();
        }
    }

    /** A call outside the turns of the conversation was made on its behalf. */
    record UsageAdded(String branch, UsageTotal spent) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState.Edit next = state.edit();
            next.usage = state.usage().plus(spent);
            return next.done();
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
            ConversationState.Edit next = state.edit();
            TurnProgress turn = state.turn(branch);
            String in = turn == null ? "unknown" : turn.id(); // the first versions did not name their turns
            next.calls = next.calls.with(call.id(), state.call(call.id()).started(in, changed.orElse(null)));
            return next.done();
        }
    }

    /** A tool call has its result. */
    record CallEnded(String branch, Interaction.ToolResult result) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState.Edit next = state.edit();
            String id = result.callId();
            next.calls = next.calls.with(id, state.call(id).ended(result.envelope()));
            return next.done();
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
            ConversationState.Edit next = state.edit();
            OpenCalls open = state.openCalls(branch, true);
            for (Interaction.ToolCall call : open.calls()) {
                if (open.outcome(call) == null) {
                    next.calls =
                            next.calls.with(call.id(), state.call(call.id()).ended(envelope));
                }
            }
            return next.done();
        }
    }

    /** A message waits until the turns before it are over. */
    record MessageQueued(String branch, WaitingMessage message) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState.Edit next = state.edit();
            next.put(branch, next.branch(branch).queued(message));
            return next.done();
        }
    }

    /** A message that waits is withdrawn. */
    record MessageWithdrawn(String branch, String turn) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            if (!state.branch(branch).isWaiting(turn)) {
                throw new IllegalArgumentException("no such message waits on the branch " + branch);
            }
            ConversationState.Edit next = state.edit();
            next.put(branch, next.branch(branch).without(turn));
            return next.done();
        }
    }

    /** A message was sent during the turn; it is stored after the results of the running round. */
    record Interjected(String branch, Interaction.User input) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            TurnProgress turn = state.turn(branch);
            if (turn == null || !turn.hearing()) {
                throw new IllegalArgumentException("no turn of the branch " + branch + " accepts messages");
            }
            ConversationState.Edit next = state.edit();
            next.put(branch, next.branch(branch).interjected(input));
            return next.done();
        }
    }

    /** The oldest message that was sent during the turn is not stored, because a hook refuses it. */
    record InterjectionRefused(String branch) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState.Edit next = state.edit();
            next.put(branch, next.branch(branch).heard());
            return next.done();
        }
    }

    /** The turn accepts no further messages, because it ends. Live. */
    record InterjectionsClosed(String branch) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            TurnProgress turn = state.turn(branch);
            ConversationState.Edit next = state.edit();
            next.put(branch, next.branch(branch).withTurn(turn == null ? null : turn.deaf()));
            return next.done();
        }
    }

    /**
     * Ids were given out for an entry that is not stored yet. Live.
     *
     * @param entry the id of the entry
     * @param calls the ids of its tool calls
     */
    record IdsReserved(ConversationEntry.Id entry, List<Interaction.ToolCall> calls) implements ConversationChange {
        @Override
        public ConversationState applyTo(ConversationState state) {
            ConversationState.Edit next = state.edit();
            next.reservedEntry = Math.max(state.highestEntry(), ConversationState.number(entry.text(), "e"));
            calls.forEach(call -> next.reserved(call.id()));
            return next.done();
        }
    }
}
