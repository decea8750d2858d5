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

/** Converts the entries of a path to rows. */
final class EntryRows {
    private final RowList rows;
    private final Map<ConversationEntry.Id, List<String>> shown = new LinkedHashMap<>();
    private Optional<ConversationEntry.Id> tip = Optional.empty();

    EntryRows(RowList rows) {
        this.rows = rows;
    }

    /** Returns the key of a tool call's row. */
    static String keyOf(String callId) {
        return "call." + callId;
    }

    boolean has(ConversationEntry entry) {
        return shown.containsKey(entry.id());
    }

    /** Returns whether an entry follows the last shown one. */
    boolean isBehind(ConversationEntry entry) {
        return tip.isPresent() && tip.equals(entry.parent()) && !has(entry);
    }

    /**
     * Shows a further entry.
     *
     * @param answer the key under which its streaming answer is already shown
     */
    void append(ConversationEntry entry, Optional<String> answer) {
        List<ViewRow> made = new ArrayList<>();
        Optional<String> key = answer;
        for (Interaction interaction : entry.interactions()) {
            Optional<ViewRow> row = row(entry, interaction, key.orElse(entry.id() + "." + made.size()));
            row.ifPresent(made::add);
            key = row.filter(ViewRow.Answer.class::isInstance).isPresent() ? Optional.empty() : key;
        }
        key.ifPresent(rows::remove);
        made.forEach(rows::put);
        shown.put(entry.id(), made.stream().map(ViewRow::key).toList());
        tip = Optional.of(entry.id());
    }

    /** Shows exactly that path. */
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

    /** Keeps the row of a question that its failed turn has taken back from the path; the next entry comes after it. */
    void keepUnanswered(List<ConversationEntry> path) {
        tip.filter(last -> path.stream().noneMatch(entry -> entry.id().equals(last)))
                .map(shown::get)
                .filter(keys -> keys.size() == 1)
                .flatMap(keys -> rows.find(keys.get(0), ViewRow.UserMessage.class))
                .ifPresent(question -> {
                    rows.put(question.unanswered());
                    tip.ifPresent(shown::remove);
                    tip = question.entry().flatMap(ConversationEntry::parent);
                });
    }

    private void forget(List<ConversationEntry.Id> gone) {
        gone.stream()
                .flatMap(id -> shown.getOrDefault(id, List.of()).stream())
                .findFirst()
                .ifPresent(rows::cut);
        gone.forEach(shown::remove);
    }

    private Optional<ViewRow> row(ConversationEntry entry, Interaction interaction, String key) {
        Optional<ConversationEntry> stored = Optional.of(entry);
        if (interaction instanceof Interaction.User user) {
            return Optional.of(new ViewRow.UserMessage(key, stored, user, ViewRow.UserMessage.Status.STORED));
        } else if (interaction instanceof Interaction.Assistant answer) {
            return answer(stored, answer, key);
        } else if (interaction instanceof Interaction.ToolCall call) {
            return Optional.of(new ViewRow.ToolCallRow(
                    keyOf(call.id()), stored, call, ViewRow.ToolCallRow.Status.PENDING, 0, "", Optional.empty()));
        } else if (interaction instanceof Interaction.Summary summary) {
            return Optional.of(new ViewRow.Summary(key, stored, summary.text()));
        } else if (interaction instanceof Interaction.ToolResult result) {
            rows.change(keyOf(result.callId()), ViewRow.ToolCallRow.class, tool -> tool.finished(result.envelope()));
        }
        return Optional.empty();
    }

    /** Returns the row of an answer; empty if it has nothing to show. */
    private static Optional<ViewRow> answer(
            Optional<ConversationEntry> stored, Interaction.Assistant interaction, String key) {
        List<Part> more = interaction.parts().stream().filter(EntryRows::isMore).toList();
        String reasoning = parts(interaction, Part.Reasoning.class)
                .map(Part.Reasoning::text)
                .collect(Collectors.joining());
        return reasoning.isEmpty() && interaction.text().isEmpty() && more.isEmpty()
                ? Optional.empty()
                : Optional.of(new ViewRow.Answer(key, stored, reasoning, interaction.text(), more));
    }

    private static boolean isMore(Part part) {
        return !(part instanceof Part.Text || part instanceof Part.Reasoning || part instanceof Part.Opaque);
    }

    private static <P extends Part> Stream<P> parts(Interaction.Assistant interaction, Class<P> kind) {
        return interaction.parts().stream().filter(kind::isInstance).map(kind::cast);
    }
}
