package dev.plumbline.session.state;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import dev.plumbline.session.events.EventDispatcher;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.session.journal.Journal;
import dev.plumbline.session.journal.PendingToolCalls;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One branch of a conversation with an open session: its transcript, its running turn, its queued turns and its event
 * dispatcher. Every change is made under the conversation's lock and followed by {@link #commit}.
 */
public final class BranchState {
    final Object lock;
    final EventDispatcher events;
    private final Scheduler time;
    private final Conversation conversation;
    private final SessionTelemetry telemetry;
    private final JournaledState memory;
    private volatile Branch branch;
    private volatile @Nullable TurnState running;
    private volatile @Nullable PendingToolCalls pending;
    private final Deque<TurnState> waiting = new ArrayDeque<>();
    private volatile boolean closed;

    /**
     * Creates the state of an existing branch.
     *
     * @param settings the settings shared by all sessions
     * @param body the body with which the conversation was opened
     * @throws IllegalArgumentException if there is no such branch
     * @throws IllegalStateException if the branch has an open session
     */
    public BranchState(BranchSettings settings, Conversation conversation, String name, AiBody body) {
        this.time = settings.time();
        this.conversation = conversation;
        this.lock = conversation.lock;
        this.events = settings.events();
        this.telemetry = settings.telemetry().of(events);
        synchronized (lock) {
            this.branch = new Branch(conversation.tree(), name, body).in(conversation.tree());
            this.pending = conversation.pending(name);
            this.memory = conversation.memory(name);
            conversation.open(name, this);
        }
    }

    /** Creates another branch of the same conversation after that entry, and opens it before others can. */
    public BranchState fork(BranchSettings settings, ConversationEntry from, String name) {
        BranchState made;
        synchronized (lock) {
            conversation.addBranch(name, from, this);
            made = new BranchState(settings, conversation, name, branch.body());
        }
        conversation.writeGently(false);
        return made;
    }

    /** Returns the conversation of the branch. */
    public Conversation conversation() {
        return conversation;
    }

    Journal journal() {
        return conversation.journal();
    }

    /** Returns the dispatcher of its events. */
    public EventDispatcher events() {
        return events;
    }

    /** Returns its telemetry. */
    public SessionTelemetry telemetry() {
        return telemetry;
    }

    /** Returns the current branch. */
    public Branch branch() {
        return branch;
    }

    String name() {
        return branch.name();
    }

    /** Returns the state of the conversation, the branch, a new turn and its round. */
    public JournaledState.ScopedState turnMemory() {
        return JournaledState.ScopedState.ofTurn(conversation.memory(), memory);
    }

    /** Returns the approvals of users in the conversation and in a new turn. */
    public State turnApprovals() {
        return JournaledState.ScopedState.ofApprovals(conversation.approvals());
    }

    /**
     * Returns the tool calls that were open when the program ended, until they are answered; null if there are none.
     */
    public @Nullable PendingToolCalls pending() {
        return pending;
    }

    /** Returns the running turn; null if there is none. */
    public @Nullable TurnState running() {
        return running;
    }

    boolean isRunning(TurnState turn) {
        return running == turn;
    }

    /** Returns whether its session accepts no more turns. */
    public boolean isClosed() {
        return closed;
    }

    /** Returns whether a running turn returns to that entry if it adds nothing; under the lock. */
    boolean comesBackTo(ConversationEntry.Id entry) {
        TurnState turn = running;
        return turn != null && turn.before.id().equals(entry);
    }

    long now() {
        return time.nanoTime();
    }

    /** Publishes an event to views. */
    public void publish(LongFunction<SessionEvent> event) {
        synchronized (lock) {
            events.offer(event.apply(events.next()));
        }
        events.wake();
    }

    /** Publishes a change and waits until it is written; called without the lock. */
    void commit() {
        events.wake();
        conversation.write();
    }

