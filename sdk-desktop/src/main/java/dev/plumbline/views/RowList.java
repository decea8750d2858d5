package dev.plumbline.views;

import dev.plumbline.views.ConversationRows.RowChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A list of rows with unique keys, which publishes its changes. */
final class RowList {
    private final Map<String, Supplier<ViewRow>> rows = new LinkedHashMap<>();
    private final Map<String, ViewRow> last = new LinkedHashMap<>();
    private Consumer<? super RowChange> changes = change -> {};

    /** Sets the receiver of changes. */
    void publishTo(Consumer<? super RowChange> receiver) {
        changes = receiver;
    }

    List<ViewRow> list() {
        return Stream.concat(rows.values().stream().map(Supplier::get), last.values().stream())
                .toList();
    }

    /** Replaces the row of that key, or adds the row at the end. */
    void put(ViewRow row) {
        if (rows.put(row.key(), () -> row) == null) {
            added(row);
        } else {
            changes.accept(new RowChange.Changed(row));
        }
    }

    /** Adds a streaming answer at the end. */
    void begin(StreamingAnswer answer) {
        rows.put(answer.key(), answer::row);
        added(answer.row());
    }

    /** Adds a row that stays after all rows that are added later by other methods. */
    void putLast(ViewRow row) {
        last.put(row.key(), row);
        changes.accept(new RowChange.Added(row));
    }

    /** Publishes a row that is before the last ones: to a front end, rows are added at the end alone. */
    private void added(ViewRow row) {
        last.keySet().forEach(key -> changes.accept(new RowChange.Removed(key)));
        changes.accept(new RowChange.Added(row));
        last.values().forEach(waiting -> changes.accept(new RowChange.Added(waiting)));
    }

    void more(StreamingAnswer answer, boolean reasoning, String piece) {
        RowChange.Appended more = new RowChange.Appended(answer.key(), reasoning, piece);
        answer.grow(more);
        changes.accept(more);
    }

    /** Changes the row of that key, if there is one of that type. */
    <R extends ViewRow> void change(String key, Class<R> kind, UnaryOperator<R> change) {
        find(key, kind).ifPresent(row -> replace(row, change.apply(row)));
    }

    /** Returns the row of that key, if there is one of that type. */
    <R extends ViewRow> Optional<R> find(String key, Class<R> kind) {
        return Optional.ofNullable(rows.get(key))
                .map(Supplier::get)
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    private void replace(ViewRow before, ViewRow now) {
        if (!now.equals(before)) {
            put(now);
        }
    }

    void remove(String key) {
        if (rows.remove(key) != null || last.remove(key) != null) {
            changes.accept(new RowChange.Removed(key));
        }
    }

    /** Removes that row and all after it but those that stay last, the last one first. */
    void cut(String key) {
        List<String> keys = new ArrayList<>(rows.keySet());
        int first = keys.indexOf(key);
        for (int i = keys.size() - 1; i >= first; i--) {
            remove(keys.get(i));
        }
    }
}
