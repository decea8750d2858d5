package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.session.events.EventDispatcher;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.session.state.ConversationChange.BranchCreated;
import dev.plumbline.session.state.ConversationChange.EntryAppended;
import dev.plumbline.session.state.ConversationChange.HeadMoved;
import dev.plumbline.session.state.ConversationChange.InterjectionRefused;
import dev.plumbline.session.state.ConversationChange.MessageQueued;
import dev.plumbline.session.state.ConversationChange.MessageWithdrawn;
import dev.plumbline.session.state.ConversationChange.Summarized;
import dev.plumbline.session.state.ConversationChange.TurnBegun;
import dev.plumbline.session.state.ConversationChange.TurnEnded;
import dev.plumbline.session.state.ConversationChange.UsageAdded;
import dev.plumbline.session.state.ConversationState;
import dev.plumbline.session.state.OpenCalls;
import dev.plumbline.session.state.TurnEnd;
import dev.plumbline.session.state.UsageTotal;
import dev.plumbline.session.state.WaitingMessage;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A branch of a conversation with an open session: its running turn, the turns that wait, and its views. What is said on
 * it is in the state of the conversation.
 */
final class Branch {
    final Object lock;
    private final Conversation conversation;
    private final String name;
    private final Scheduler time;
    private final EventDispatcher events;
    private final SessionTelemetry telemetry;
    private final ConversationValues values;
    private volatile @Nullable Turn running;
    private final Deque<Turn> waiting = new ArrayDeque<>();
    private volatile boolean closed;

    /** The newest body, because a call asks for it several times. */
    private volatile @Nullable Sent sent;

    /**
     * Opens an existing branch.
     *
     * @throws IllegalArgumentException if there is no such branch
     * @throws IllegalStateException if it has an open session
     */
    Branch(EngineSettings settings, Conversation conversation, String name) {
        this.conversation = conversation;
        this.lock = conversation.lock;
        this.name = name;
        this.time = settings.time();
        this.events = settings.dispatcher();
        this.telemetry = settings.telemetry().of(events);
        this.values = new ConversationValues(conversation, name);
        synchronized (lock) {
            ConversationEntry unused = conversation.state().head(name);
            conversation.open(name, this);
        }
    }

    /** Creates another branch after that entry, and opens it before others can. */
    Branch fork(EngineSettings settings, ConversationEntry from, String other, CallIds ids) {
        Branch made;
        synchronized (lock) {
            conversation.apply(ids, new BranchCreated(other, from.id(), name));
            made = new Branch(settings, conversation, other);
        }
        conversation.writeGently();
        return made;
    }

    /** Creates another branch after that entry without opening it. */
    void create(String other, ConversationEntry from, CallIds ids) {
        synchronized (lock) {
            conversation.apply(ids, new BranchCreated(other, from.id(), name));
        }
        conversation.treeChanged(ids);
    }

    Conversation conversation() {
        return conversation;
    }

    ConversationState state() {
        return conversation.state();
    }

    EventDispatcher events() {
        return events;
    }

    SessionTelemetry telemetry() {
        return telemetry;
    }

    String name() {
        return name;
    }

    Scheduler time() {
        return time;
    }

    /** Returns the body of the next request: all entries except partial answers of turns that ended early. */
    @SuppressWarnings("ReferenceEquality") // a state has one transcript, and comparing two takes as long as they are
    AiBody body() {
        ConversationState now = state();
        Sent known = sent;
        if (known != null && known.state == now) {
            return known.body;
        }
        Transcript said = now.sent(name);
        boolean same = known != null && known.body.interactions() == said;
        AiBody body = known != null && same ? known.body : now.body(said);
        sent = new Sent(now, body);
        return body;
    }

    ConversationEntry head() {
        return state().head(name);
    }

    List<ConversationEntry> path() {
        return state().path(name);
    }

    /** Returns the last entry after which another branch can begin. */
    ConversationEntry forkable() {
        return state().forkable(name);
    }

    /** Returns the values of the conversation and of the branch. */
    State values() {
        return ConversationValues.Scoped.outsideOfTurns(conversation.values(), values);
    }

    /** Returns the values of the conversation, the branch, a new turn and its round. */
    ConversationValues.Scoped turnValues() {
        return ConversationValues.Scoped.ofTurn(conversation.values(), values);
    }

    /** Returns the approvals of users in the conversation and in a new turn. */
    State turnApprovals() {
        return ConversationValues.Scoped.ofApprovals(conversation.approvals());
    }

    /** Returns the tool calls that were open when the program ended, until they are answered. */
    OpenCalls openCalls() {
        return state().openCalls(name, running != null);
    }

    @Nullable
    Turn running() {
        return running;
    }

    boolean isClosed() {
        return closed;
    }

    /** Publishes an event that is not a change. */
    void publish(LongFunction<SessionEvent> event) {
        synchronized (lock) {
            events.offer(event);
        }
        events.wake();
    }

