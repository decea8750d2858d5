package dev.plumbline.session.journal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A conversation restored from its records. */
public final class JournalReplay {
    private final Map<String, ToolEnvelope> results = new HashMap<>();
    private final Set<String> started = new HashSet<>();
    private final List<Interaction> calls = new ArrayList<>();
    private final StateHistory history = new StateHistory();
    private final UsageAccumulator total = new UsageAccumulator();
    private final StateHistory.CurrentValues values = new StateHistory.CurrentValues();
    private AiBody body = AiBody.builder().build();
    private String namespace = "";
    private ConversationTree tree = ConversationTree.empty();

    /** The highest number of an entry's id. */
    private long highest;

    private final List<Json> invalidRecords = new ArrayList<>();
    private long validRecordCount;
    private @Nullable String location;
    private long bytes;

    /**
     * Replays the records up to the first one that does not fit.
     *
     * @throws AiException CONFIGURATION with the number of the record, if it is the first, or of a newer version
     */
    public static JournalReplay of(Iterator<Json> records) {
        JournalReplay replay = new JournalReplay();
        while (records.hasNext() && replay.invalidRecords.isEmpty()) {
            replay.add(records.next());
        }
        records.forEachRemaining(replay.invalidRecords::add);
        return replay;
    }

    private void add(Json record) {
        try {
            if (!take(record)) {
                throw unreadable(new IllegalArgumentException("an unknown kind of record"));
            }
            validRecordCount++;
        } catch (AiException newer) {
            throw newer;
        } catch (RuntimeException doesNotFit) { // thrown by a record of another form, which has changed nothing
            if (validRecordCount == 0) {
                throw unreadable(doesNotFit);
            }
            invalidRecords.add(record);
        }
    }

    private AiException unreadable(RuntimeException cause) {
        return new AiException(AiError.of(
                        AiError.Category.CONFIGURATION,
                        "journal",
                        "record " + (validRecordCount + 1)
                                + " of the stored conversation does not fit those before it, or is "
                                + "of a newer version")
                .withCause(cause));
    }

    /** Returns the number of records that fit. */
    public long validRecordCount() {
        return validRecordCount;
    }

    /** Returns the records after the valid ones; usually empty. */
    public List<Json> invalidRecords() {
        return invalidRecords;
    }

    /** Sets the damage that was cut off the end when the conversation was opened. */
    public void cut(SessionStore.Damage damage) {
        bytes = damage.bytes();
        location(damage.location());
    }

    /** Returns the number of bytes that were cut off the end. */
    public long bytes() {
        return bytes;
    }

    /** Sets the location of the removed records. */
    public void location(String place) {
        location = location == null ? place : location + ", " + place;
    }

    /** Returns the location of the removed records and the damage; null if there is neither. */
    public @Nullable String location() {
        return location;
    }

