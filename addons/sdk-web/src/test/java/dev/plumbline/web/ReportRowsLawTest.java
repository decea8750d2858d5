package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.views.ConversationRows;
import dev.plumbline.views.ViewRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A report has the rows of every path of the tree, put together from those of its entries. */
class ReportRowsLawTest {

    @Property(tries = 300)
    @Label(
            "AG68 Report: the rows of the entries of a path, one after the other, are the rows of the path, at every branch")
    void ag68_rowsOfEntries_makeTheRowsOfEachPath(
            @ForAll Random chance, @ForAll @IntRange(min = 1, max = 25) int size) {
        ConversationTree tree = tree(chance, size);
        Json rows = ReportRows.of(tree, true);
        for (ConversationEntry leaf : tree.leaves()) {
            List<ConversationEntry> path = tree.path(leaf);
            Map<String, Json> shown = new LinkedHashMap<>();
            path.forEach(entry -> rows.get(entry.id().text())
                    .elements()
                    .forEach(row -> shown.put(row.get("key").asText(), row)));
            assertThat(shown.values())
                    .containsExactlyElementsOf(ConversationRows.of(path).stream()
                            .map(ViewRow::toJson)
                            .toList());
        }
    }

    /** Makes a tree whose calls have other results on each branch behind them. */
    private static ConversationTree tree(Random chance, int size) {
        ConversationTree tree = ConversationTree.empty();
        List<ConversationEntry> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            ConversationEntry from = all.isEmpty() || chance.nextInt(6) == 0
                    ? tree.root()
                    : all.get(chance.nextInt(4) == 0 ? chance.nextInt(all.size()) : all.size() - 1);
            tree = tree.branchAt(from, "b" + i);
            ConversationEntry made = new ConversationEntry(
                    tree.nextId(),
                    Optional.of(from.id()),
                    said(chance, from, i),
                    ConversationEntry.Status.COMPLETE,
                    Usage.of(1, 2),
                    Instant.ofEpochMilli(i),
                    Duration.ZERO);
            tree = tree.append("b" + i, made);
            all.add(made);
        }
        return tree;
    }

    private static List<Interaction> said(Random chance, ConversationEntry from, int number) {
        List<Interaction> results = new ArrayList<>();
        for (Interaction before : from.interactions()) {
            if (before instanceof Interaction.ToolCall call) {
                results.add(new Interaction.ToolResult(call.id(), ToolEnvelope.ok("result " + number)));
            }
        }
        if (!results.isEmpty()) {
            return results;
        }
        return switch (chance.nextInt(3)) {
            case 0 -> List.of(Interaction.user("question " + number));
            case 1 -> List.of(new Interaction.Assistant(List.of(new Part.Text("answer " + number))));
            default ->
                List.of(
                        new Interaction.Assistant(List.of(new Part.Text("calls"))),
                        new Interaction.ToolCall(
                                "c" + number, "draw", Json.object().with("x", number)),
                        new Interaction.ToolCall("d" + number, "draw", Json.object()));
        };
    }
}