    /** Publishes an event that a newer one may replace. */
    void publishReplaceable(LongFunction<SessionEvent> event) {
        synchronized (lock) {
            events.offerReplaceable(event);
        }
        events.wake();
    }

    /** Publishes what has changed and waits until it is written; called without the lock. */
    void commit() {
        events.wake();
        conversation.write();
    }

    /** Publishes what has changed. */
    void wake() {
        events.wake();
    }

    /**
     * Makes a turn the running one, or queues it if that is allowed. That it began is published when it {@linkplain Turn#go
     * runs}.
     *
     * @return whether it is the running turn
     * @throws IllegalStateException if the session is closed or busy, or there is nothing to answer
     */
    boolean begin(Turn turn) {
        return begin(turn, null, turn.ids());
    }

    /**
     * Begins or queues a turn.
     *
     * @param sent the id of a message that has waited since before this session was opened, which the turn sends; or null
     * @throws IllegalArgumentException if the message does not wait
     * @throws IllegalStateException if the session is closed or busy, or there is nothing to answer; the message waits on
     */
    boolean begin(Turn turn, @Nullable String sent, CallIds ids) {
        boolean queued;
        synchronized (lock) {
            require(!closed, "this session is closed");
            if (sent != null && !leftover().containsKey(sent)) {
                throw doesNotWait();
            }
            queued = turn.request.mayWait() && !isIdle();
            if (queued) {
                waiting.add(turn);
                WaitingMessage message = new WaitingMessage(turn.ids().turn(), turn.request.input());
                conversation.apply(turn.ids(), new MessageQueued(name, message));
            } else {
                beginNow(turn);
            }
            if (sent != null) {
                conversation.apply(ids, new MessageWithdrawn(name, sent));
            }
        }
        if (queued) {
            events.wake();
            conversation.writeGently();
        }
        return !queued;
    }

    private void beginNow(Turn turn) {
        requireIdle();
        require(
                turn.request.fresh() || state().start(name) != null || state().awaitsAnswer(name),
                "there is nothing to answer: the conversation does not end with a user message");
        ConversationEntry behind = turn.request.behind();
        run(turn, behind == null ? null : conversation.require(behind));
    }

    private void run(Turn turn, @Nullable ConversationEntry after) {
        ConversationEntry behind = after == null && turn.request.fresh() ? continuation() : after;
        turn.recorder.interrupted(state());
        if (behind != null && !openCalls().isEmpty()) {
            answerInterrupted(turn.ids()); // the turn may return here, where nothing would answer them
        }
        conversation.apply(turn.ids(), new TurnBegun(name, turn.ids().turn(), turn.request.input()));
        running = turn;
        conversation.running(1);
        turn.recorder.begun();
        events.pace(turn.request.options().coalescing().orElse(SessionOptions.Coalescing.BALANCED));
        if (after != null) {
            moveTo(after, turn.ids(), false);
        } else if (behind != null) { // the person goes on here, so that messages of the turn before are not left behind
            conversation.apply(turn.ids(), new HeadMoved(name, behind.id(), false));
        }
    }

    /** Returns the entry after which a new message is stored; null for the newest one. */
    private @Nullable ConversationEntry continuation() {
        ConversationEntry behind = state().continuation(name);
        return behind.equals(head()) ? null : behind;
    }

    /** Starts the oldest queued turn, unless a turn runs. */
    void startNext() {
        Turn first;
        Throwable failure = null;
        synchronized (lock) {
            first = running != null || closed ? null : waiting.poll();
            if (first == null) {
                return;
            }
            try {
                run(first, null);
            } catch (RuntimeException | Error broken) {
                failure = broken;
            }
        }
        if (failure == null) {
            first.start();
        } else {
            events.wake();
            first.fail(failure);
        }
    }

    /** Removes a queued turn and ends it; false if it is not queued. Its message stays stored if the session closes. */
    boolean removeWaiting(Turn turn, @Nullable AiError error) {
        synchronized (lock) {
            if (!waiting.remove(turn)) {
                return false;
            }
            turn.recorder.withdrawn(error);
            if (!closed) {
                conversation.apply(
                        turn.ids(), new MessageWithdrawn(name, turn.ids().turn()));
            } else {
                events.offer(number -> new SessionEvent.TurnWithdrawn(number, turn.ids()));
            }
        }
        events.wake();
        return true;
    }

    /** Withdraws a message that waits since before this session was opened; false if there is none. */
    boolean withdraw(String waitingTurn, CallIds ids) {
        synchronized (lock) {
            if (!leftover().containsKey(waitingTurn)) {
                return false;
            }
            conversation.apply(ids, new MessageWithdrawn(name, waitingTurn));
        }
        events.wake();
        conversation.writeGently();
        return true;
    }

    static IllegalArgumentException doesNotWait() {
        return new IllegalArgumentException("no such message waits; see waitingMessages()");
    }

