package dev.plumbline.web;

import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.json.Json;
import dev.plumbline.views.ConversationRows;
import dev.plumbline.views.ViewRow;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rows of all paths of a tree, by entry: those that the entry adds, and those that it changes because it has their
 * result. A page puts together the rows of a path from those of its entries. Used by one thread.
 */
final class ReportRows {
    private final ConversationTree tree;
    private final boolean words;
    /** Without words, the keys of calls as numbers, because a model chose their ids. */
    private final Map<String, String> keys = new HashMap<>();

    private ReportRows(ConversationTree tree, boolean words) {
        this.tree = tree;
        this.words = words;
    }

    /**
     * Returns an object with the rows of each entry that has any.
     *
     * @param words whether rows have their text; else its length
     */
    static Json of(ConversationTree tree, boolean words) {
        ReportRows made = new ReportRows(tree, words);
        Map<String, List<Json>> rows = new HashMap<>();
        for (ConversationEntry entry : ConversationJson.entries(tree)) {
            List<Json> shown = made.rows(entry);
            if (!shown.isEmpty()) {
                rows.put(entry.id().text(), shown);
            }
        }
        return Json.of(rows);
    }

    private List<Json> rows(ConversationEntry entry) {
        Set<String> results = new HashSet<>();
        for (Interaction interaction : entry.interactions()) {
            if (interaction instanceof Interaction.ToolResult result) {
                results.add(result.callId());
            }
        }
        return ConversationRows.of(withCallers(entry, results)).stream()
                .filter(row -> isOf(row, entry) || isResult(row, results))
                .map(this::json)
                .toList();
    }

    private static boolean isOf(ViewRow row, ConversationEntry entry) {
        return row.entry().filter(one -> one.id().equals(entry.id())).isPresent();
    }

    private static boolean isResult(ViewRow row, Set<String> results) {
        return row instanceof ViewRow.ToolCallRow tool
                && results.contains(tool.call().id());
    }

    /** Returns the nearest entries before an entry that have the calls of its results, and the entry. */
    private List<ConversationEntry> withCallers(ConversationEntry entry, Set<String> results) {
        Deque<ConversationEntry> path = new ArrayDeque<>(List.of(entry));
        Set<String> open = new HashSet<>(results);
        for (Optional<ConversationEntry> at = before(entry); !open.isEmpty() && at.isPresent(); at = before(at.get())) {
            boolean calls = false;
            for (Interaction interaction : at.get().interactions()) {
                calls |= interaction instanceof Interaction.ToolCall call && open.remove(call.id());
            }
            if (calls) {
                path.addFirst(at.get());
            }
        }
        return List.copyOf(path);
    }

    private Optional<ConversationEntry> before(ConversationEntry entry) {
        return entry.parent().flatMap(tree::find);
    }

    private Json json(ViewRow row) {
        return words ? row.toJson() : length(row);
    }

    /** Returns what a report without content has of a row. */
    private Json length(ViewRow row) {
        Json full = row.toJson();
        Json json = Json.object()
                .with("key", key(row))
                .with("kind", full.get("kind"))
                .with("entry", full.get("entry"))
                .with("characters", characters(row));
        return row instanceof ViewRow.ToolCallRow ? json.with("status", full.get("status")) : json;
    }

    private String key(ViewRow row) {
        return row instanceof ViewRow.ToolCallRow
                ? keys.computeIfAbsent(row.key(), id -> "call." + keys.size())
                : row.key();
    }

    private static int characters(ViewRow row) {
        return row instanceof ViewRow.ToolCallRow tool
                ? tool.call().arguments().canonical().length()
                : row.text().length();
    }
}
