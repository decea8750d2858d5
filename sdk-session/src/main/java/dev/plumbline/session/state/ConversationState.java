package dev.plumbline.session.state;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.ConversationTree.BranchComparison;
import dev.plumbline.internal.PersistentTreeMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a conversation at one moment: a value that {@link #apply} alone derives from the one before it. The
 * running program and the replay of a journal apply the same changes, so they have the same state. A change costs O(log
 * n), whatever the conversation has.
 *
 * <p>Most of it is <em>kept</em>: it is in the journal. The rest is <em>live</em>: values without a stored form.
 * {@link #kept} returns the former.
 */
public final class ConversationState {
    /** The format of the records that this version writes. */
    public static final int FORMAT = 2;

    // Written by the one change that makes this state, and by nobody after it.
    int format;
    String namespace;
    AiBody opening;
    ConversationTree tree;
    /** The turns that run or were interrupted, by the names of their branches. */
    PersistentTreeMap<TurnProgress> turns;
    /** What else is known of branches; one of which nothing is known is not in the map. */
    PersistentTreeMap<BranchRecord> branches;
    /** The values of scope BRANCH by entry id; an entry without values is not in the map. */
    PersistentTreeMap<StateValues> atEntries;

    StateValues shared;
    /** The entries that were deleted with tool calls, by the ids of the calls, which are not given again. */
    PersistentTreeMap<ConversationEntry.Id> deletedCalls;

    UsageTotal usage;
    /** The highest number of an entry id. */
    long highestEntry;

    private ConversationState() {
        namespace = "";
        opening = AiBody.builder().build();
        tree = ConversationTree.empty();
        turns = PersistentTreeMap.empty();
        branches = PersistentTreeMap.empty();
        atEntries = PersistentTreeMap.empty();
        shared = StateValues.EMPTY;
        deletedCalls = PersistentTreeMap.empty();
        usage = UsageTotal.NONE;
    }

    private ConversationState(ConversationState from) {
        format = from.format;
        namespace = from.namespace;
        opening = from.opening;
        tree = from.tree;
        turns = from.turns;
        branches = from.branches;
        atEntries = from.atEntries;
        shared = from.shared;
        deletedCalls = from.deletedCalls;
        usage = from.usage;
        highestEntry = from.highestEntry;
    }

    /** Returns the state before a conversation is opened. */
    public static ConversationState nothing() {
        return new ConversationState();
    }

    /**
     * Returns the state after a change.
     *
     * @throws IllegalArgumentException if the change does not fit this state; names why
     */
    public ConversationState apply(ConversationChange change) {
        return change.applyTo(this);
    }

    /** Returns the part that is stored: the state of the same conversation after it was resumed. */
    public ConversationState kept() {
        ConversationState kept = copy();
        kept.opening = opening.withInteractions(List.of());
        kept.tree = tree.map(entry -> entry.withoutFacts(entry.unstoredFacts()));
        kept.shared = shared.kept();
        turns.forEach((branch, turn) -> kept.turns = kept.turns.with(branch, turn.kept()));
        branches.forEach((name, record) ->
                kept.put(name, record.withValues(record.values().kept())));
        atEntries.forEach((id, values) -> kept.put(new ConversationEntry.Id(id), values.kept()));
        return kept;
    }

    /** Returns the format of its records. */
    public int format() {
        return format;
    }

    /** Returns the namespace of its cache keys; empty for none. */
    public String namespace() {
        return namespace;
    }

    /** Returns the tree. */
    public ConversationTree tree() {
        return tree;
    }

    /** Returns the usage and cost of all turns of all branches that are over. */
    public UsageTotal usage() {
        return usage;
    }

    /** Returns the usage of the answers that the turn of a branch has stored. */
    public UsageTotal spent(String branch) {
        TurnProgress turn = turn(branch);
        return turn == null ? UsageTotal.NONE : turn.spent();
    }

    /** Returns the number of turns that run or were interrupted. */
    public int turns() {
        return turns.size();
    }

    /** Returns the value of a key of scope SESSION, or of a branch; null if there is none. */
    public StateValues.@Nullable Value value(@Nullable String branch, String name) {
        return branch == null ? shared.get(name) : branch(branch).values().get(name);
    }

    /** Returns the newest entry of a branch; the root if it has no entries. */
    public ConversationEntry head(String branch) {
        return tree.head(branch);
    }

    /** Returns the entries of a branch, oldest first. */
    public List<ConversationEntry> path(String branch) {
        return tree.path(branch);
    }

    /** Returns the interactions of a branch that are sent: all except partial answers of turns that ended early. */
    public Transcript sent(String branch) {
        return tree.interactions(branch);
    }

    /** Returns the body with which the conversation was opened, with these interactions. */
    public AiBody body(Transcript sent) {
        return opening.withInteractions(sent);
    }

    /** Returns the newest entry of that kind on a branch. */
    public Optional<ConversationEntry> last(String branch, Interaction.Kind kind) {
        Optional<ConversationEntry> at = Optional.of(head(branch));
        while (at.isPresent() && !isOf(at.get(), kind)) {
            at = at.get().parent().flatMap(tree::find);
        }
        return at;
    }

    private static boolean isOf(ConversationEntry entry, Interaction.Kind kind) {
        return !entry.interactions().isEmpty() && entry.kind() == kind;
    }

    /** Returns the last entry of a branch after which another can begin: not between tool calls and their results. */
    public ConversationEntry forkable(String branch) {
        ConversationEntry head = head(branch);
        return OpenCalls.awaitsResults(head) ? parent(head) : head;
    }

    /**
     * Returns the entry after which a new message of a branch is stored: the newest one, unless that is a question which
     * another branch answers. Two messages of a user would follow each other then.
     */
    public ConversationEntry continuation(String branch) {
        ConversationEntry head = head(branch);
        return isOf(head, Interaction.Kind.USER) && tree.isShared(head) ? parent(head) : head;
    }

    /**
     * Returns whether the last message of a branch is the user's or a tool result, so that the model must answer; also if
     * it is not stored yet.
     */
    public boolean awaitsAnswer(String branch) {
        if (!interjected(branch).isEmpty()) {
            return true;
        }
        Transcript sent = sent(branch);
        return !sent.isEmpty()
                && switch (sent.get(sent.size() - 1).kind()) {
                    case USER, TOOL_RESULT -> true;
                    case CONTEXT, SYSTEM, ASSISTANT, TOOL_CALL, SUMMARY -> false;
                };
    }

    /** Returns whether a tool has ended the turn that was interrupted on a branch: only its end is missing. */
    public boolean isStopped(String branch) {
        if (turn(branch) == null || !interjected(branch).isEmpty()) {
            return false;
        }
        for (Interaction item : head(branch).interactions()) {
            if (item instanceof Interaction.ToolResult result
                    && result.envelope().stopsTurn()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the last message of a user on a branch; an empty one if there is none. */
    public Interaction.User question(String branch) {
        Transcript sent = sent(branch);
        for (int i = sent.size() - 1; i >= 0; i--) {
            if (sent.get(i) instanceof Interaction.User user) {
                return user;
            }
        }
        return new Interaction.User(List.of());
    }

    /**
     * Returns the tool calls of the newest entry of a branch that have no results in the tree.
     *
     * @param running whether the turn of the branch runs; otherwise it was interrupted
     */
    public OpenCalls openCalls(String branch, boolean running) {
        ConversationEntry head = head(branch);
        if (!head.isSent() || !OpenCalls.awaitsResults(head)) {
            return OpenCalls.NONE;
        }
        TurnProgress turn = running ? turn(branch) : null;
        return new OpenCalls(
                OpenCalls.calls(head.interactions()), branch(branch).calls(), turn == null ? "" : turn.id());
    }

    /** Returns the messages that wait on a branch, oldest first. */
    public List<WaitingMessage> waiting(String branch) {
        return branch(branch).waiting();
    }

    /** Returns the turn that runs on a branch, or that was interrupted; null if there is none. */
    @Nullable
    TurnProgress turn(String branch) {
        return turns.get(branch);
    }

    /** Returns the entry that the running or interrupted turn of a branch follows; null if there is no turn. */
    public ConversationEntry.@Nullable Id start(String branch) {
        TurnProgress turn = turn(branch);
        return turn == null ? null : turn.start();
    }

    /** Returns the id of the turn that runs on a branch, or that was interrupted; null if there is none. */
    public @Nullable String turnId(String branch) {
        TurnProgress turn = turn(branch);
        return turn == null ? null : turn.id();
    }

    /** Returns the messages that were sent during a turn of a branch and are not stored yet. */
    public List<Interaction.User> interjected(String branch) {
        return branch(branch).interjected();
    }

    /** Returns the branches whose turn runs or was interrupted. */
    public List<String> interrupted() {
        List<String> found = new ArrayList<>();
        turns.forEach((branch, turn) -> found.add(branch));
        return found;
    }

    /** Returns what the turn of a branch has added: its answers and results, oldest first. */
    public List<Interaction> added(String branch) {
        TurnProgress turn = turn(branch);
        List<Interaction> added = new ArrayList<>();
        if (turn != null) {
            for (ConversationEntry entry : turn.originals()) {
                if (entry.kind() != Interaction.Kind.USER) {
                    added.addAll(entry.interactions());
                }
            }
        }
        return added;
    }

    /** Returns whether an entry can be deleted: no entry follows it, no branch ends there, and no turn returns to it. */
    boolean isUnused(ConversationEntry entry) {
        return tree.isLoose(entry)
                && turns.values().stream().noneMatch(turn -> turn.start().equals(entry.id()));
    }

    /** Returns the ids of all tool calls that were ever stored. */
    public Set<String> callIds() {
        Set<String> ids = new HashSet<>();
        deletedCalls.forEach((call, entry) -> ids.add(call));
        for (ConversationEntry entry : tree.subtree(tree.root())) {
            OpenCalls.calls(entry.interactions()).forEach(call -> ids.add(call.id()));
        }
        return ids;
    }

    /** Returns the highest number of an entry id. */
    public long highestEntry() {
        return highestEntry;
    }

    /** Returns the differences of two branches. */
    public BranchComparison compare(String one, String other) {
        return BranchComparison.of(tree, one, other)
                .withState(branch(one).values().differences(branch(other).values()));
    }

    /**
     * Returns the entry of the tree with that id.
     *
     * @throws IllegalArgumentException if there is none
     */
    public ConversationEntry entry(ConversationEntry.Id id) {
        return tree.find(id)
                .orElseThrow(
                        () -> new IllegalArgumentException("entry " + id + " does not belong to this conversation"));
    }

    private ConversationEntry parent(ConversationEntry entry) {
        return entry(entry.parent().orElseThrow());
    }

    BranchRecord branch(String name) {
        BranchRecord known = branches.get(name);
        return known == null ? BranchRecord.EMPTY : known;
    }

    /** Returns a copy, which a change fills. */
    ConversationState copy() {
        return new ConversationState(this);
    }

    void put(String name, BranchRecord record) {
        branches = record.isEmpty() ? branches.without(name) : branches.with(name, record);
    }

    /** Returns the values at an entry. */
    StateValues at(ConversationEntry.Id entry) {
        StateValues known = atEntries.get(entry.text());
        return known == null ? StateValues.EMPTY : known;
    }

    /** Sets the values at an entry. */
    void put(ConversationEntry.Id entry, StateValues values) {
        atEntries = values.all().isEmpty() ? atEntries.without(entry.text()) : atEntries.with(entry.text(), values);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConversationState state
                && format == state.format
                && namespace.equals(state.namespace)
                && opening.equals(state.opening)
                && tree.equals(state.tree)
                && turns.equals(state.turns)
                && branches.equals(state.branches)
                && atEntries.equals(state.atEntries)
                && shared.equals(state.shared)
                && deletedCalls.equals(state.deletedCalls)
                && usage.equals(state.usage)
                && highestEntry == state.highestEntry;
    }

    @Override
    public int hashCode() {
        return Objects.hash(tree, usage, highestEntry);
    }

    @Override
    public String toString() {
        return "ConversationState[" + tree + ", " + turns() + " turns]";
    }

    /** Returns the number of an entry id; 0 for one that this version did not give. */
    static long number(ConversationEntry.Id entry) {
        String text = entry.text();
        if (!text.startsWith("e")) {
            return 0;
        }
        long number = 0;
        for (int i = 1; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9' || i > 18) {
                return 0;
            }
            number = 10 * number + digit - '0';
        }
        return number;
    }
}
