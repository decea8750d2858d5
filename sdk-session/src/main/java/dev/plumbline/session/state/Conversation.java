package dev.plumbline.session.state;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.State;
import dev.plumbline.conversation.BranchComparison;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.session.journal.Journal;
import dev.plumbline.session.journal.JournalReplay;
import dev.plumbline.session.journal.PendingToolCalls;
import dev.plumbline.session.journal.StateHistory;
import dev.plumbline.session.journal.StatusListener;
import dev.plumbline.session.journal.SummaryRecord;
import dev.plumbline.session.journal.UsageAccumulator;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A conversation: its tree, tool-call ids, cost, state, journal and open branches, with the one lock that guards them.
 * The lock is never held while other code is called.
 */
public final class Conversation implements StatusListener {
    final Object lock = new Object();
    private final UniqueToolCallIds callIds = new UniqueToolCallIds();
    private final Journal journal;
    private final @Nullable JournalReplay before;
    private final JournaledState memory;

    /** The values of scope BRANCH. */
    private final StateHistory history;

    private final State approvals = State.inMemory();

    /** The branches with an open session, by name. */
    private final Map<String, BranchState> open = new HashMap<>();

    private volatile ConversationTree tree;
    private final UsageAccumulator total;
    private long reserved;

    private Conversation(ConversationTree tree, Journal journal, @Nullable JournalReplay before) {
        this.tree = tree;
        this.journal = journal;
        this.before = before;
        this.history = before == null ? new StateHistory() : before.history();
        StateHistory.CurrentValues values = before == null ? new StateHistory.CurrentValues() : before.values();
        this.memory = new JournaledState(values, lock, new ValueKeeper(null, values));
        this.total = before == null ? new UsageAccumulator() : before.total();
        journal.statusListener(this);
    }

    @Override
    public void statusChanged(CallIds session, Optional<AiError> failure) {
        List<BranchState> watched;
        synchronized (lock) {
            watched = List.copyOf(open.values());
        }
        watched.forEach(branch -> branch.publish(number -> new SessionEvent.JournalStatus(number, session, failure)));
    }

    /** Creates a conversation from the interactions of a body, grouped into entries, and queues it in the journal. */
    public static Conversation of(AiBody body, String namespace, Instant now, Journal journal) {
        List<ConversationEntry> path = InitialEntries.of(body.interactions(), now);
        ConversationTree tree = ConversationTree.of(path, body.interactions());
        Conversation conversation = new Conversation(tree, journal, null);
        conversation.callIds.addAll(body.interactions());
        conversation.reserved = path.size();
        journal.opened(body, namespace, path);
        return conversation;
    }

    /** Creates a conversation that continues from its journal. */
    public static Conversation of(JournalReplay replay, Journal journal) {
        Conversation conversation = new Conversation(replay.tree(), journal, replay);
        conversation.reserved = replay.highestId();
        conversation.callIds.addAll(replay.calls());
        return conversation;
    }

    /** Returns the current tree. */
    public ConversationTree tree() {
        return tree;
    }

    /** Returns the journal. */
    public Journal journal() {
        return journal;
    }

    /** Returns the replay from which it continues; null if it began in this program. */
    public @Nullable JournalReplay before() {
        return before;
    }

    /** Returns the state of scope SESSION. */
    public State memory() {
        return memory;
    }

    /** Returns the approvals of users in all branches; for the tool executor only, not stored. */
    public State approvals() {
        return approvals;
    }

    /** Returns the usage of all turns of all branches. */
    public Usage usage() {
        return total.usage();
    }

    /** Returns the cost; empty unless that of each turn is known and all are of one currency. */
    public Optional<Cost> cost() {
        return Optional.ofNullable(total.cost());
    }

    /**
     * Writes the queued records; called without the lock.
     *
     * @throws dev.plumbline.event.AiException if they cannot be written and the settings end the turn then
     */
    void write() {
        journal.write(lock);
    }

    /**
     * Calls {@code then} with whether everything is written, after an attempt; on another thread unless everything is
     * written already.
     */
    public void writeThen(Consumer<Boolean> then) {
        journal.writeThen(lock, then);
    }

    /** Writes the queued records where no turn can be ended by a failure. */
    public void writeNow() {
        journal.write(lock, false);
    }

    /**
     * Writes the queued records without blocking the host's UI thread.
     *
     * @param last whether the journal is released afterwards, because no session is left
     */
    public void writeGently(boolean last) {
        journal.writeOffUiThread(lock, last);
    }

    /**
     * Registers a session on that branch; under the lock.
     *
     * @throws IllegalStateException if the branch has one already
     */
    void open(String name, BranchState branch) {
        if (open.putIfAbsent(name, branch) != null) {
            throw new IllegalStateException("there is a session on this branch already: fork, or close it");
        }
    }

    /** Removes the session of a branch; returns whether it was the last one. Under the lock. */
    boolean close(String name, BranchState branch) {
        open.remove(name, branch);
        return open.isEmpty();
    }

    /** Returns the state of a branch; under the lock. */
    JournaledState memory(String branch) {
        StateHistory.CurrentValues current = history.branch(branch);
        return new JournaledState(current, lock, new ValueKeeper(branch, current));
    }

    /** Returns the values of scope BRANCH; under the lock. */
    StateHistory history() {
        return history;
    }

