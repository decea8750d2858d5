package dev.plumbline.views;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Rows in order, each under its key, which publish their changes. */
final class RowList {
    private final Map<String, Supplier<ViewRow>> rows = new LinkedHashMap<>();
    private Consumer<? super RowChange> changes = change -> {};

    /** Sets who receives what changes from now on. */
    void publishTo(Consumer<? super RowChange> who) {
        changes = who;
    }

    List<ViewRow> list() {
        return rows.values().stream().map(Supplier::get).toList();
    }

    /** Puts a row in the place of the row of that key, or after all others. */
    void put(ViewRow row) {
        boolean there = rows.containsKey(row.key());
        rows.put(row.key(), () -> row);
        changes.accept(there ? new RowChange.Changed(row) : new RowChange.Added(row));
    }

    /** Adds an answer that is still growing, after all other rows. */
    void begin(StreamingAnswer answer) {
        rows.put(answer.key(), answer::row);
        changes.accept(new RowChange.Added(answer.row()));
    }

    void more(StreamingAnswer answer, boolean reasoning, String piece) {
        RowChange.Appended more = new RowChange.Appended(answer.key(), reasoning, piece);
        answer.grow(more);
        changes.accept(more);
    }

    /** Changes the row of that key, if there is one of that kind. */
    <R extends ViewRow> void change(String key, Class<R> kind, UnaryOperator<R> change) {
        Optional.ofNullable(rows.get(key))
                .map(Supplier::get)
                .filter(kind::isInstance)
                .map(kind::cast)
                .ifPresent(row -> put(change.apply(row)));
    }

    void remove(String key) {
        if (rows.containsKey(key)) {
            rows.remove(key);
            changes.accept(new RowChange.Removed(key));
        }
    }

    /** Removes that row and all after it, the last one first. */
    void cut(String key) {
        List<String> keys = new ArrayList<>(rows.keySet());
        for (int i = keys.size() - 1; i >= keys.indexOf(key); i--) {
            remove(keys.get(i));
        }
    }
}