    /**
     * Makes a turn the running one, or queues it if that is allowed.
     *
     * @return whether it is the running turn
     * @throws IllegalStateException if the session is closed or busy, or there is nothing to answer
     */
    public boolean begin(TurnState turn) {
        boolean queued;
        synchronized (lock) {
            require(!closed, "this session is closed");
            queued = turn.request().mayWait() && !isIdle();
            if (queued) {
                waiting.add(turn);
                events.offer(new SessionEvent.TurnQueued(events.next(), turn.ids(), turn.input()));
            } else {
                beginNow(turn);
            }
        }
        events.wake();
        return !queued;
    }

    private void beginNow(TurnState turn) {
        requireIdle();
        require(
                turn.request().fresh() || pending != null || branch.awaitsAnswer(),
                "there is nothing to answer: the conversation does not end with a user message");
        ConversationEntry behind = turn.request().behind();
        run(turn, behind == null ? null : conversation.require(behind));
    }

    private void run(TurnState turn, @Nullable ConversationEntry behind) {
        running = turn;
        turn.begun(branch.head());
        events.pace(turn.request().options().coalescing().orElse(SessionOptions.Coalescing.BALANCED));
        journal().turnBegan(name(), turn.ids().turn());
        conversation.history().turnBegan(name(), branch.head(), turn.ids().turn());
        if (behind != null) {
            moveTo(behind);
        }
        events.offer(new SessionEvent.TurnStarted(events.next(), turn.ids(), turn.input(), name()));
    }

    /** Makes the oldest queued turn the running one and returns it; null if none is queued or a turn runs. */
    public @Nullable TurnState next() {
        TurnState first;
        synchronized (lock) {
            first = running != null || closed ? null : waiting.poll();
            if (first != null) {
                run(first, null);
            }
        }
        events.wake();
        return first;
    }

    /** Removes a queued turn and ends it; false if it is not queued. */
    public boolean removeWaiting(TurnState turn, @Nullable AiError error) {
        synchronized (lock) {
            if (!waiting.remove(turn)) {
                return false;
            }
            turn.withdrawn(error);
            events.offer(new SessionEvent.TurnWithdrawn(events.next(), turn.ids()));
        }
        events.wake();
        return true;
    }

    private boolean isIdle() {
        return running == null && waiting.isEmpty();
    }

    private void requireIdle() {
        require(!closed, "this session is closed");
        require(
                isIdle(),
                "this session is busy; cancel it, let messages wait with busyAction(QUEUE), interject, or fork");
    }

    private static void require(boolean rule, String message) {
        if (!rule) {
            throw new IllegalStateException(message);
        }
    }

    /** Continues the branch after another entry. */
    public void continueFrom(ConversationEntry from, CallIds ids) {
        synchronized (lock) {
            requireIdle();
            moveTo(from);
            events.offer(new SessionEvent.BranchMoved(events.next(), ids, from));
        }
        events.wake();
        conversation.writeGently(false);
    }

    /** Replaces entries of this branch by a summary. */
    public void summarize(ConversationEntry from, ConversationEntry to, String summary, CallIds ids) {
        synchronized (lock) {
            requireIdle();
            require(journal().openTurns() == 0, "a turn of another branch is running: summarise when it is over");
            putSummary(from, to, summary, ids);
        }
        events.wake();
        conversation.writeGently(false);
    }

    private void putSummary(ConversationEntry from, ConversationEntry to, String summary, CallIds ids) {
        conversation.summarize(name(), from, to, summary);
        branch = branch.in(conversation.tree());
        events.offer(new SessionEvent.BranchMoved(events.next(), ids, branch.head()));
    }

    /** Replaces entries by a summary during the one turn that runs, before its own entries; under the lock. */
    boolean shorten(TurnState turn, List<ConversationEntry> old, String summary) {
        int own = branch.path().size() - turn.firstOwnIndex();
        boolean alone = journal().openTurns() == 1;
        if (alone) {
            putSummary(old.get(0), old.get(old.size() - 1), summary, turn.ids());
            List<ConversationEntry> path = branch.path();
            int place = path.size() - own;
            turn.before = path.get(place - 1);
            // the newest entries of the path are copies of the turn's entries, so they belong to the turn, too
            path.subList(place, path.size()).forEach(copy -> turn.own.add(copy.id()));
        }
        return alone;
    }

