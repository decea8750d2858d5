package dev.plumbline.session.state;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.conversation.BranchComparison;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.InterruptedTurn;
import dev.plumbline.conversation.WaitingMessage;
import dev.plumbline.internal.PersistentTreeMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of a conversation at one moment: a value that {@link #apply} alone derives from the one before it. The
 * running program and the replay of a journal apply the same changes, so they have the same state. A change costs O(log
 * n), whatever the conversation has.
 *
 * <p>Most of it is <em>kept</em>: it is in the journal. The rest is <em>live</em>: values without a stored form, ids that
 * were given out and not stored, and whether a turn still accepts messages. {@link #kept} returns the former.
 */
public final class ConversationState {
    /** The format of the records that this version writes. */
    public static final int FORMAT = 2;

    private final int format;
    private final String namespace;
    private final AiBody opening;
    private final ConversationTree tree;
    private final PersistentTreeMap<BranchRecord> branches;

    /** The values of scope BRANCH by entry id; an entry that is not in the map has no values. */
    private final PersistentTreeMap<StateValues> atEntries;

    private final StateValues shared;

    /** All ids of tool calls that were ever used. */
    private final PersistentTreeMap<CallState> calls;

    /** The number of turns that follow an entry, by its id. */
    private final PersistentTreeMap<Integer> starts;

    private final UsageTotal usage;
    private final int turns;
    private final long highestEntry;
    private final long reservedEntry;
    private final long highestCall;

    private ConversationState(Edit from) {
        format = from.format;
        namespace = from.namespace;
        opening = from.opening;
        tree = from.tree;
        branches = from.branches;
        atEntries = from.atEntries;
        shared = from.shared;
        calls = from.calls;
        starts = from.starts;
        usage = from.usage;
        turns = from.turns;
        highestEntry = from.highestEntry;
        reservedEntry = from.reservedEntry;
        highestCall = from.highestCall;
    }

    /** Returns the state before a conversation is opened. */
    public static ConversationState nothing() {
        return new ConversationState(new Edit());
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
        Edit kept = edit();
        kept.opening = opening.withInteractions(List.of());
        kept.shared = shared.kept();
        branches.forEach((name, record) -> kept.put(name, record.kept()));
        atEntries.forEach((id, values) -> {
            StateValues stored = values.kept();
            kept.atEntries = stored.all().isEmpty() ? kept.atEntries.without(id) : kept.atEntries.with(id, stored);
        });
        calls.forEach((id, call) -> {
            if (call.stage() == CallState.Stage.RESERVED) {
                kept.calls = kept.calls.without(id);
            }
        });
        kept.reservedEntry = 0;
        kept.highestCall = 0;
        return kept.done();
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
        return turns;
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
        TurnProgress turn = branch(branch).turn();
        boolean open = head.isSent() && OpenCalls.awaitsResults(head);
        return new OpenCalls(
                open ? OpenCalls.calls(head.interactions()) : List.of(),
                this,
                turn == null || !running ? "" : turn.id());
    }

    /** Returns the messages that wait on a branch, oldest first. */
    public List<WaitingMessage> waiting(String branch) {
        return branch(branch).waiting();
    }

    /** Returns the turn that runs on a branch, or that was interrupted; null if there is none. */
    @Nullable
    TurnProgress turn(String branch) {
        return branch(branch).turn();
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

    /** Returns whether the turn of a branch accepts further messages. */
    public boolean isHearing(String branch) {
        TurnProgress turn = turn(branch);
        return turn != null && turn.hearing();
    }

    /** Returns the turns that run or were interrupted, by the names of their branches. */
    public List<InterruptedTurn> interrupted() {
        List<InterruptedTurn> found = new ArrayList<>();
        branches.forEach((name, record) -> {
            if (record.turn() != null) {
                found.add(new InterruptedTurn(
                        name, record.turn().id(), openCalls(name, false).unknown()));
            }
        });
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
        return tree.isLoose(entry) && starts.get(entry.id().text()) == null;
    }

    /** Returns the id of the next entry. */
    public ConversationEntry.Id nextEntry() {
        return new ConversationEntry.Id("e" + (Math.max(highestEntry, reservedEntry) + 1));
    }

    /** Returns the highest number of an entry id that was given out. */
    public long highestEntry() {
        return Math.max(highestEntry, reservedEntry);
    }

    /**
     * Returns the interactions with a unique id for each tool call. An id that a provider leaves empty or repeats is
     * replaced, so that results cannot be swapped, also in the results behind it.
     */
    public List<Interaction> withUniqueCalls(List<? extends Interaction> interactions) {
        if (OpenCalls.calls(interactions).isEmpty()) {
            return List.copyOf(interactions);
        }
        List<Interaction> named = new ArrayList<>(interactions.size());
        PersistentTreeMap<CallState> used = calls;
        Map<String, String> renamed = new HashMap<>();
        long own = highestCall;
        for (Interaction item : interactions) {
            if (item instanceof Interaction.ToolCall call) {
                String id = call.id();
                while (id.isEmpty() || used.containsKey(id)) {
                    own++;
                    id = "call_" + own;
                }
                used = used.with(id, CallState.RESERVED);
                renamed.put(call.id(), id);
                named.add(id.equals(call.id()) ? call : new Interaction.ToolCall(id, call.name(), call.arguments()));
            } else if (item instanceof Interaction.ToolResult result) { // of a side turn, whose rounds are one entry
                named.add(new Interaction.ToolResult(
                        renamed.getOrDefault(result.callId(), result.callId()), result.envelope()));
            } else {
                named.add(item);
            }
        }
        return named;
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

    CallState call(String id) {
        CallState known = calls.get(id);
        return known == null ? CallState.OPEN : known;
    }

    BranchRecord branch(String name) {
        BranchRecord known = branches.get(name);
        return known == null ? BranchRecord.EMPTY : known;
    }

    Edit edit() {
        return new Edit(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConversationState state
                && format == state.format
                && namespace.equals(state.namespace)
                && opening.equals(state.opening)
                && tree.equals(state.tree)
                && branches.equals(state.branches)
                && atEntries.equals(state.atEntries)
                && shared.equals(state.shared)
                && calls.equals(state.calls)
                && starts.equals(state.starts)
                && usage.equals(state.usage)
                && turns == state.turns
                && highestEntry == state.highestEntry
                && reservedEntry == state.reservedEntry
                && highestCall == state.highestCall;
    }

    @Override
    public int hashCode() {
        return Objects.hash(tree, usage, turns);
    }

    @Override
    public String toString() {
        return "ConversationState[" + tree + ", " + turns + " turns]";
    }

    /** The next state while one change makes it; used by one method. */
    static final class Edit {
        int format;
        String namespace;
        AiBody opening;
        ConversationTree tree;
        PersistentTreeMap<BranchRecord> branches;
        PersistentTreeMap<StateValues> atEntries;
        StateValues shared;
        PersistentTreeMap<CallState> calls;
        PersistentTreeMap<Integer> starts;
        UsageTotal usage;
        int turns;
        long highestEntry;
        long reservedEntry;
        long highestCall;

        private Edit() {
            namespace = "";
            opening = AiBody.builder().build();
            tree = ConversationTree.empty();
            branches = PersistentTreeMap.empty();
            atEntries = PersistentTreeMap.empty();
            shared = StateValues.EMPTY;
            calls = PersistentTreeMap.empty();
            starts = PersistentTreeMap.empty();
            usage = UsageTotal.NONE;
        }

        private Edit(ConversationState from) {
            format = from.format;
            namespace = from.namespace;
            opening = from.opening;
            tree = from.tree;
            branches = from.branches;
            atEntries = from.atEntries;
            shared = from.shared;
            calls = from.calls;
            starts = from.starts;
            usage = from.usage;
            turns = from.turns;
            highestEntry = from.highestEntry;
            reservedEntry = from.reservedEntry;
            highestCall = from.highestCall;
        }

        ConversationState done() {
            return new ConversationState(this);
        }

        BranchRecord branch(String name) {
            BranchRecord known = branches.get(name);
            return known == null ? BranchRecord.EMPTY : known;
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
        void keep(ConversationEntry.Id entry, StateValues values) {
            if (!values.all().isEmpty()) {
                atEntries = atEntries.with(entry.text(), values);
            } else if (atEntries.containsKey(entry.text())) {
                atEntries = atEntries.without(entry.text());
            }
        }

        /** Counts the turns that follow an entry. */
        void start(ConversationEntry.Id entry, int more) {
            Integer known = starts.get(entry.text());
            int count = (known == null ? 0 : known) + more;
            starts = count == 0 ? starts.without(entry.text()) : starts.with(entry.text(), count);
        }

        /**
         * Records the ids of an entry and of its tool calls, and the calls that it answers. The copy of an entry behind a
         * summary has calls that are known: they may have begun.
         */
        void appended(ConversationEntry entry) {
            highestEntry = Math.max(highestEntry, number(entry.id().text(), "e"));
            for (Interaction item : entry.interactions()) {
                if (item instanceof Interaction.ToolCall call) {
                    CallState known = calls.get(call.id());
                    boolean fresh = known == null || known.stage() == CallState.Stage.RESERVED;
                    calls = fresh ? calls.with(call.id(), CallState.OPEN) : calls;
                } else if (item instanceof Interaction.ToolResult result) {
                    calls = calls.with(result.callId(), CallState.ANSWERED);
                }
            }
        }

        /** Records an id of a tool call that was given out. */
        void reserved(String call) {
            calls = calls.with(call, CallState.RESERVED);
            highestCall = Math.max(highestCall, number(call, "call_"));
        }
    }

    /** Returns the number behind a prefix; 0 if there is none. */
    static long number(String text, String prefix) {
        if (!text.startsWith(prefix)) {
            return 0;
        }
        long number = 0;
        for (int i = prefix.length(); i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9' || i - prefix.length() > 17) {
                return 0;
            }
            number = 10 * number + digit - '0';
        }
        return number;
    }
}
