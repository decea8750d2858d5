package dev.plumbline.views;

import dev.plumbline.views.ConversationRows.RowChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A front end that does what the changes say and nothing else. */
final class FakeFrontEnd implements Consumer<RowChange> {
    final List<RowChange> changes = new ArrayList<>();
    private final Map<String, ViewRow> rows = new LinkedHashMap<>();

    void draw(List<ViewRow> all) {
        all.forEach(row -> rows.put(row.key(), row));
    }

    List<ViewRow> rows() {
        return List.copyOf(rows.values());
    }

    @Override
    public void accept(RowChange change) {
        changes.add(change);
        boolean there = rows.containsKey(change.key());
        if (there == change instanceof RowChange.Added) {
            throw new IllegalStateException("there is a row of the key " + change.key() + ": " + there);
        }
        if (change instanceof RowChange.Added added) {
            rows.put(added.key(), added.row());
        } else if (change instanceof RowChange.Changed changed) {
            rows.put(changed.key(), changed.row());
        } else if (change instanceof RowChange.Appended more) {
            rows.computeIfPresent(more.key(), (key, row) -> ((ViewRow.Answer) row).with(more));
        } else {
            rows.remove(change.key());
        }
    }
}
