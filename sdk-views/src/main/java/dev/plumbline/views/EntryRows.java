package dev.plumbline.views;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.conversation.ConversationEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows of a path: which entries are shown, and by which rows. */
final class EntryRows {
    private final RowList rows;
    private final Map<ConversationEntry.Id, List<String>> shown = new LinkedHashMap<>();
    private Optional<ConversationEntry.Id> tip = Optional.empty();

    EntryRows(RowList rows) {
        this.rows = rows;
    }

    /** The key of a tool call's row. */
    static String keyOf(String callId) {
        return "call." + callId;
    }

    boolean has(ConversationEntry entry) {
        return shown.containsKey(entry.id());
    }

    /** Whether it continues what is shown. */
    boolean isBehind(ConversationEntry entry) {
        return tip.isPresent() && tip.equals(entry.parent()) && !has(entry);
    }

    /**
     * Shows one more entry.
     *
     * @param answer the key under which its answer, or what was thought to become one, was shown already
     */
    void append(ConversationEntry entry, Optional<String> answer) {
        List<ViewRow> made = new ArrayList<>();
        Optional<String> key = answer;
        for (Interaction said : entry.interactions()) {
            Optional<ViewRow> row = row(entry, said, key.orElse(entry.id() + "." + made.size()));
            row.ifPresent(made::add);
            key = row.filter(ViewRow.Answer.class::isInstance).isPresent() ? Optional.empty() : key;
        }
        key.ifPresent(rows::remove);
        made.forEach(rows::put);
        shown.put(entry.id(), made.stream().map(ViewRow::key).toList());
        tip = Optional.of(entry.id());
    }

    /** Shows that path, and nothing that is not on it. */
    void align(List<ConversationEntry> path) {
        List<ConversationEntry.Id> before = List.copyOf(shown.keySet());
        int same = 0;
        while (same < before.size()
                && same < path.size()
                && before.get(same).equals(path.get(same).id())) {
            same++;
        }
        forget(before.subList(same, before.size()));
        path.subList(same, path.size()).forEach(entry -> append(entry, Optional.empty()));
        tip = path.isEmpty()
                ? Optional.empty()
                : Optional.of(path.get(path.size() - 1).id());
    }

    private void forget(List<ConversationEntry.Id> gone) {
        gone.stream()
                .flatMap(id -> shown.getOrDefault(id, List.of()).stream())
                .findFirst()
                .ifPresent(rows::cut);
        gone.forEach(shown::remove);
    }

    private Optional<ViewRow> row(ConversationEntry entry, Interaction said, String key) {
        Optional<ConversationEntry> stored = Optional.of(entry);
        if (said instanceof Interaction.User user) {
            return Optional.of(new ViewRow.UserMessage(key, stored, user));
        } else if (said instanceof Interaction.Assistant answer) {
            return answer(stored, answer, key);
        } else if (said instanceof Interaction.ToolCall call) {
            return Optional.of(new ViewRow.ToolCallRow(
                    keyOf(call.id()), stored, call, ViewRow.ToolCallRow.Status.PENDING, 0, "", Optional.empty()));
        } else if (said instanceof Interaction.Summary summary) {
            return Optional.of(new ViewRow.Summary(key, stored, summary.text()));
        } else if (said instanceof Interaction.ToolResult result) {
            rows.change(keyOf(result.callId()), ViewRow.ToolCallRow.class, tool -> tool.finished(result.envelope()));
        }
        return Optional.empty();
    }

    /** None for an answer of which there is nothing to see. */
    private static Optional<ViewRow> answer(
            Optional<ConversationEntry> stored, Interaction.Assistant said, String key) {
        List<Part> more = said.parts().stream().filter(EntryRows::isMore).toList();
        String reasoning =
                parts(said, Part.Reasoning.class).map(Part.Reasoning::text).collect(Collectors.joining());
        return reasoning.isEmpty() && said.text().isEmpty() && more.isEmpty()
                ? Optional.empty()
                : Optional.of(new ViewRow.Answer(key, stored, reasoning, said.text(), more));
    }

    private static boolean isMore(Part part) {
        return !(part instanceof Part.Text || part instanceof Part.Reasoning || part instanceof Part.Opaque);
    }

    private static <P extends Part> Stream<P> parts(Interaction.Assistant said, Class<P> kind) {
        return said.parts().stream().filter(kind::isInstance).map(kind::cast);
    }
}
