package dev.plumbline.session.state;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.session.journal.Journal;
import dev.plumbline.session.journal.JournalReplay;
import dev.plumbline.session.journal.PendingToolCalls;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A conversation: the tree, the ids of its tool calls, what it has cost, what it remembers, its journal, the branches
 * that are open, and the one lock under which all of it changes. The lock is never held while other code is called.
 */
public final class Conversation {
    final Object lock = new Object();
    private final ToolCallIds callIds = new ToolCallIds();
    private final Journal journal;
    private final @Nullable JournalReplay before;
    private final Memory memory;
    private final State approvals = State.inMemory();

    /** What each branch remembers, by its name. */
    private final Map<String, Memory> memories = new HashMap<>();

    /** The branches on which there is a session, by name. */
    private final Map<String, BranchState> open = new HashMap<>();

    private volatile ConversationTree tree = ConversationTree.empty();
    private final UsageTotal total;
    private long reserved;

    private Conversation(Journal journal, @Nullable JournalReplay before) {
        this.journal = journal;
        this.before = before;
        this.memory = Memory.of(stored(null), keeper(null));
        this.total = new UsageTotal(before == null ? Usage.NONE : before.usage());
    }

    /** A conversation that begins with what the body holds, grouped as it once came into being; it is written down so. */
    public static Conversation of(AiBody body, String namespace, Instant now, Journal journal) {
        Conversation conversation = new Conversation(journal, null);
        conversation.callIds.addAll(body.interactions());
        List<Entry> path = OpeningEntries.of(body.interactions(), now);
        conversation.tree = ConversationTree.of(path, body.interactions());
        conversation.reserved = path.size();
        journal.opened(body, namespace, path);
        return conversation;
    }

    /** A conversation that goes on as it was written down. */
    public static Conversation of(JournalReplay replay, Journal journal) {
        Conversation conversation = new Conversation(journal, replay);
        ConversationTree tree = replay.tree();
        conversation.tree = tree;
        for (Entry leaf : tree.leaves()) {
            tree.path(leaf).forEach(entry -> conversation.callIds.addAll(entry.interactions()));
        }
        return conversation;
    }

    /** Its current tree. */
    public ConversationTree tree() {
        return tree;
    }

    /** What is written down of it. */
    public Journal journal() {
        return journal;
    }

    /** The replay it goes on from; null when it began in this program. */
    public @Nullable JournalReplay before() {
        return before;
    }

    /** What all branches remember. */
    public State memory() {
        return memory;
    }

    /** What users allowed in all branches; for the tool executor alone, and not stored. */
    public State approvals() {
        return approvals;
    }

    /** What all turns of all branches have used. */
    public Usage usage() {
        return total.usage();
    }

    /** What it has cost, if every turn had a price and all are of one currency. */
    public Optional<Cost> cost() {
        return total.cost();
    }

    /**
     * Has written down what is noted; without the lock.
     *
     * @throws dev.plumbline.event.AiException when it cannot be and that ends the turn
     */
    void write() {
        journal.write(lock);
    }

    /** The same on another thread, for those who must not wait. */
    public void writeSoon() {
        journal.writeSoon(lock, false);
    }

    /** The same where no turn is left that could be ended. */
    public void writeNow() {
        journal.writeNow(lock, false);
    }

    /**
     * The same without making the host's UI wait for it.
     *
     * @param last whether the journal is released then, because no session is left that writes
     */
    public void writeGently(boolean last) {
        journal.writeGently(lock, last);
    }

    /**
     * A session is opened on that branch; under the lock.
     *
     * @throws IllegalStateException when there is one already
     */
    void open(String name, BranchState branch) {
        if (open.putIfAbsent(name, branch) != null) {
            throw new IllegalStateException("there is a session on this branch already: fork, or close it");
        }
    }

    /** Its session is closed; whether that was the last one. Under the lock. */
    boolean close(String name, BranchState branch) {
        open.remove(name, branch);
        return open.isEmpty();
    }

    /** What a branch remembers; under the lock. */
    Memory memory(String branch) {
        Memory known = memories.get(branch);
        if (known == null) {
            known = Memory.of(stored(branch), keeper(branch));
            memories.put(branch, known);
        }
        return known;
    }

    /** A new branch begins with what another one remembers; under the lock. */
    void copyMemory(String from, String branch) {
        memories.put(branch, memory(from).copy(keeper(branch)));
    }

    private Map<String, Json> stored(@Nullable String branch) {
        return before == null ? Map.of() : before.state(branch);
    }

    private Memory.Keeper keeper(@Nullable String branch) {
        return (key, value, newest) -> {
            synchronized (lock) {
                if (newest.getAsBoolean()) {
                    journal.state(branch, key.name(), value);
                }
            }
        };
    }

    /** The tool calls that stood open at the end of a branch when the program ended; null when none did. */
    @Nullable
    PendingToolCalls pending(String branch) {
        return before == null ? null : before.pending(tree.head(branch));
    }

    /** Takes another tree; under the lock. */
    void replace(ConversationTree other) {
        tree = other;
    }

    /**
     * Refuses what is no entry of the tree: a turn that failed may have deleted it just now.
     *
     * @throws IllegalArgumentException says so
     */
    public Entry require(Entry entry) {
        return tree.find(entry.id())
                .orElseThrow(() -> new IllegalArgumentException("this entry is none of this conversation"));
    }

    /** Whether an entry can be deleted: nothing follows it, no branch ends there, and no turn comes back to it; under the lock. */
    boolean isUnused(Entry entry) {
        Entry.Id id = entry.id();
        return tree.children(entry).isEmpty()
                && tree.heads().values().stream().noneMatch(head -> head.id().equals(id))
                && open.values().stream().noneMatch(branch -> branch.comesBackTo(id));
    }

    /** Adds what a turn, or a call beside the turns, has used; under the lock. */
    void spent(AiReturn ret) {
        total.add(ret);
    }

    /** Gives every call an id of its own; under the lock. */
    List<Interaction> named(List<? extends Interaction> interactions) {
        return callIds.named(interactions);
    }

    /** An id for an entry to come, which no other gets; under the lock. */
    Entry.Id nextId() {
        Entry.Id id;
        do {
            reserved++;
            id = new Entry.Id("e" + reserved);
        } while (tree.find(id).isPresent());
        return id;
    }
}
