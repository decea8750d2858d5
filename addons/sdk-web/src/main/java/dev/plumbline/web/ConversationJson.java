package dev.plumbline.web;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The JSON of conversations and their trees, for the page. */
final class ConversationJson {
    private static final int TITLE = 120;
    private static final int STORED = 200;

    private ConversationJson() {}

    /** Returns the open conversations, and then the newest stored ones that are not open. */
    static Json list(ConversationTable table) {
        List<Json> all = new ArrayList<>();
        Set<String> open = new HashSet<>();
        for (LiveConversation live : table.all()) {
            open.add(live.id());
            all.add(Json.object()
                    .with("id", live.id())
                    .with("branch", live.branch())
                    .with("open", true)
                    .with("running", live.isInTurn())
                    .with("title", title(live.session().path())));
        }
        for (SessionStore.StoredSession stored : table.runtime().stored()) {
            if (!open.contains(stored.id()) && all.size() < STORED) {
                all.add(Json.object()
                        .with("id", stored.id())
                        .with("branch", ConversationTree.MAIN)
                        .with("open", false)
                        .with("interrupted", stored.interrupted())
                        .with("at", stored.last().toEpochMilli()));
            }
        }
        return Json.object().with("conversations", all);
    }

    /** Returns the beginning of the first message of the user; empty if there is none. */
    static String title(List<ConversationEntry> path) {
        return path.stream()
                .filter(entry -> entry.kind() == Interaction.Kind.USER)
                .findFirst()
                .map(ConversationJson::text)
                .map(ConversationJson::shortened)
                .orElse("");
    }

    private static String shortened(String text) {
        return text.codePointCount(0, text.length()) <= TITLE
                ? text
                : text.substring(0, text.offsetByCodePoints(0, TITLE)) + "…";
    }

    /**
     * Returns the entries of a tree that are newer than a time, a parent before its children; the number of all; and
     * the heads of the branches.
     *
     * @param since in milliseconds of the epoch; -1 for all entries
     */
    static Json tree(ConversationTree tree, long since) {
        return tree(
                tree,
                name -> name,
                entry -> entry.at().toEpochMilli() > since,
                entry -> entry(entry).with("text", shortened(text(entry))));
    }

    /**
     * Returns all entries of a tree as {@link #tree} does, with the length of their text instead of it, and numbers instead
     * of the names of branches, which a person may have given.
     */
    static Json lengths(ConversationTree tree) {
        return tree(
                tree,
                numbers(tree)::get,
                entry -> true,
                entry -> entry(entry).with("characters", text(entry).length()));
    }

    /** Returns a name for each branch that has none of its words. */
    static Map<String, String> numbers(ConversationTree tree) {
        Map<String, String> numbers = new LinkedHashMap<>();
        for (String name : tree.heads().keySet()) {
            numbers.put(name, name.equals(ConversationTree.MAIN) ? name : "branch " + (numbers.size() + 1));
        }
        return numbers;
    }

    private static Json tree(
            ConversationTree tree,
            UnaryOperator<String> names,
            Predicate<ConversationEntry> wanted,
            Function<ConversationEntry, Json> form) {
        List<ConversationEntry> all = entries(tree);
        Json heads = Json.object();
        for (var head : tree.heads().entrySet()) {
            heads = heads.with(names.apply(head.getKey()), head.getValue().id().text());
        }
        return Json.object()
                .with("entries", all.stream().filter(wanted).map(form).toList())
                .with("count", all.size())
                .with("heads", heads);
    }

    /** Returns all entries of a tree, a parent before its children; without the empty root. */
    static List<ConversationEntry> entries(ConversationTree tree) {
        List<ConversationEntry> all = new ArrayList<>();
        Deque<ConversationEntry> next = new ArrayDeque<>(tree.children(tree.root()));
        while (!next.isEmpty()) {
            ConversationEntry entry = next.remove();
            all.add(entry);
            next.addAll(tree.children(entry));
        }
        return all;
    }

    private static Json entry(ConversationEntry entry) {
        Json json = Json.object()
                .with("id", entry.id().text())
                .with("kind", entry.kind().name().toLowerCase(Locale.ROOT))
                .with("status", entry.status().name().toLowerCase(Locale.ROOT))
                .with("at", entry.at().toEpochMilli())
                .with("took", entry.took().toMillis())
                .with("input", entry.usage().input())
                .with("output", entry.usage().output());
        return entry.parent().map(parent -> json.with("parent", parent.text())).orElse(json);
    }

    /** Returns the text of an entry: what was said, or the names of its tool calls. */
    static String text(ConversationEntry entry) {
        StringBuilder text = new StringBuilder();
        for (Interaction interaction : entry.interactions()) {
            text.append(text.length() == 0 ? "" : " ").append(text(interaction));
        }
        return text.toString();
    }

    private static String text(Interaction interaction) {
        if (interaction instanceof Interaction.User said) {
            return said.text();
        } else if (interaction instanceof Interaction.Assistant answer) {
            return answer.text();
        } else if (interaction instanceof Interaction.ToolCall call) {
            return call.name();
        } else if (interaction instanceof Interaction.Summary summary) {
            return summary.text();
        }
        return "";
    }

    /** Returns the pictures, sounds and files of an interaction, in order. */
    static List<Blob> media(Interaction interaction) {
        List<Part> parts = interaction instanceof Interaction.User said
                ? said.parts()
                : interaction instanceof Interaction.Assistant answer ? answer.parts() : List.of();
        return parts.stream().flatMap(part -> medium(part).stream()).toList();
    }

    private static Optional<Blob> medium(Part part) {
        if (part instanceof Part.Image image) {
            return Optional.of(image.blob());
        } else if (part instanceof Part.Audio audio) {
            return Optional.of(audio.blob());
        } else if (part instanceof Part.File file) {
            return Optional.of(file.blob());
        }
        return Optional.empty();
    }
}