    /** Replays one record; false for a kind that this version does not know. */
    private boolean take(Json record) {
        switch (record.get("kind").asText()) {
            case "opened" -> opened(record);
            case "entry" -> appended(branch(record), ConversationEntry.from(record.get("entry")));
            case "branch" -> branched(record);
            case "moved" -> moved(branch(record), entry(record, "to"));
            case "deleted" -> deleted(entry(record, "entry"));
            case "summarized" -> summarized(branch(record), record);
            case "state" -> changed(named(record, "branch"), record.get("name").asText(), record.get("value"));
            case "call" -> started.add(record.get("call").asText());
            case "result" -> result((Interaction.ToolResult) Interaction.from(record.get("result")));
            case "ended" -> ended(record);
            case "turn" -> began(record);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void opened(Json record) {
        if (validRecordCount > 0) {
            throw new IllegalArgumentException("a second beginning");
        }
        if (record.get("format").asInt() != Journal.FORMAT) {
            throw new IllegalArgumentException("a newer format");
        }
        namespace = record.get("namespace").asText();
        body = AiBody.from(record.get("body"));
        record.get("entries").elements().forEach(said -> appended(ConversationTree.MAIN, ConversationEntry.from(said)));
    }

    private void appended(String branch, ConversationEntry entry) {
        tree = tree.append(branch, entry);
        highest = Math.max(highest, number(entry.id()));
        for (Interaction item : entry.interactions()) {
            if (item instanceof Interaction.ToolCall) {
                calls.add(item);
            }
        }
        history.appended(branch, entry);
    }

    private void branched(Json record) {
        ConversationEntry from = entry(record, "from");
        String like = named(record, "like");
        String origin = like == null ? ConversationTree.MAIN : like; // older records have no origin
        ConversationEntry head = tree.head(origin);
        tree = tree.branchAt(from, branch(record));
        history.forked(branch(record), from, origin, head);
    }

    private void moved(String branch, ConversationEntry to) {
        tree = tree.moveHead(branch, to);
        history.moved(branch, to);
    }

    private void deleted(ConversationEntry entry) {
        List<ConversationEntry> gone = tree.subtree(entry);
        tree = tree.deleteSubtree(entry);
        gone.forEach(history::deleted);
    }

    private void summarized(String branch, Json record) {
        ConversationTree before = tree;
        Json above = record.get("above"); // older records have none: the tree then assigns the ids
        tree = (above.exists() ? before.withIdsAbove(above.asLong()) : before)
                .summarize(
                        branch,
                        entry(record, "from"),
                        entry(record, "to"),
                        record.get("summary").asText());
        highest = Math.max(highest, number(tree.nextId()) - 1);
        history.summarized(branch, before, tree);
    }

    /** Returns the number of an id; 0 if it has none. */
    public static long number(ConversationEntry.Id id) {
        String text = id.text();
        long number = 0;
        for (int i = 1; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9' || i > 18) {
                return 0;
            }
            number = 10 * number + digit - '0';
        }
        return text.startsWith("e") ? number : 0;
    }

    private void changed(@Nullable String branch, String name, Json value) {
        if (branch == null) {
            values.set(name, new UnreadValue(value));
        } else {
            history.changed(branch, tree.head(branch), name, new UnreadValue(value));
        }
    }

    private void began(Json record) {
        String turn = named(record, "turn");
        if (turn != null) {
            history.turnBegan(branch(record), tree.head(branch(record)), turn);
        }
    }

    private void ended(Json record) {
        UsageAccumulator more = UsageAccumulator.read(record);
        String turn = named(record, "turn");
        if (turn != null) {
            history.turnEnded(branch(record), tree.head(branch(record)), turn);
        }
        total.add(more);
    }

    private static @Nullable String named(Json record, String member) {
        Json name = record.get(member);
        return name.exists() ? name.asText() : null;
    }

    private static String branch(Json record) {
        return record.get("branch").asText();
    }

    private ConversationEntry entry(Json record, String member) {
        return tree.find(new ConversationEntry.Id(record.get(member).asText()))
                .orElseThrow(() -> new IllegalArgumentException("an entry that is not there"));
    }

    private void result(Interaction.ToolResult result) {
        results.put(result.callId(), result.envelope());
    }

    /** Returns the body with which the conversation was opened, without its interactions. */
    public AiBody body() {
        return body;
    }

    /** Returns the namespace of its cache keys; empty for none. */
    public String namespace() {
        return namespace;
    }

    /** Returns the tree at the end of the records. */
    public ConversationTree tree() {
        return tree;
    }

    /** Returns the highest number of an id of any entry, including deleted ones. */
    public long highestId() {
        return highest;
    }

    /** Returns the tool calls of all entries. */
    public List<Interaction> calls() {
        return calls;
    }

    /** Returns the usage and cost of all turns; the conversation adds to it. */
    public UsageAccumulator total() {
        return total;
    }

    /** Returns the values of scope SESSION at the end of the records. */
    public StateHistory.CurrentValues values() {
        return values;
    }

    /** Returns the values of scope BRANCH for each entry. */
    public StateHistory history() {
        return history;
    }

    /** Returns the calls that are open if a branch ends with that entry; null if there are none. */
    public @Nullable PendingToolCalls pending(ConversationEntry tip) {
        List<Interaction.ToolCall> calls = tip.interactions().stream()
                .filter(Interaction.ToolCall.class::isInstance)
                .map(Interaction.ToolCall.class::cast)
                .toList();
        return PendingToolCalls.awaitsResults(tip) && tip.isSent()
                ? new PendingToolCalls(calls, results, started)
                : null;
    }
}