    /** Returns the messages that waited when an earlier session ended, oldest first, by the ids of their turns. */
    Map<String, Interaction.User> leftover() {
        Map<String, Interaction.User> left = new LinkedHashMap<>();
        synchronized (lock) {
            state().waiting(name).forEach(message -> left.put(message.turn(), message.input()));
            waiting.forEach(turn -> left.remove(turn.ids().turn()));
            if (running != null) {
                left.remove(running.ids().turn());
            }
        }
        return Collections.unmodifiableMap(left);
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

    /** Continues the branch after another entry. An interrupted turn ends there. */
    void continueFrom(ConversationEntry from, CallIds ids) {
        synchronized (lock) {
            requireIdle();
            endInterrupted(ids);
            moveTo(from, ids, true);
        }
        events.wake();
        conversation.writeGently();
    }

    /**
     * Continues after an entry. Messages that an earlier turn accepted and did not store stay behind, except at an edit beside
     * their place.
     *
     * @param published whether the person moved the branch; false for an edit
     */
    private void moveTo(ConversationEntry entry, CallIds ids, boolean published) {
        boolean stays = !published && entry.equals(head());
        for (int i = stays ? 0 : state().interjected(name).size(); i > 0; i--) {
            conversation.apply(ids, new InterjectionRefused(name));
        }
        conversation.apply(ids, new HeadMoved(name, entry.id(), published));
    }

    private void endInterrupted(CallIds ids) {
        String turn = state().turnId(name);
        if (turn != null) {
            String status = AiReturn.Status.CANCELLED.name();
            conversation.apply(ids, new TurnEnded(name, turn, status, state().spent(name), null));
        }
    }

    /** Replaces entries of this branch by a summary. */
    void summarize(ConversationEntry from, ConversationEntry to, String summary, CallIds ids) {
        synchronized (lock) {
            requireIdle();
            require(conversation.running() == 0, "a turn of another branch is running: summarise when it is over");
            conversation.apply(ids, summarized(from, to, summary));
        }
        events.wake();
        conversation.writeGently();
    }

    private Summarized summarized(ConversationEntry from, ConversationEntry to, String summary) {
        return new Summarized(name, from.id(), to.id(), summary, Optional.of(conversation.highestEntry()));
    }

    /** Replaces entries by a summary during the one turn that runs, before its own entries; under the lock. */
    boolean shorten(CallIds ids, List<ConversationEntry> old, String summary) {
        boolean alone = conversation.running() == 1;
        if (alone) {
            conversation.apply(ids, summarized(old.get(0), old.get(old.size() - 1), summary));
        }
        return alone;
    }

    /**
     * Appends the answer of a side turn after that entry; false if the conversation has continued since, or an interrupted
     * turn would take it for its own.
     */
    boolean appendSideAnswer(AiReturn ret, ConversationEntry behind, CallIds ids) {
        synchronized (lock) {
            boolean interrupted = state().turnId(name) != null || !openCalls().isEmpty();
            if (closed || !isIdle() || !head().equals(behind) || interrupted) {
                return false;
            }
            // the answer was given to the side turn, not to this conversation
            List<Interaction> said = Interaction.withoutOpaque(ret.interactions());
            ConversationEntry entry =
                    conversation.draft(name, said, ConversationEntry.Status.COMPLETE, ret.usage(), Duration.ZERO);
            conversation.apply(ids, new EntryAppended(name, TurnRecorder.written(entry, ret)));
        }
        events.wake();
        conversation.writeGently();
        return true;
    }

    /** Adds the usage of a call outside the turns, and writes it. */
    void addUsage(AiReturn ret) {
        synchronized (lock) {
            conversation.apply(ret.ids(), new UsageAdded(name, UsageTotal.of(ret)));
        }
        conversation.writeGently();
    }

    /** Removes the running turn after its end was applied; under the lock. */
    void finished() {
        running = null;
        conversation.running(-1);
    }

    /** Answers the calls of an interrupted turn, none of which runs any more; under the lock. */
    void answerInterrupted(CallIds ids) {
        conversation.apply(ids, TurnEnd.answers(state(), name, conversation.highestEntry(), time.instant()));
    }

    /**
     * Refuses turns from now on.
     *
     * @return the queued turns in order; null if it was closed before
     */
    @Nullable
    List<Turn> close() {
        synchronized (lock) {
            boolean first = !closed;
            closed = true;
            return first ? List.copyOf(waiting) : null;
        }
    }

    /** Releases the session of the branch; returns whether no branch of the conversation has a session. */
    boolean releaseSession() {
        synchronized (lock) {
            return conversation.close(name, this);
        }
    }

    /** Returns the last message of the user; an empty one if there is none. */
    Interaction.User question() {
        return state().question(name);
    }

    /** The body of a state. */
    private record Sent(ConversationState state, AiBody body) {}
}
