package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * What a session remembers of its branch, and whether it is idle, running or closed. Every change happens under the
 * conversation's lock, which is never held while anybody else is called; what a turn does after it is over changes nothing.
 */
final class Conversation {
    private final Wiring wiring;
    final Trunk trunk;
    private final Memory memory;
    final Feed feed;
    final Telemetry telemetry;
    private final Object lock;
    private volatile Branch branch;
    private volatile Optional<Turn> running = Optional.empty();
    private volatile Optional<Interrupted> interrupted;
    private final Deque<Turn> line = new ArrayDeque<>();
    private volatile boolean closed;

    /** One on a branch of the tree; the body says what is told apart from what was said. */
    private Conversation(Wiring wiring, Trunk trunk, String branch, AiBody body) {
        this.wiring = wiring;
        this.trunk = trunk;
        this.lock = trunk.lock();
        this.feed = new Feed(wiring);
        this.telemetry = wiring.telemetry().of(feed);
        synchronized (lock) {
            this.branch = new Branch(trunk.tree(), branch, body).in(trunk.tree());
            this.interrupted = trunk.interrupted(branch);
            this.memory = trunk.memory(branch);
            trunk.hold(branch);
        }
    }

    /** The main branch of a conversation that begins with that body. */
    static Conversation of(Wiring wiring, CallIds ids, AiBody body, String namespace) {
        Trunk trunk = Trunk.of(body, namespace, wiring.time().instant(), Journal.begun(wiring, ids));
        return new Conversation(wiring, trunk, ConversationTree.MAIN, body);
    }

    /** The main branch of a conversation as it was written down. */
    static Conversation of(Wiring wiring, Retold retold, Journal journal) {
        return new Conversation(wiring, Trunk.of(retold, journal), ConversationTree.MAIN, retold.body());
    }

    /** Another branch of the same conversation, behind that entry. */
    Conversation fork(Entry from, String name) {
        synchronized (lock) {
            trunk.grow(trunk.tree().branchAt(from, name));
            trunk.journal().branch(name, from, branch.name());
            trunk.remember(name, branch.name());
            return new Conversation(wiring, trunk, name, branch.body());
        }
    }

    /**
     * The same conversation on another branch that is there.
     *
     * @throws IllegalArgumentException when there is no such branch
     * @throws IllegalStateException when a session is on it
     */
    Conversation on(String name) {
        return new Conversation(wiring, trunk, name, branch.body());
    }

    /** Tells those who look. */
    void tell(LongFunction<SessionEvent> event) {
        synchronized (lock) {
            feed.offer(event);
        }
        feed.wake();
    }

    /** What lives as long as this branch. */
    Memory memory() {
        return memory;
    }

    Branch branch() {
        return branch;
    }

    /** The tool calls that stood open when the program ended, until they are answered. */
    Optional<Interrupted> interrupted() {
        return interrupted;
    }

    /** Whether there is anything to answer. */
    boolean awaitsAnswer() {
        return interrupted.isPresent() || branch.awaitsAnswer();
    }