    /** Returns the tool calls that were open at the end of a branch when the program ended; null if there are none. */
    @Nullable
    PendingToolCalls pending(String branch) {
        return before == null ? null : before.pending(tree.head(branch));
    }

    /** Replaces the tree; under the lock. */
    void replace(ConversationTree other) {
        tree = other;
    }

    /**
     * Returns the entry of the tree with the same id; a turn that failed may have deleted it.
     *
     * @throws IllegalArgumentException if the tree has no such entry
     */
    public ConversationEntry require(ConversationEntry entry) {
        return tree.find(entry.id())
                .orElseThrow(() ->
                        new IllegalArgumentException("entry " + entry.id() + " does not belong to this conversation"));
    }

    /**
     * Returns whether an entry can be deleted: no entry follows it, no branch ends there, and no turn returns to it;
     * under the lock.
     */
    boolean isUnused(ConversationEntry entry) {
        ConversationEntry.Id id = entry.id();
        return tree.children(entry).isEmpty()
                && tree.heads().values().stream().noneMatch(head -> head.id().equals(id))
                && open.values().stream().noneMatch(branch -> branch.comesBackTo(id));
    }

    /** Adds a branch after that entry; its state is that of the entry. */
    public void nameBranch(String name, ConversationEntry from, BranchState like, CallIds ids) {
        synchronized (lock) {
            addBranch(name, from, like);
        }
        treeChanged(ids);
    }

    /** Adds a branch after that entry; under the lock. */
    void addBranch(String name, ConversationEntry from, BranchState like) {
        tree = tree.branchAt(from, name);
        journal.branch(name, from, like.name());
        history.forked(name, from, like.name(), tree.head(like.name()));
    }

    /**
     * Deletes an entry and all after it. Branches that end there continue after the entry before it.
     *
     * @throws IllegalStateException while a turn runs, and if a branch with an open session passes the entry
     */
    public void deleteSubtree(ConversationEntry entry, CallIds ids) {
        synchronized (lock) {
            requireUnused(entry);
            ConversationEntry parent = tree.find(entry.parent().orElseThrow()).orElseThrow();
            List<ConversationEntry> gone = tree.subtree(entry);
            tree.heads().forEach((branch, head) -> {
                if (gone.contains(head)) {
                    tree = tree.moveHead(branch, parent);
                    journal.moved(branch, parent);
                    history.moved(branch, parent);
                }
            });
            tree = tree.deleteSubtree(entry);
            gone.forEach(history::deleted);
            journal.deleted(entry);
        }
        treeChanged(ids);
    }

    private void requireUnused(ConversationEntry entry) {
        if (journal.openTurns() > 0) {
            throw new IllegalStateException("a turn is running: delete entries when it is over");
        }
        for (BranchState branch : open.values()) {
            if (tree.path(branch.name()).contains(entry)) {
                throw new IllegalStateException("the branch " + branch.name() + " has an open session and passes entry "
                        + entry.id() + ": continue it from another entry, or close its session, and delete then");
            }
        }
    }

    /** Notifies all sessions and writes the change. */
    private void treeChanged(CallIds ids) {
        List<BranchState> watched;
        synchronized (lock) {
            watched = List.copyOf(open.values());
        }
        watched.forEach(branch -> branch.publish(number ->
                new SessionEvent.BranchMoved(number, ids, branch.branch().head())));
        writeGently(false);
    }

    /** Returns the differences of two branches. */
    public BranchComparison compare(String one, String other) {
        synchronized (lock) {
            return BranchComparison.of(tree, one, other).withState(history.differences(one, other));
        }
    }

    /** Adds the usage of a turn, or of a call outside the turns; under the lock. */
    void spent(AiReturn ret) {
        total.add(ret);
    }

    /** Returns the interactions with a unique id for every tool call; under the lock. */
    List<Interaction> named(List<? extends Interaction> interactions) {
        return callIds.named(interactions);
    }

    /** Returns a new id for an entry, unique in the conversation's history; under the lock. */
    ConversationEntry.Id nextId() {
        reserved++;
        return new ConversationEntry.Id("e" + reserved);
    }

    /** Replaces entries of a branch by a summary; under the lock. */
    void summarize(String branch, ConversationEntry from, ConversationEntry to, String summary) {
        ConversationTree before = tree;
        tree = before.withIdsAbove(reserved).summarize(branch, from, to, summary);
        journal.summarized(branch, new SummaryRecord(from, to, summary, reserved));
        reserved = JournalReplay.number(tree.nextId()) - 1;
        history.summarized(branch, before, tree);
    }

    /**
     * Stores changed values of a branch, or of the conversation if there is no branch, and queues them in the journal.
     */
    private final class ValueKeeper implements JournaledState.ChangeListener {
        private final @Nullable String branch;
        private final StateHistory.CurrentValues values;

        ValueKeeper(@Nullable String branch, StateHistory.CurrentValues values) {
            this.branch = branch;
            this.values = values;
        }

        @Override
        public void changed(String name, Object value, @Nullable Json form) {
            if (branch == null) {
                values.set(name, value);
            } else {
                history.changed(branch, tree.head(branch), name, value);
            }
            if (form != null) {
                journal.state(branch, name, form);
            }
        }
    }
}
