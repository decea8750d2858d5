package dev.plumbline.session.state;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import dev.plumbline.session.events.EventDispatcher;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.session.journal.Journal;
import dev.plumbline.session.journal.PendingToolCalls;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One branch of a conversation with a session on it: what is sent, the turn that runs, those that wait, and who looks. Every change
 * happens under the conversation's lock, and is followed by {@link #commit}.
 */
public final class BranchState {
    final Object lock;
    final EventDispatcher events;
    private final Timekeeper time;
    private final Conversation conversation;
    private final SessionTelemetry telemetry;
    private final Memory memory;
    private volatile Branch branch;
    private volatile @Nullable TurnState running;
    private volatile @Nullable PendingToolCalls pending;
    private final Deque<TurnState> waiting = new ArrayDeque<>();
    private volatile boolean closed;

    /**
     * The state of a branch that is there.
     *
     * @param settings what all sessions share
     * @param body what the conversation was opened with
     * @throws IllegalArgumentException when there is no such branch
     * @throws IllegalStateException when there is a session on it
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

    /** Another branch of the same conversation, after that entry, opened before others can open it. */
    public BranchState fork(BranchSettings settings, Entry from, String name) {
        synchronized (lock) {
            conversation.replace(conversation.tree().branchAt(from, name));
            journal().branch(name, from, name());
            conversation.copyMemory(name(), name);
            return new BranchState(settings, conversation, name, branch.body());
        }
    }

    /** The conversation it is a branch of. */
    public Conversation conversation() {
        return conversation;
    }

    Journal journal() {
        return conversation.journal();
    }

    /** Its events, on their way to those who look. */
    public EventDispatcher events() {
        return events;
    }

    /** Where its telemetry goes. */
    public SessionTelemetry telemetry() {
        return telemetry;
    }

    /** The current branch. */
    public Branch branch() {
        return branch;
    }

    String name() {
        return branch.name();
    }

    /** What lives as long as the conversation, the branch, a turn from now on, and its round. */
    public Memory.ScopedState turnMemory() {
        return Memory.ScopedState.ofTurn(conversation.memory(), memory);
    }

    /** What users allowed in the conversation, and in a turn from now on. */
    public State turnApprovals() {
        return Memory.ScopedState.ofApprovals(conversation.approvals());
    }

    /** The tool calls that stood open when the program ended, until they are answered; null when none do. */
    public @Nullable PendingToolCalls pending() {
        return pending;
    }

    /** The turn that runs; null when none does. */
    public @Nullable TurnState running() {
        return running;
    }

    boolean isRunning(TurnState turn) {
        return running == turn;
    }

    /** Whether its session takes no more turns. */
    public boolean isClosed() {
        return closed;
    }

    /** Whether a running turn goes back to that entry when nothing comes of it; under the lock. */
    boolean comesBackTo(Entry.Id entry) {
        TurnState turn = running;
        return turn != null && turn.before.id().equals(entry);
    }

    long now() {
        return time.nanos();
    }

    /** Publishes an event to views. */
    public void publish(LongFunction<SessionEvent> event) {
        synchronized (lock) {
            events.offer(event.apply(events.next()));
        }
        events.wake();
    }

    /** Publishes a change, and waits until it is written; without the lock. */
    void commit() {
        events.wake();
        conversation.write();
    }

    /**
     * Makes it the running turn, or lets it wait if it may.
     *
     * @return whether it is the running one
     * @throws IllegalStateException when the session is closed or busy, or there is nothing to answer
     */
    public boolean begin(TurnState turn) {
        synchronized (lock) {
            require(!closed, "this session is closed");
            if (turn.request().mayWait() && !isIdle()) {
                waiting.add(turn);
                return false;
            }
            requireIdle();
            require(
                    turn.request().fresh() || awaitsAnswer(),
                    "there is nothing to answer: the conversation does not end with a user message");
            Entry behind = turn.request().behind();
            run(turn, behind == null ? null : conversation.require(behind));
        }
        events.wake();
        return true;
    }

    private boolean awaitsAnswer() {
        return pending != null || branch.awaitsAnswer();
    }

    /** It is the running one from now on; under the lock. */
    private void run(TurnState turn, @Nullable Entry behind) {
        running = turn;
        turn.begun(branch.tip());
        events.pace(turn.request().options().coalescing().orElse(SessionOptions.Coalescing.BALANCED));
        journal().turnBegan(name(), turn.ids().turn());
        if (behind != null) {
            moveTo(behind);
        }
        events.offer(new SessionEvent.TurnStarted(events.next(), turn.ids(), turn.input(), name()));
    }

    /** The turn that waited longest is the running one now, if one waits and none runs; null otherwise. */
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

    /** Ends a turn that waits; false when it does not. */
    public boolean withdraw(TurnState turn, @Nullable AiError error) {
        synchronized (lock) {
            boolean waited = waiting.remove(turn);
            if (waited) {
                turn.withdrawn(error);
            }
            return waited;
        }
    }

    private boolean isIdle() {
        return running == null && waiting.isEmpty();
    }

