package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a row of {@link ServiceTable} says, read when it is first needed. Thread-safe. */
final class LazyRow<T> {
    private final ServiceTable.Row row;
    private final Function<Json, T> reader;
    private transient volatile @Nullable T read;

    LazyRow(ServiceTable.Row row, Function<Json, T> reader) {
        this.row = row;
        this.reader = reader;
    }

    /** Returns a text of the row itself, without reading the row. */
    String text(String member) {
        return row.text(member);
    }

    T get() {
        T known = read;
        if (known == null) {
            known = reader.apply(row.json());
            read = known;
        }
        return known;
    }
}