    /** Appends the answer of a side turn after that entry; false if the conversation has continued since. */
    public boolean appendSideAnswer(AiReturn ret, ConversationEntry behind, CallIds ids) {
        synchronized (lock) {
            if (closed || !isIdle() || !branch.head().equals(behind)) {
                return false;
            }
            store(draft(ret.interactions(), ConversationEntry.Status.COMPLETE, ret.usage(), 0), ids);
        }
        events.wake();
        conversation.writeGently(false);
        return true;
    }

    /** Adds the usage of a call outside the turns. */
    public void addUsage(AiReturn ret) {
        synchronized (lock) {
            conversation.spent(ret);
            journal().recordUsage(name(), ret);
        }
    }

    /** Removes the running turn; under the lock. */
    void finished(TurnState turn, AiReturn ret) {
        running = null;
        conversation.spent(ret);
        journal().turnEnded(name(), ret);
        conversation.history().turnEnded(name(), branch.head(), ret.ids().turn());
        events.offer(new SessionEvent.TurnFinished(events.next(), ret.ids(), ret));
    }

    /**
     * Refuses turns from now on.
     *
     * @return the queued turns in order; null if it was closed before
     */
    public @Nullable List<TurnState> close() {
        synchronized (lock) {
            boolean first = !closed;
            closed = true;
            return first ? List.copyOf(waiting) : null;
        }
    }

    /** Releases the session of the branch; returns whether no branch of the conversation has a session. */
    public boolean releaseSession() {
        synchronized (lock) {
            return conversation.close(name(), this);
        }
    }

    /** Returns the entry that would be stored next; under the lock. */
    ConversationEntry draft(
            List<? extends Interaction> interactions, ConversationEntry.Status status, Usage used, long tookNanos) {
        return new ConversationEntry(
                conversation.nextId(),
                Optional.of(branch.head().id()),
                List.copyOf(interactions),
                status,
                used,
                time.instant(),
                Duration.ofNanos(tookNanos));
    }

    /** Stores a draft of a turn and publishes it; under the lock. */
    void append(TurnState turn, ConversationEntry entry) {
        store(entry, turn.ids());
        turn.own.add(entry.id());
    }

    private void store(ConversationEntry entry, CallIds ids) {
        ConversationTree longer = conversation.tree().append(name(), entry);
        // a value that cannot be written is refused here, before anything has changed
        journal().entry(name(), entry);
        replace(longer);
        conversation.history().appended(name(), entry);
        pending = null;
        events.offer(new SessionEvent.EntryAppended(events.next(), ids, entry));
    }

    /** Moves the end of the branch to the parent of its newest entry, which stays in the tree; under the lock. */
    void stepBack() {
        moveTo(conversation.tree().find(branch.head().parent().orElseThrow()).orElseThrow());
    }

    private void moveTo(ConversationEntry entry) {
        replace(conversation.tree().moveHead(name(), entry));
        conversation.history().moved(name(), entry);
        journal().moved(name(), entry);
        pending = null;
    }

    /**
     * Returns to the start of a turn and deletes the turn's entries, newest first. An entry that other branches may
     * continue from is kept, with all entries before it; under the lock.
     */
    void goBack(TurnState turn) {
        moveTo(turn.before);
        for (int i = turn.own.size() - 1; i >= 0; i--) {
            ConversationEntry entry = conversation.tree().find(turn.own.get(i)).orElse(null);
            if (entry != null && conversation.isUnused(entry)) {
                replace(conversation.tree().deleteSubtree(entry));
                conversation.history().deleted(entry);
                journal().deleted(entry);
            }
        }
    }

    private void replace(ConversationTree tree) {
        conversation.replace(tree);
        branch = branch.in(tree);
    }
}
