package dev.plumbline.extensions;

import dev.plumbline.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A store of named notes that last longer than a conversation. The model writes them by tools, users by the host's user
 * interface. Thread-safe. There are two implementations; a host can implement it over its database.
 */
public interface NoteStore {

    /** Returns a store in memory, which ends with the program. */
    static NoteStore inMemory() {
        return persistent(Optional::empty, text -> {});
    }

    /**
     * Returns a store whose text the host keeps: in a file, preferences, or the document.
     *
     * @param read supplies the last written text; called once, when first needed
     * @param write stores the text, a JSON object; called after each change, one at a time. An exception undoes the
     *     change
     */
    static NoteStore persistent(Supplier<Optional<String>> read, Consumer<String> write) {
        return new PersistentNoteStore(() -> read.get().map(Json::parse), json -> write.accept(json.text()));
    }

    /** Returns all notes by name, in the order in which they were first written; unmodifiable. */
    Map<String, String> notes();

    /** Writes a note and replaces one of that name. */
    void write(String name, String text);

    /** Removes a note and returns whether there was one. */
    boolean erase(String name);
}
