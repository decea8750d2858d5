package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.journal.Journal;
import dev.plumbline.session.journal.JournalSettings;
import dev.plumbline.session.state.ChangeRecord;
import dev.plumbline.session.state.ConversationChange;
import dev.plumbline.session.state.ConversationChange.FactWithdrawn;
import dev.plumbline.session.state.ConversationChange.FormatRaised;
import dev.plumbline.session.state.ConversationChange.Opened;
import dev.plumbline.session.state.ConversationChange.SubtreeDeleted;
import dev.plumbline.session.state.ConversationState;
import dev.plumbline.session.state.OpenCalls;
import dev.plumbline.session.state.UsageTotal;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A conversation with its open branches: the one place where its state changes. A change is applied to the state, queued
 * in the journal and published to views, in this order and under one lock, which is never held while other code is
 * called. What cannot be written as a record is refused before anything has changed.
 */
final class Conversation {
    final Object lock = new Object();
    /** Null if nothing is written. */
    private final @Nullable Journal journal;

    private final Scheduler time;
    private final Ids given = new Ids();
    private final State approvals = State.inMemory();
    private final ConversationValues shared;
    /** The branches with an open session, by name. */
    private final Map<String, Branch> open = new HashMap<>();

    private volatile ConversationState state;
    private volatile @Nullable Owner owner;
    private int running;
    private ConversationSession.@Nullable Recovery recovery;

    private Conversation(
            ConversationState state,
            Scheduler time,
            @Nullable JournalSettings written,
            CallIds ids,
            SessionStore.@Nullable Writer writer) {
        this.state = state;
        this.time = time;
        this.journal =
                written == null ? null : new Journal(written, ids, writer, lock, this::statusChanged, this::released);
        this.shared = new ConversationValues(this, null);
    }

    /**
     * Creates a conversation that begins with a body, whose interactions are grouped into entries.
     *
     * @param written the settings of its journal; null if nothing is written
     */
    static Conversation begun(
            AiBody body, String namespace, Scheduler time, @Nullable JournalSettings written, CallIds ids) {
        Conversation conversation = new Conversation(ConversationState.nothing(), time, written, ids, null);
        synchronized (conversation.lock) {
            conversation.apply(ids, Opened.with(body, namespace, time.instant()));
        }
        return conversation;
    }

    /** Creates a conversation that continues from the state of its journal. */
    static Conversation resumed(
            ConversationReplay replay, JournalSettings written, CallIds ids, SessionStore.Writer writer) {
        Conversation conversation = new Conversation(replay.state(), written.time(), written, ids, writer);
        conversation.recovery = replay.recovery();
        return conversation;
    }

    /** Returns what could not be restored when it was resumed; null if that is nothing. */
    ConversationSession.@Nullable Recovery recovery() {
        return recovery;
    }

    /** Returns the branches whose turn was running when the program ended. */
    List<String> interrupted() {
        synchronized (lock) {
            return state.interrupted().stream()
                    .filter(name -> {
                        Branch branch = open.get(name);
                        return branch == null || branch.running() == null;
                    })
                    .toList();
        }
    }

    /** Returns the usage and cost of all turns of all branches, except those that run now. */
    UsageTotal usage() {
        synchronized (lock) {
            return interrupted().stream().map(state::spent).reduce(state.usage(), UsageTotal::plus);
        }
    }

    /** Returns the current state. */
    ConversationState state() {
        return state;
    }

    ConversationTree tree() {
        return state.tree();
    }

    /** Returns the state of scope SESSION. */
    State values() {
        return shared;
    }

    /** Returns the approvals of users in all branches; for the tool executor only, not stored. */
    State approvals() {
        return approvals;
    }

    /** Applies a change; under the lock. */
    void apply(CallIds ids, ConversationChange change) {
        apply(ids, List.of(change));
    }

    /** Applies changes at once, all or none; under the lock. */
    void apply(CallIds ids, List<ConversationChange> changes) {
        ConversationState next = state;
        List<Json> records = new ArrayList<>();
        for (ConversationChange change : isOlder() ? raised(changes) : changes) {
            next = next.apply(change);
            Json record = journal == null ? null : ChangeRecord.write(change);
            if (record != null) {
                records.add(record.with("at", time.instant().toString()).with("open", next.turns() > 0));
            }
        }
        if (journal != null) {
            journal.add(records);
        }
        state = next;
        for (ConversationChange change : changes) {
            publish(ids, change, next);
        }
    }