    Optional<Turn> running() {
        return running;
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * Makes it the running turn, or lets it wait in line if it may.
     *
     * @param due whether there is anything to answer; asked under the lock, so that nothing comes between
     * @return whether it is the running one
     */
    boolean begin(Turn turn, BooleanSupplier due) {
        synchronized (lock) {
            require(!closed, "this session is closed");
            if (turn.ask.isPatient() && !isIdle()) {
                line.add(turn);
                return false;
            }
            requireIdle();
            require(
                    due.getAsBoolean(),
                    "there is nothing to answer: the conversation does not end with a user message");
            turn.ask.behind().ifPresent(trunk::requireKnown);
            started(turn);
        }
        feed.wake();
        return true;
    }

    /** It is the running one from now on; under the lock. */
    private void started(Turn turn) {
        running = Optional.of(turn);
        turn.begun(branch);
        trunk.began(branch.name(), turn.progress);
        feed.pace(turn.ask.options());
        trunk.journal().turnBegan(branch.name(), turn.ids().turn());
        turn.ask.behind().ifPresent(this::moveTo);
        feed.offer(number -> new SessionEvent.TurnStarted(number, turn.ids(), turn.input(), branch.name()));
    }

    /** The turn that waited longest is the running one now, if one waits and none runs. */
    Optional<Turn> next() {
        Optional<Turn> first;
        synchronized (lock) {
            first = running.isPresent() || closed ? Optional.empty() : Optional.ofNullable(line.poll());
            first.ifPresent(this::started);
        }
        feed.wake();
        return first;
    }

    /** Takes a turn out of the line; false when it is not in it. */
    boolean leaveLine(Turn turn) {
        synchronized (lock) {
            return line.remove(turn);
        }
    }

    /** The turns that wait, in order. */
    List<Turn> line() {
        synchronized (lock) {
            return List.copyOf(line);
        }
    }

    private boolean isIdle() {
        return running.isEmpty() && line.isEmpty();
    }

    /** Goes on behind another entry. */
    void continueFrom(Entry from, CallIds ids) {
        synchronized (lock) {
            requireIdle();
            moveTo(from);
            feed.offer(number -> new SessionEvent.Continued(number, ids, from));
        }
        feed.wake();
    }

    /** A summary stands in the place of entries of this branch. */
    void summarize(Entry from, Entry to, String summary, CallIds ids) {
        synchronized (lock) {
            requireIdle();
            require(trunk.journal().openTurns() == 0, "a turn of another branch is running: summarise when it is over");
            putSummary(from, to, summary, ids);
        }
        feed.wake();
        trunk.writeGently(() -> {});
    }

    private void putSummary(Entry from, Entry to, String summary, CallIds ids) {
        grow(trunk.tree().summarize(branch.name(), from, to, summary));
        trunk.journal().summarized(branch.name(), from, to, summary);
        feed.offer(number -> new SessionEvent.Continued(number, ids, branch.tip()));
    }

    /** The same in the middle of the one turn that runs, before its own entries; under the lock. */
    boolean shorten(Turn turn, List<Entry> old, String summary) {
        int own = branch.path().size() - turn.additions.ownPlace();
        boolean alone = trunk.journal().openTurns() == 1;
        if (alone) {
            putSummary(old.get(0), old.get(old.size() - 1), summary, turn.ids());
            moved(turn.progress, own);
        }
        return alone;
    }

    /** The newest entries of the path are copies of what the turn appended, so they are its own, too. */
    private void moved(Progress progress, int copies) {
        List<Entry> path = branch.path();
        int place = path.size() - copies;
        progress.before = path.get(place - 1);
        path.subList(place, path.size()).forEach(copy -> progress.own.add(copy.id()));
    }

    /** The model has said something beside: it goes behind what was said, unless that has changed. */
    boolean adopt(AiReturn ret, Entry behind, CallIds ids) {
        synchronized (lock) {
            if (closed || !isIdle() || !branch.tip().equals(behind)) {
                return false;
            }
            Entry entry = draft(ret.interactions(), Entry.Status.COMPLETE, ret.usage(), Duration.ZERO);
            store(entry, ids);
        }
        feed.wake();
        trunk.writeGently(() -> {});
        return true;
    }

    /** What something beside the turns has cost. */
    void spent(AiReturn ret) {
        synchronized (lock) {
            trunk.spent(ret);
            trunk.journal().spent(branch.name(), ret);
        }
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

    /** Makes a change of that turn, if it is still the running one; for its own thread, which waits until it is written. */
    boolean during(Turn turn, Runnable change) {
        boolean made = quickly(turn, change);
        if (made) {
            trunk.write();
        }
        return made;
    }

    /** The same for any thread; nothing that is to be written down. */
    boolean quickly(Turn turn, Runnable change) {
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
            trunk.ended(branch.name());
            trunk.spent(ret);
            trunk.journal().turnEnded(branch.name(), ret);
            feed.offer(number -> new SessionEvent.Finished(number, ret.ids(), ret));
        }
        feed.wake();
        return Optional.of(ret);
    }

    boolean isRunning(Turn turn) {
        Optional<Turn> now = running;
        return now.isPresent() && now.get() == turn;
    }

    /** Refuses turns from now on; false when it did before. */
    boolean close() {
        synchronized (lock) {
            boolean first = !closed;
            closed = true;
            return first;
        }
    }

    /** Its branch has no session any more; whether no branch of the conversation has one. */
    boolean leave() {
        synchronized (lock) {
            return trunk.isLast(branch.name());
        }
    }

    /** Has written down what is noted, and lets the journal rest when no branch is left that writes. */
    void rest(boolean last) {
        trunk.writeGently(last ? trunk.journal()::release : () -> {});
    }

    /** Gives every call an id of its own; under the lock. */
    List<Interaction> named(List<Interaction> interactions) {
        return trunk.named(interactions);
    }

    /** The entry that would be stored next; under the lock. */
    Entry draft(List<? extends Interaction> interactions, Entry.Status status, Usage used, Duration took) {
        Optional<Entry.Id> parent = Optional.of(branch.tip().id());
        Instant now = wiring.time().instant();
        return new Entry(trunk.nextId(), parent, List.copyOf(interactions), status, used, now, took);
    }

    /** Stores a draft and tells it; under the lock. */
    void append(Turn turn, Entry entry) {
        store(entry, turn.ids());
        turn.progress.own.add(entry.id());
    }

    private void store(Entry entry, CallIds ids) {
        ConversationTree longer = trunk.tree().append(branch.name(), entry);
        // what cannot be written down is refused here, before anything has changed
        trunk.journal().entry(branch.name(), entry);
        grow(longer);
        interrupted = Optional.empty();
        feed.offer(number -> new SessionEvent.EntryAppended(number, ids, entry));
    }

    /** Ends the branch before its newest entry, which stays in the tree; under the lock. */
    void stepBack() {
        moveTo(trunk.tree().find(branch.tip().parent().orElseThrow()).orElseThrow());
    }

    private void moveTo(Entry entry) {
        grow(trunk.tree().moveHead(branch.name(), entry));
        trunk.journal().moved(branch.name(), entry);
        interrupted = Optional.empty();
    }

    /**
     * Goes back to where a turn began and deletes what that turn appended, newest first. What others may go on from stays,
     * and with it all it stands on; under the lock.
     */
    void goBack(Turn turn) {
        moveTo(turn.progress.before);
        List<Entry.Id> own = turn.progress.own;
        for (int i = own.size() - 1; i >= 0; i--) {
            trunk.tree().find(own.get(i)).filter(trunk::isUnused).ifPresent(this::delete);
        }
    }

    private void delete(Entry entry) {
        grow(trunk.tree().deleteSubtree(entry));
        trunk.journal().deleted(entry);
    }

    private void grow(ConversationTree tree) {
        trunk.grow(tree);
        branch = branch.in(tree);
    }
}
