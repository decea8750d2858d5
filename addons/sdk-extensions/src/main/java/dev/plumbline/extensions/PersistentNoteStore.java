package dev.plumbline.extensions;

import dev.plumbline.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A note store that is read once and written after every change. */
final class PersistentNoteStore implements NoteStore {
    private final Supplier<Optional<Json>> read;
    private final Consumer<Json> write;
    private Optional<Map<String, String>> known = Optional.empty();

    PersistentNoteStore(Supplier<Optional<Json>> read, Consumer<Json> write) {
        this.read = read;
        this.write = write;
    }

    @Override
    public synchronized Map<String, String> notes() {
        Map<String, String> notes =
                known.orElseGet(() -> read.get().map(PersistentNoteStore::notes).orElse(Map.of()));
        known = Optional.of(notes);
        return notes;
    }

    private static Map<String, String> notes(Json text) {
        Map<String, String> notes = new LinkedHashMap<>();
        text.fields().forEach((name, note) -> notes.put(name, note.asText()));
        return Collections.unmodifiableMap(notes);
    }

    @Override
    public synchronized void write(String name, String text) {
        Map<String, String> more = new LinkedHashMap<>(notes());
        more.put(name, text);
        keep(more);
    }

    @Override
    public synchronized boolean erase(String name) {
        Map<String, String> fewer = new LinkedHashMap<>(notes());
        boolean there = fewer.remove(name) != null;
        if (there) {
            keep(fewer);
        }
        return there;
    }

    private void keep(Map<String, String> notes) {
        write.accept(Json.of(notes));
        known = Optional.of(Collections.unmodifiableMap(notes));
    }
}
