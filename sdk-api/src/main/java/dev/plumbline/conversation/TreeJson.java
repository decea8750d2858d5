package dev.plumbline.conversation;

import dev.plumbline.internal.PersistentTreeMap;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The documented JSON form of a tree: its entries, each after its parent, and its heads.
 *
 * @param nodes the nodes by the ids of their entries, root included
 * @param heads the last entry of each branch
 * @param revision how often the tree was changed
 * @param created the number of entries that it has or had
 */
record TreeJson(PersistentTreeMap<EntryNode> nodes, Map<String, ConversationEntry> heads, long revision, long created) {
    private static final String FORMAT = "plumbline-tree/1";

    /** Returns the JSON; {@code ordered} are the nodes, each before its children, the root first. */
    Json write(List<EntryNode> ordered) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", FORMAT);
        json.put("revision", revision);
        json.put("created", created);
        json.put(
                "entries",
                ordered.stream().skip(1).map(node -> node.entry().toJson()).toList());
        Map<String, Object> named = new LinkedHashMap<>();
        heads.forEach((branch, head) -> named.put(branch, head.id().text()));
        json.put("heads", named);
        return Json.of(json);
    }

    static TreeJson read(Json json) {
        Json format = json.get("format");
        if (format.kind() != Json.Kind.STRING || !format.asText().equals(FORMAT)) {
            throw new JsonException("/format", "this version reads " + FORMAT);
        }
        PersistentTreeMap<EntryNode> nodes =
                PersistentTreeMap.<EntryNode>empty().with(EntryNode.ROOT.id().text(), EntryNode.root());
        List<Json> entries = json.get("entries").elements();
        for (int i = 0; i < entries.size(); i++) {
            nodes = placed(nodes, entries.get(i), i + 1, "/entries/" + i);
        }
        return new TreeJson(
                nodes,
                heads(json, nodes),
                json.get("revision").asLong(),
                json.get("created").asLong());
    }

    private static PersistentTreeMap<EntryNode> placed(
            PersistentTreeMap<EntryNode> nodes, Json json, long order, String place) {
        ConversationEntry entry = ConversationEntry.read(place, () -> ConversationEntry.from(json));
        ConversationEntry.Id parent = entry.parent().orElseThrow();
        EntryNode above = nodes.get(parent.text());
        if (above == null) {
            throw new JsonException(place + "/parent", "an entry must come after its parent");
        }
        if (nodes.get(entry.id().text()) != null) {
            throw new JsonException(place + "/id", "the id of an entry is its own");
        }
        EntryNode child = above.child(entry, order, 0);
        return nodes.with(parent.text(), above.withChild(child, 0))
                .with(entry.id().text(), child);
    }

    private static Map<String, ConversationEntry> heads(Json json, PersistentTreeMap<EntryNode> nodes) {
        Map<String, ConversationEntry> heads = new LinkedHashMap<>();
        json.get("heads").fields().forEach((branch, head) -> {
            EntryNode end = nodes.get(head.asText());
            if (end == null) {
                throw new JsonException("/heads", "a head is an entry of the tree");
            }
            heads.put(branch, end.entry());
        });
        if (heads.isEmpty()) {
            throw new JsonException("/heads", "a tree has at least one branch");
        }
        return heads;
    }
}
