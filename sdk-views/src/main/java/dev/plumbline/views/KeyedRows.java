package dev.plumbline.views;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Rows in order, each under its key; it tells what changes of them. */
final class KeyedRows {
    private final Map<String, Supplier<Row>> rows = new LinkedHashMap<>();
    private Consumer<? super RowChange> changes = change -> {};

    /** Tells that one what changes from now on. */
    void tell(Consumer<? super RowChange> who) {
        changes = who;
    }

    List<Row> list() {
        return rows.values().stream().map(Supplier::get).toList();
    }

    /** In the place of the row of that key, or behind all others. */
    void put(Row row) {
        boolean there = rows.containsKey(row.key());
        rows.put(row.key(), () -> row);
        changes.accept(there ? new RowChange.Changed(row) : new RowChange.Added(row));
    }

    /** Behind all others, for now without a word. */
    void begin(GrowingAnswer answer) {
        rows.put(answer.key(), answer::row);
        changes.accept(new RowChange.Added(answer.row()));
    }

    void more(GrowingAnswer answer, boolean reasoning, String piece) {
        RowChange.More more = new RowChange.More(answer.key(), reasoning, piece);
        answer.grow(more);
        changes.accept(more);
    }

    /** Changes the row of that key, if there is one of that kind. */
    <R extends Row> void change(String key, Class<R> kind, UnaryOperator<R> change) {
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

    /** Removes that row and all behind it, the last one first. */
    void cut(String key) {
        List<String> keys = new ArrayList<>(rows.keySet());
        for (int i = keys.size() - 1; i >= keys.indexOf(key); i--) {
            remove(keys.get(i));
        }
    }
}
