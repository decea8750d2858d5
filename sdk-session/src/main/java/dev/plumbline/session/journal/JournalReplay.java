package dev.plumbline.session.journal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Usage;
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
    private final Map<@Nullable String, Map<String, Json>> state = new HashMap<>();
    private AiBody body = AiBody.builder().build();
    private String namespace = "";
    private ConversationTree tree = ConversationTree.empty();
    private Usage usage = Usage.NONE;

    private final List<Json> rest = new ArrayList<>();
    private long fitting;
    private @Nullable String keptAt;

    /**
     * Takes the records in, up to the first that does not fit.
     *
     * @throws AiException CONFIGURATION names the record when it is the first, or is of a newer version
     */
    public static JournalReplay of(Iterator<Json> records) {
        JournalReplay replay = new JournalReplay();
        while (records.hasNext() && replay.rest.isEmpty()) {
            replay.add(records.next());
        }
        records.forEachRemaining(replay.rest::add);
        return replay;
    }

    private void add(Json record) {
        try {
            if (!take(record)) {
                throw unreadable(new IllegalArgumentException("an unknown kind of record"));
            }
            fitting++;
        } catch (AiException newer) {
            throw newer;
        } catch (RuntimeException doesNotFit) { // whatever a record of another shape leads to; it has changed nothing
            if (fitting == 0) {
                throw unreadable(doesNotFit);
            }
            rest.add(record);
        }
    }

    private AiException unreadable(RuntimeException cause) {
        return new AiException(AiError.of(
                        AiError.Category.CONFIGURATION,
                        "journal",
                        "record " + (fitting + 1) + " of the stored conversation does not fit those before it, or is "
                                + "of a newer version")
                .withCause(cause));
    }

    /** How many records fit. */
    public long fitting() {
        return fitting;
    }

    /** The records after the valid ones; usually empty. */
    public List<Json> rest() {
        return rest;
    }

    /** Says where the rest is kept. */
    public void keptAt(String place) {
        keptAt = place;
    }

    /** Where the rest is kept; null when there is none. */
    public @Nullable String keptAt() {
        return keptAt;
    }

    /** False for a kind that this version does not know. */
    private boolean take(Json record) {
        switch (record.get("kind").asText()) {
            case "opened" -> opened(record);
            case "entry" -> tree = tree.append(branch(record), Entry.from(record.get("entry")));
            case "branch" -> branched(record);
            case "moved" -> tree = tree.moveHead(branch(record), entry(record, "to"));
            case "deleted" -> tree = tree.deleteSubtree(entry(record, "entry"));
            case "summarized" ->
                tree = tree.summarize(
                        branch(record),
                        entry(record, "from"),
                        entry(record, "to"),
                        record.get("summary").asText());
            case "state" ->
                values(named(record, "branch")).put(record.get("name").asText(), record.get("value"));
            case "call" -> started.add(record.get("call").asText());
            case "result" -> result((Interaction.ToolResult) Interaction.from(record.get("result")));
            case "ended" -> usage = usage.plus(used(record.get("usage").elements()));
            case "turn" -> {}
            default -> {
                return false;
            }
        }
        return true;
    }

    private void opened(Json record) {
        if (fitting > 0) {
            throw new IllegalArgumentException("a second beginning");
        }
        if (record.get("format").asInt() != Journal.FORMAT) {
            throw new IllegalArgumentException("a newer format");
        }
        namespace = record.get("namespace").asText();
        body = AiBody.from(record.get("body"));
        record.get("entries").elements().forEach(said -> tree = tree.append(ConversationTree.MAIN, Entry.from(said)));
    }

    private void branched(Json record) {
        Map<String, Json> like = state(named(record, "like"));
        tree = tree.branchAt(entry(record, "from"), branch(record));
        values(branch(record)).putAll(like);
    }

    private static @Nullable String named(Json record, String member) {
        Json name = record.get(member);
        return name.exists() ? name.asText() : null;
    }

    private Map<String, Json> values(@Nullable String branch) {
        return state.computeIfAbsent(branch, none -> new HashMap<>());
    }

    private static String branch(Json record) {
        return record.get("branch").asText();
    }

    private Entry entry(Json record, String member) {
        return tree.find(new Entry.Id(record.get(member).asText()))
                .orElseThrow(() -> new IllegalArgumentException("an entry that is not there"));
    }

    private void result(Interaction.ToolResult result) {
        results.put(result.callId(), result.envelope());
    }

    private static Usage used(List<Json> numbers) {
        return new Usage(
                numbers.get(0).asLong(),
                numbers.get(1).asLong(),
                numbers.get(2).asLong(),
                numbers.get(3).asLong(),
                numbers.get(4).asInt());
    }

    /** What it was opened with, without what was said. */
    public AiBody body() {
        return body;
    }

    /** The namespace of its cache keys; empty for none. */
    public String namespace() {
        return namespace;
    }

    /** The tree as it stood. */
    public ConversationTree tree() {
        return tree;
    }

    /** What all turns have used. */
    public Usage usage() {
        return usage;
    }

    /** The values that were kept, by name: of a branch, or of all of them where {@code branch} is null. */
    public Map<String, Json> state(@Nullable String branch) {
        return Map.copyOf(state.getOrDefault(branch, Map.of()));
    }

    /** The calls that are open when a branch ends with that entry; null when there are none. */
    public @Nullable PendingToolCalls pending(Entry tip) {
        List<Interaction.ToolCall> calls = tip.interactions().stream()
                .filter(Interaction.ToolCall.class::isInstance)
                .map(Interaction.ToolCall.class::cast)
                .toList();
        return PendingToolCalls.awaitsResults(tip) && tip.isSent()
                ? new PendingToolCalls(calls, results, started)
                : null;
    }
}
