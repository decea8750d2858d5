package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import dev.plumbline.extend.ConversationTree;
import dev.plumbline.extend.Entry;
import dev.plumbline.extend.SessionEvent;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What a session remembers of its branch, and whether it is idle, running or closed. Every change happens under the
 * conversation's lock, which is never held while anybody else is called; what a turn does after it is over changes nothing.
 */
final class Conversation {
    private final Wiring wiring;
    private final Trunk trunk;
    private final Memory memory;
    private final Feed feed;
    private final Object lock;
    private volatile Branch branch;
    private volatile Optional<Turn> running = Optional.empty();
    private volatile boolean closed;

    private Conversation(Wiring wiring, Trunk trunk, Branch branch, Memory memory) {
        this.wiring = wiring;
        this.trunk = trunk;
        this.lock = trunk.lock();
        this.branch = branch;
        this.memory = memory;
        this.feed = new Feed(wiring);
    }

    /** The main branch of a conversation that begins with that body. */
    static Conversation of(Wiring wiring, AiBody body) {
        Trunk trunk = Trunk.of(body, wiring.time().instant());
        Branch main = new Branch(trunk.tree(), ConversationTree.MAIN, body).in(trunk.tree());
        return new Conversation(wiring, trunk, main, Memory.empty());
    }

    /** Another branch of the same conversation, behind that entry. */
    Conversation fork(Entry from, String name) {
        synchronized (lock) {
            trunk.grow(trunk.tree().branchAt(from, name));
            Branch other = new Branch(trunk.tree(), name, branch.body()).in(trunk.tree());
            return new Conversation(wiring, trunk, other, memory.copy());
        }
    }

    /** Tells those who look that this is a branch. */
    void announce(CallIds ids) {
        synchronized (lock) {
            feed.offer(number -> new SessionEvent.Branched(number, ids, branch.name()));
        }
        feed.wake();
    }

    Trunk trunk() {
        return trunk;
    }

    Feed feed() {
        return feed;
    }

    /** What lives as long as this branch. */
    Memory memory() {
        return memory;
    }

    Branch branch() {
        return branch;
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
            requireIdle();
            require(
                    due.getAsBoolean(),
                    "there is nothing to answer: the conversation does not end with a user message");
            running = Optional.of(turn);
            turn.begun(branch);
            turn.ask().behind().ifPresent(this::moveTo);
            feed.offer(number -> new SessionEvent.TurnStarted(number, turn.ids(), turn.input(), branch.name()));
        }
        feed.wake();
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

    private void requireIdle() {
        require(!closed, "this session is closed");
        require(running.isEmpty(), "this session is busy; cancel it, interject, or fork");
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
            trunk.spent(ret);
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
        return trunk.named(interactions);
    }

    /** The entry that would be stored next; under the lock. */
    Entry draft(Turn turn, List<? extends Interaction> interactions, Entry.Status status, Usage used) {
        return new Entry(
                trunk.nextId(),
                Optional.of(branch.tip().id()),
                List.copyOf(interactions),
                status,
                used,
                wiring.time().instant(),
                turn.sinceLastEntry());
    }

    /** Stores a draft and tells it; under the lock. */
    void append(Turn turn, Entry entry) {
        grow(trunk.tree().append(branch.name(), entry));
        feed.offer(number -> new SessionEvent.EntryAppended(number, turn.ids(), entry));
    }

    /** Ends the branch before its newest entry, which stays in the tree; under the lock. */
    void stepBack() {
        moveTo(trunk.tree().find(branch.tip().parent().orElseThrow()).orElseThrow());
    }

    private void moveTo(Entry entry) {
        grow(trunk.tree().moveHead(branch.name(), entry));
    }

    /** Goes back to what was before and forgets what came since, unless another branch holds it; under the lock. */
    void goBack(Branch before) {
        Entry gone = branch.tip();
        moveTo(before.tip());
        ConversationTree tree = trunk.tree();
        Entry shared = tree.commonAncestor(gone, before.tip());
        tree.path(gone).stream()
                .filter(entry -> entry.parent().equals(Optional.of(shared.id())))
                .filter(first -> tree.heads().values().stream()
                        .noneMatch(head -> tree.commonAncestor(head, first).equals(first)))
                .forEach(first -> grow(tree.deleteSubtree(first)));
    }

    private void grow(ConversationTree tree) {
        trunk.grow(tree);
        branch = branch.in(tree);
    }
}