    private boolean isOlder() {
        return state.format() < ConversationState.FORMAT && state.format() > 0;
    }

    /** Returns changes of an older conversation, which has records of this version then that older versions refuse. */
    private static List<ConversationChange> raised(List<ConversationChange> changes) {
        List<ConversationChange> all = new ArrayList<>();
        all.add(new FormatRaised(ConversationState.FORMAT));
        all.addAll(changes);
        return all;
    }

    private void publish(CallIds ids, ConversationChange change, ConversationState after) {
        Branch branch = change.branch().isEmpty() ? null : open.get(change.branch());
        if (branch != null) {
            branch.events().publish(ids, change, after);
        }
    }

    /** Returns the highest number of an entry id that was given; under the lock. */
    long highestEntry() {
        return given.highestEntry(state);
    }

    /** Returns an entry for the end of a branch, with unique ids of its tool calls; under the lock. */
    ConversationEntry draft(
            String branch,
            List<? extends Interaction> interactions,
            ConversationEntry.Status status,
            Usage used,
            Duration took) {
        return new ConversationEntry(
                given.nextEntry(state),
                Optional.of(state.head(branch).id()),
                given.withUniqueCalls(state, interactions),
                status,
                used,
                time.instant(),
                took);
    }

    /** Returns the entry of the tree with the same id; a turn that failed may have deleted it. */
    ConversationEntry require(ConversationEntry entry) {
        return state.entry(entry.id());
    }

    /**
     * Registers a session on that branch; under the lock.
     *
     * @throws IllegalStateException if the branch has one already
     */
    void open(String name, Branch branch) {
        if (open.putIfAbsent(name, branch) != null) {
            throw new IllegalStateException("there is a session on this branch already: fork, or close it");
        }
    }

    /** Removes the session of a branch; returns whether it was the last one. Under the lock. */
    boolean close(String name, Branch branch) {
        open.remove(name, branch);
        return open.isEmpty();
    }

    /** Returns the open session of a branch; null if there is none. */
    @Nullable
    Branch opened(String name) {
        synchronized (lock) {
            return open.get(name);
        }
    }

    /** Counts the running turns; under the lock. */
    void running(int more) {
        running += more;
    }

    /** Returns the number of running turns of all branches; under the lock. */
    int running() {
        return running;
    }

    /** Deletes an entry and all after it; no turn may run, and no open session may pass the entry. */
    void delete(ConversationEntry entry, CallIds ids) {
        synchronized (lock) {
            requireUnused(entry);
            apply(ids, new SubtreeDeleted(entry.id()));
        }
        treeChanged(ids);
    }

    /** Sends the values of a fact no more that were sent until now; no turn may run. */
    void withdrawFact(String key, CallIds ids) {
        synchronized (lock) {
            if (running > 0) {
                throw new IllegalStateException("a turn is running: withdraw facts when it is over");
            }
            apply(ids, new FactWithdrawn(key));
        }
        writeGently();
    }

    private void requireUnused(ConversationEntry entry) {
        if (running > 0) {
            throw new IllegalStateException("a turn is running: delete entries when it is over");
        }
        for (Map.Entry<String, Branch> branch : open.entrySet()) {
            if (state.path(branch.getKey()).contains(entry)) {
                throw new IllegalStateException(
                        "the branch " + branch.getKey() + " has an open session and passes entry " + entry.id()
                                + ": continue it from another entry, or close its session, and delete then");
            }
        }
    }

    /** Notifies all sessions that the tree has changed, and writes the change. */
    void treeChanged(CallIds ids) {
        for (Branch branch : branches()) {
            branch.publish(number -> new SessionEvent.BranchMoved(number, ids, state.head(branch.name())));
        }
        writeGently();
    }

    private List<Branch> branches() {
        synchronized (lock) {
            return List.copyOf(open.values());
        }
    }

    /** Returns whether there is a journal. */
    boolean isStored() {
        return journal != null;
    }