    private void requireIdle() {
        require(!closed, "this session is closed");
        require(isIdle(), "this session is busy; cancel it, interject, or fork");
    }

    private static void require(boolean rule, String message) {
        if (!rule) {
            throw new IllegalStateException(message);
        }
    }

    /** Goes on behind another entry. */
    public void continueFrom(Entry from, CallIds ids) {
        synchronized (lock) {
            requireIdle();
            moveTo(from);
            events.offer(new SessionEvent.Continued(events.next(), ids, from));
        }
        events.wake();
    }

    /** Puts a summary in the place of entries of this branch. */
    public void summarize(Entry from, Entry to, String summary, CallIds ids) {
        synchronized (lock) {
            requireIdle();
            require(journal().openTurns() == 0, "a turn of another branch is running: summarise when it is over");
            putSummary(from, to, summary, ids);
        }
        events.wake();
        conversation.writeGently(false);
    }

    private void putSummary(Entry from, Entry to, String summary, CallIds ids) {
        replace(conversation.tree().summarize(name(), from, to, summary));
        journal().summarized(name(), from, to, summary);
        events.offer(new SessionEvent.Continued(events.next(), ids, branch.tip()));
    }

    /** The same in the middle of the one turn that runs, before its own entries; under the lock. */
    boolean shorten(TurnState turn, List<Entry> old, String summary) {
        int own = branch.path().size() - turn.ownPlace();
        boolean alone = journal().openTurns() == 1;
        if (alone) {
            putSummary(old.get(0), old.get(old.size() - 1), summary, turn.ids());
            List<Entry> path = branch.path();
            int place = path.size() - own;
            turn.before = path.get(place - 1);
            // the newest entries of the path are copies of what the turn appended, so they are its own, too
            path.subList(place, path.size()).forEach(copy -> turn.own.add(copy.id()));
        }
        return alone;
    }

    /** Appends what the model said beside the turns behind that entry; false when the conversation went on meanwhile. */
    public boolean adopt(AiReturn ret, Entry behind, CallIds ids) {
        synchronized (lock) {
            if (closed || !isIdle() || !branch.tip().equals(behind)) {
                return false;
            }
            store(draft(ret.interactions(), Entry.Status.COMPLETE, ret.usage(), 0), ids);
        }
        events.wake();
        conversation.writeGently(false);
        return true;
    }

    /** Counts what something beside the turns has used. */
    public void spent(AiReturn ret) {
        synchronized (lock) {
            conversation.spent(ret);
            journal().spent(name(), ret);
        }
    }

    /** A turn is over; under the lock. */
    void finished(TurnState turn, AiReturn ret) {
        running = null;
        conversation.spent(ret);
        journal().turnEnded(name(), ret);
        events.offer(new SessionEvent.Finished(events.next(), ret.ids(), ret));
    }

    /**
     * Refuses turns from now on.
     *
     * @return those that wait, in order; null when it was closed before
     */
    public @Nullable List<TurnState> close() {
        synchronized (lock) {
            boolean first = !closed;
            closed = true;
            return first ? List.copyOf(waiting) : null;
        }
    }

    /** Has no session any more; whether no branch of the conversation has one. */
    public boolean leave() {
        synchronized (lock) {
            return conversation.close(name(), this);
        }
    }

    /** The entry that would be stored next; under the lock. */
    Entry draft(List<? extends Interaction> interactions, Entry.Status status, Usage used, long tookNanos) {
        return new Entry(
                conversation.nextId(),
                Optional.of(branch.tip().id()),
                List.copyOf(interactions),
                status,
                used,
                time.instant(),
                Duration.ofNanos(tookNanos));
    }

    /** Stores a draft of a turn and publishes it; under the lock. */
    void append(TurnState turn, Entry entry) {
        store(entry, turn.ids());
        turn.own.add(entry.id());
    }

    private void store(Entry entry, CallIds ids) {
        ConversationTree longer = conversation.tree().append(name(), entry);
        // what cannot be written down is refused here, before anything has changed
        journal().entry(name(), entry);
        replace(longer);
        pending = null;
        events.offer(new SessionEvent.EntryAppended(events.next(), ids, entry));
    }

    /** Ends the branch before its newest entry, which stays in the tree; under the lock. */
    void stepBack() {
        moveTo(conversation.tree().find(branch.tip().parent().orElseThrow()).orElseThrow());
    }

    private void moveTo(Entry entry) {
        replace(conversation.tree().moveHead(name(), entry));
        journal().moved(name(), entry);
        pending = null;
    }

    /**
     * Goes back to where a turn began and deletes what that turn appended, newest first. What others may go on from stays,
     * and with it everything above it; under the lock.
     */
    void goBack(TurnState turn) {
        moveTo(turn.before);
        for (int i = turn.own.size() - 1; i >= 0; i--) {
            Entry entry = conversation.tree().find(turn.own.get(i)).orElse(null);
            if (entry != null && conversation.isUnused(entry)) {
                replace(conversation.tree().deleteSubtree(entry));
                journal().deleted(entry);
            }
        }
    }

    private void replace(ConversationTree tree) {
        conversation.replace(tree);
        branch = branch.in(tree);
    }
}
