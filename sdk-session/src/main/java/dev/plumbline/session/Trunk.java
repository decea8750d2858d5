package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What all branches of a conversation have in common: the tree, the ids of tool calls, what it has cost, the memory that
 * lives as long as it does, and the one lock under which all of it changes.
 */
final class Trunk {
    private final Object lock = new Object();
    private final CallNames names = new CallNames();
    private final Journal journal;
    private final Optional<Retold> before;
    private final Memory memory;
    private final State approvals = State.inMemory();
    private final Map<String, Memory> memories = new HashMap<>();
    private final Set<String> held = new HashSet<>();
    private final Map<String, Progress> running = new HashMap<>();
    private volatile ConversationTree tree = ConversationTree.empty();
    private volatile Usage usage = Usage.NONE;
    private volatile Optional<Cost> cost = Optional.empty();
    private boolean priced = true;
    private long reserved;

    private Trunk(Journal journal, Optional<Retold> before) {
        this.journal = journal;
        this.before = before;
        this.memory = Memory.of(kept(Optional.empty()), keeper(Optional.empty()));
    }

    /** A conversation that goes on as it was written down. */
    static Trunk of(Retold retold, Journal journal) {
        Trunk trunk = new Trunk(journal, Optional.of(retold));
        trunk.tree = retold.tree();
        trunk.usage = retold.usage();
        trunk.priced = retold.usage().calls() == 0;
        trunk.tree
                .leaves()
                .forEach(leaf -> trunk.tree.path(leaf).forEach(entry -> trunk.names.addAll(entry.interactions())));
        return trunk;
    }

    /** A conversation that begins with what the body holds, grouped as it once came into being; it is written down so. */
    static Trunk of(AiBody body, String namespace, Instant now, Journal journal) {
        Trunk trunk = new Trunk(journal, Optional.empty());
        trunk.names.addAll(body.interactions());
        List<Entry> path = Opening.entries(body.interactions(), now);
        trunk.tree = ConversationTree.of(path, body.interactions());
        trunk.reserved = path.size();
        journal.opened(body, namespace, path);
        return trunk;
    }