    /**
     * Writes the queued records; called without the lock.
     *
     * @throws dev.plumbline.event.AiException if they cannot be written and the settings end the turn then
     */
    void write() {
        if (journal != null) {
            journal.write();
        }
    }

    /**
     * Calls {@code then} with whether everything is written, after an attempt; on another thread unless everything is
     * written already. Without a journal nothing is.
     */
    void writeThen(Consumer<Boolean> then) {
        if (journal == null) {
            then.accept(false);
        } else {
            journal.writeThen(then);
        }
    }

    /** Writes the queued records where no turn can be ended by a failure. */
    void writeNow() {
        if (journal != null) {
            journal.writeNow();
        }
    }

    /**
     * Writes the queued records without blocking the host's UI thread. What arrives after the last session was closed, such
     * as the usage of a side turn, is written by the owner.
     */
    void writeGently() {
        Owner closed = owner;
        if (closed != null) {
            closed.unwritten(this);
        } else if (journal != null) {
            journal.writeOffUiThread();
        }
    }

    /** Lets others open the conversation once everything is written, and then tells the owner. */
    void release(Owner notified) {
        owner = notified;
        if (journal == null) {
            notified.written(this, 0);
        } else {
            journal.release();
        }
    }

    /** Writes what is left a last time; returns the number of records that are lost. */
    int abandon() {
        return journal == null ? 0 : journal.abandon();
    }

    private void statusChanged(CallIds session, Optional<AiError> failure) {
        branches()
                .forEach(branch -> branch.publish(number -> new SessionEvent.JournalStatus(number, session, failure)));
    }

    private void released(int lost) {
        Owner closed = owner;
        if (closed != null) {
            closed.written(this, lost);
        }
    }

    /** Keeps a conversation without a session until it is written. Called without a lock. */
    interface Owner {
        /** Reports that a conversation has records that are not written, so that it must be released again. */
        void unwritten(Conversation conversation);

        /**
         * Reports that others can open a conversation.
         *
         * @param lost the number of its records that will never be written
         */
        void written(Conversation conversation, int lost);
    }

    /**
     * Gives ids to the entries and tool calls of a conversation, each once: hooks see an entry before it is stored, while other
     * branches store theirs. Guarded by the conversation's lock.
     */
    private static final class Ids {
        private long entry;
        private long call;
        /** The ids of all tool calls; null until the first one needs an id. */
        private @Nullable Set<String> calls;

        /** Returns the highest number of an entry id that was given, also for an entry that is not stored. */
        long highestEntry(ConversationState state) {
            entry = Math.max(entry, state.highestEntry());
            return entry;
        }

        /** Returns the id of the next entry. */
        ConversationEntry.Id nextEntry(ConversationState state) {
            entry = highestEntry(state) + 1;
            return new ConversationEntry.Id("e" + entry);
        }

        /**
         * Returns the interactions with a unique id for each tool call. An id that a provider leaves empty or repeats is
         * replaced, so that results cannot be swapped, also in the results behind it.
         */
        List<Interaction> withUniqueCalls(ConversationState state, List<? extends Interaction> interactions) {
            if (OpenCalls.calls(interactions).isEmpty()) {
                return List.copyOf(interactions);
            }
            Set<String> used = calls == null ? state.callIds() : calls;
            calls = used;
            List<Interaction> named = new ArrayList<>(interactions.size());
            Map<String, String> renamed = new HashMap<>();
            for (Interaction item : interactions) {
                if (item instanceof Interaction.ToolCall asked) {
                    String id = asked.id();
                    while (id.isEmpty() || !used.add(id)) {
                        call++;
                        id = "call_" + call;
                    }
                    renamed.put(asked.id(), id);
                    named.add(
                            id.equals(asked.id())
                                    ? asked
                                    : new Interaction.ToolCall(id, asked.name(), asked.arguments()));
                } else if (item
                        instanceof Interaction.ToolResult result) { // of a side turn, whose rounds are one entry
                    named.add(new Interaction.ToolResult(
                            renamed.getOrDefault(result.callId(), result.callId()), result.envelope()));
                } else {
                    named.add(item);
                }
            }
            return named;
        }
    }
}
