package dev.plumbline.extend;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The documented JSON form of a tree, both ways: its entries, each behind its parent, and its heads. */
final class TreeJson {
    private static final String FORMAT = "plumbline-tree/1";

    private TreeJson() {}

    static Json write(ConversationTree tree) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", FORMAT);
        json.put("revision", tree.revision());
        json.put("created", tree.entries());
        json.put(
                "entries",
                tree.below(tree.root().id()).stream()
                        .skip(1)
                        .map(node -> write(node.entry()))
                        .toList());
        Map<String, Object> heads = new LinkedHashMap<>();
        tree.heads().forEach((branch, head) -> heads.put(branch, head.id().text()));
        json.put("heads", heads);
        return Json.of(json);
    }

    private static Map<String, Object> write(Entry entry) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", entry.id().text());
        json.put("parent", entry.parent().orElseThrow().text());
        json.put("status", entry.status().name());
        json.put("usage", write(entry.usage()));
        json.put("at", entry.at().toString());
        json.put("took", entry.took().toString());
        json.put(
                "interactions",
                entry.interactions().stream().map(Interaction::toJson).toList());
        return json;
    }

    private static List<Long> write(Usage usage) {
        return List.of(usage.input(), usage.output(), usage.cachedInput(), usage.reasoning(), (long) usage.calls());
    }

    static ConversationTree read(Json json) {
        Json format = json.get("format");
        if (format.kind() != Json.Kind.STRING || !format.asText().equals(FORMAT)) {
            throw new JsonException("/format", "this version reads " + FORMAT);
        }
        Shelf<TreeNode> nodes = Shelf.empty();
        TreeNode root = TreeNode.root(ConversationTree.empty().root());
        nodes = nodes.with(root.entry().id().text(), root);
        List<Json> entries = json.get("entries").elements();
        for (int i = 0; i < entries.size(); i++) {
            nodes = placed(nodes, entries.get(i), "/entries/" + i);
        }
        return new ConversationTree(
                nodes,
                heads(json, nodes),
                json.get("revision").asLong(),
                json.get("created").asLong());
    }

    private static Shelf<TreeNode> placed(Shelf<TreeNode> nodes, Json json, String place) {
        Entry entry = at(place, () -> entry(json));
        Entry.Id parent = entry.parent().orElseThrow();
        TreeNode above = nodes.get(parent.text())
                .orElseThrow(() -> new JsonException(place + "/parent", "an entry stands behind its parent"));
        if (nodes.get(entry.id().text()).isPresent()) {
            throw new JsonException(place + "/id", "the id of an entry is its own");
        }
        return nodes.with(parent.text(), above.withChild(entry.id()))
                .with(entry.id().text(), above.child(entry));
    }

    /** The same, its faults placed. */
    private static <T> T at(String place, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (JsonException e) {
            throw new JsonException(place + e.place(), e.rule());
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new JsonException(place, "status, at or took is not as the format has it");
        }
    }

    private static Entry entry(Json json) {
        List<Interaction> interactions = new ArrayList<>();
        List<Json> items = json.get("interactions").elements();
        for (int i = 0; i < items.size(); i++) {
            Json item = items.get(i);
            interactions.add(at("/interactions/" + i, () -> Interaction.from(item)));
        }
        return new Entry(
                new Entry.Id(json.get("id").asText()),
                Optional.of(new Entry.Id(json.get("parent").asText())),
                interactions,
                Entry.Status.valueOf(json.get("status").asText()),
                usage(json.get("usage").elements()),
                Instant.parse(json.get("at").asText()),
                Duration.parse(json.get("took").asText()));
    }

    private static Usage usage(List<Json> numbers) {
        if (numbers.size() != 5) {
            throw new JsonException("/usage", "usage is five numbers");
        }
        return new Usage(
                numbers.get(0).asLong(),
                numbers.get(1).asLong(),
                numbers.get(2).asLong(),
                numbers.get(3).asLong(),
                numbers.get(4).asInt());
    }

    private static Map<String, Entry.Id> heads(Json json, Shelf<TreeNode> nodes) {
        Map<String, Entry.Id> heads = new LinkedHashMap<>();
        json.get("heads").fields().forEach((branch, head) -> {
            if (nodes.get(head.asText()).isEmpty()) {
                throw new JsonException("/heads", "a head is an entry of the tree");
            }
            heads.put(branch, new Entry.Id(head.asText()));
        });
        if (heads.isEmpty()) {
            throw new JsonException("/heads", "a tree has at least one branch");
        }
        return heads;
    }
}