    /** Held for every change, and never while anybody else is called. */
    Object lock() {
        return lock;
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
    void writeSoon() {
        journal.writeSoon(lock, () -> {});
    }

    /** The same where no turn is left that could be ended. */
    void writeNow() {
        journal.writeNow(lock, () -> {});
    }

    /** The same without making the host's UI wait for it. */
    void writeGently(Runnable then) {
        journal.writeGently(lock, then);
    }

    /** What is written down of it. */
    Journal journal() {
        return journal;
    }

    /**
     * A session is opened on that branch; under the lock.
     *
     * @throws IllegalStateException when there is one already
     */
    void hold(String branch) {
        if (!held.add(branch)) {
            throw new IllegalStateException("there is a session on this branch already: fork, or close it");
        }
    }

    /** Its session is closed; whether that was the last one. Under the lock. */
    boolean isLast(String branch) {
        held.remove(branch);
        return held.isEmpty();
    }

    /** What a branch remembers; under the lock. */
    Memory memory(String branch) {
        return memories.computeIfAbsent(branch, name -> Memory.of(kept(Optional.of(name)), keeper(Optional.of(name))));
    }

    /** A new branch begins with what another one remembers; under the lock. */
    void remember(String branch, String like) {
        memories.put(branch, memory(like).copy(keeper(Optional.of(branch))));
    }

    private Map<String, Json> kept(Optional<String> branch) {
        return before.map(retold -> retold.state(branch)).orElse(Map.of());
    }

    private Memory.Keeper keeper(Optional<String> branch) {
        return (key, value, newest) -> {
            synchronized (lock) {
                if (newest.getAsBoolean()) {
                    journal.state(branch, key.name(), value);
                }
            }
        };
    }

    /** The tool calls that stood open at the end of a branch when the program ended. */
    Optional<Interrupted> interrupted(String branch) {
        return before.flatMap(retold -> retold.interrupted(tree.head(branch)));
    }

    /** What was taken out of the stored conversation when it was resumed. */
    Optional<ConversationSession.Recovery> recovery() {
        return before.flatMap(Retold::recovery);
    }

    ConversationTree tree() {
        return tree;
    }

    /** Takes another tree; under the lock. */
    void grow(ConversationTree other) {
        tree = other;
    }

    /**
     * Refuses what is no entry of the tree: a turn that failed may have deleted it just now.
     *
     * @throws IllegalArgumentException says so
     */
    void requireKnown(Entry entry) {
        if (tree.find(entry.id()).isEmpty()) {
            throw new IllegalArgumentException("this entry is none of this conversation");
        }
    }

    /** A turn runs on that branch; under the lock. */
    void began(String branch, Progress turn) {
        running.put(branch, turn);
    }

    /** It runs no more; under the lock. */
    void ended(String branch) {
        running.remove(branch);
    }

    /** Whether an entry can be deleted: nothing follows it, no branch ends there, and no turn comes back to it; under the lock. */
    boolean isUnused(Entry entry) {
        Entry.Id id = entry.id();
        return tree.children(entry).isEmpty()
                && tree.heads().values().stream().noneMatch(head -> head.id().equals(id))
                && running.values().stream().noneMatch(turn -> turn.before.id().equals(id));
    }

    /** What people allowed in all branches; for the executor of tools alone, and gone with the program. */
    State approvals() {
        return approvals;
    }

    /** What all branches remember. */
    State memory() {
        return memory;
    }

    Usage usage() {
        return usage;
    }

    /** What it has cost, if every turn had a price and all are of one currency. */
    Optional<Cost> cost() {
        return cost;
    }

    /** Adds what a turn has used; under the lock. */
    void spent(AiReturn ret) {
        usage = usage.plus(ret.usage());
        boolean free = ret.usage().calls() == 0;
        priced &= free || (ret.cost().isPresent() && isOfTheCurrency(ret.cost().get()));
        cost = priced
                ? ret.cost().map(more -> cost.map(more::plus).orElse(more)).or(() -> cost)
                : Optional.empty();
    }

    private boolean isOfTheCurrency(Cost more) {
        return cost.map(Cost::currency).map(more.currency()::equals).orElse(true);
    }

    /** Gives every call an id of its own; under the lock. */
    List<Interaction> named(List<Interaction> interactions) {
        return names.named(interactions);
    }

    /** An id for an entry to come, which no other gets; under the lock. */
    Entry.Id nextId() {
        do {
            reserved++;
        } while (tree.find(new Entry.Id("e" + reserved)).isPresent());
        return new Entry.Id("e" + reserved);
    }

    /** The beginning of a conversation: the interactions a body brings, grouped as they once came into being. */
    private static final class Opening {
        private static final Set<Interaction.Kind> INSTRUCTIONS =
                Set.of(Interaction.Kind.CONTEXT, Interaction.Kind.SYSTEM);
        private static final Set<Interaction.Kind> ANSWER =
                Set.of(Interaction.Kind.ASSISTANT, Interaction.Kind.TOOL_CALL);
        private static final Set<Interaction.Kind> RESULTS = Set.of(Interaction.Kind.TOOL_RESULT);

        static List<Entry> entries(List<Interaction> interactions, Instant now) {
            List<Entry> path = new ArrayList<>();
            Entry.Id before = ConversationTree.empty().root().id();
            for (List<Interaction> group : groups(interactions)) {
                Entry.Id id = new Entry.Id("e" + (path.size() + 1));
                path.add(new Entry(
                        id, Optional.of(before), group, Entry.Status.COMPLETE, Usage.NONE, now, Duration.ZERO));
                before = id;
            }
            return path;
        }

        private static List<List<Interaction>> groups(List<Interaction> interactions) {
            List<List<Interaction>> groups = new ArrayList<>();
            for (Interaction item : interactions) {
                if (groups.isEmpty() || !together(last(last(groups)), item)) {
                    groups.add(new ArrayList<>());
                }
                last(groups).add(item);
            }
            return groups;
        }

        private static boolean together(Interaction before, Interaction item) {
            return isBoth(INSTRUCTIONS, before, item) || isBoth(ANSWER, before, item) || isBoth(RESULTS, before, item);
        }

        private static boolean isBoth(Set<Interaction.Kind> kinds, Interaction before, Interaction item) {
            return kinds.contains(before.kind()) && kinds.contains(item.kind());
        }

        private static <T> T last(List<T> list) {
            return list.get(list.size() - 1);
        }
    }

    /**
     * The tool-call ids of a conversation: each is used once. What a provider leaves empty or repeats gets an id of our own,
     * so results can never be swapped. Guarded by the conversation's lock.
     */
    private static final class CallNames {
        private final Set<String> used = new HashSet<>();
        private int own;

        /** Takes up the ids of what is already said. */
        void addAll(List<Interaction> interactions) {
            for (Interaction item : interactions) {
                if (item instanceof Interaction.ToolCall call) {
                    used.add(call.id());
                }
            }
        }

        /** The same interactions, with an id for every call that is nobody else's. */
        List<Interaction> named(List<Interaction> interactions) {
            List<Interaction> named = new ArrayList<>(interactions.size());
            for (Interaction item : interactions) {
                named.add(item instanceof Interaction.ToolCall call ? named(call) : item);
            }
            return List.copyOf(named);
        }

        private Interaction named(Interaction.ToolCall call) {
            if (!call.id().isEmpty() && used.add(call.id())) {
                return call;
            }
            String id = "call_" + ++own;
            while (!used.add(id)) {
                id = "call_" + ++own;
            }
            return new Interaction.ToolCall(id, call.name(), call.arguments());
        }
    }
}
