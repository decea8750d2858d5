package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.State;
import dev.plumbline.event.Usage;
import dev.plumbline.extend.Entry;
import dev.plumbline.extend.SessionEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What a session remembers and whether it is idle, running or closed. Every change happens under one lock, which is never
 * held while anybody else is called; what a turn does after it is over changes nothing.
 */
final class Conversation {
    private final Wiring wiring;
    private final Feed feed;
    private final Object lock = new Object();
    private final CallNames names = new CallNames();
    private final State memory = State.inMemory();
    private volatile Branch branch;
    private volatile Usage usage = Usage.NONE;
    private volatile Optional<Turn> running = Optional.empty();
    private volatile boolean closed;
    private long entries;

    Conversation(Wiring wiring, AiBody body) {
        this.wiring = wiring;
        this.feed = new Feed(wiring);
        this.branch = new Branch(List.of(), body);
        names.addAll(body.interactions());
        for (List<Interaction> group : Opening.groups(body.interactions())) {
            Entry entry = entry(group, Entry.Status.COMPLETE, Usage.NONE, Duration.ZERO);
            entries++;
            branch = new Branch(branch.append(entry).path(), body);
        }
    }

    Feed feed() {
        return feed;
    }

    State memory() {
        return memory;
    }

    Branch branch() {
        return branch;
    }

    Usage usage() {
        return usage;
    }

    Optional<Turn> running() {
        return running;
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * Makes it the running turn.
     *
     * @param due whether there is anything to answer; asked under the lock, so that nothing comes between
     */
    void begin(Turn turn, BooleanSupplier due) {
        synchronized (lock) {
            require(!closed, "this session is closed");
            require(running.isEmpty(), "this session is busy; cancel it, interject, or fork");
            require(
                    due.getAsBoolean(),
                    "there is nothing to answer: the conversation does not end with a user message");
            running = Optional.of(turn);
            turn.begun(branch);
            feed.offer(number -> new SessionEvent.TurnStarted(number, turn.ids(), turn.input()));
        }
        feed.wake();
    }

    private static void require(boolean rule, String message) {
        if (!rule) {
            throw new IllegalStateException(message);
        }
    }

    /** Makes a change of that turn, if it is still the running one. */
    boolean during(Turn turn, Runnable change) {
        synchronized (lock) {
            if (!isRunning(turn)) {
                return false;
            }
            change.run();
        }
        feed.wake();
        return true;
    }

    /** Makes the last change of that turn, if it is still the running one: what it returns is how the turn ended. */
    Optional<AiReturn> finish(Turn turn, Supplier<AiReturn> closing) {
        AiReturn ret;
        synchronized (lock) {
            if (!isRunning(turn)) {
                return Optional.empty();
            }
            ret = closing.get();
            running = Optional.empty();
            usage = usage.plus(ret.usage());
            feed.offer(number -> new SessionEvent.Finished(number, ret.ids(), ret));
        }
        feed.wake();
        return Optional.of(ret);
    }

    boolean isRunning(Turn turn) {
        return running.isPresent() && running.get() == turn;
    }

    /** Refuses turns from now on; false when it did before. */
    boolean close() {
        synchronized (lock) {
            boolean first = !closed;
            closed = true;
            return first;
        }
    }

    /** Gives every call an id of its own; under the lock. */
    List<Interaction> named(List<Interaction> interactions) {
        return names.named(interactions);
    }

    /** The entry that would be stored next; under the lock. */
    Entry draft(Turn turn, List<? extends Interaction> interactions, Entry.Status status, Usage used) {
        return entry(List.copyOf(interactions), status, used, turn.sinceLastEntry());
    }

    /** Stores a draft and tells it; under the lock. */
    void append(Turn turn, Entry entry) {
        entries++;
        branch = branch.append(entry);
        feed.offer(number -> new SessionEvent.EntryAppended(number, turn.ids(), entry));
    }

    private Entry entry(List<Interaction> interactions, Entry.Status status, Usage used, Duration took) {
        Entry.Id id = new Entry.Id("e" + (entries + 1));
        return new Entry(
                id,
                branch.head().map(Entry::id),
                interactions,
                status,
                used,
                wiring.time().instant(),
                took);
    }

    /** Goes back to what was before; under the lock. */
    void goBack(Branch before) {
        branch = before;
    }
}
