package dev.plumbline.extensions;

import dev.plumbline.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Notes by name, which a model writes by its tools and a person by the host's: the memory that outlives a conversation.
 * Safe for any number of threads. Implement it over a database of the host's; two come along.
 */
public interface NoteStore {

    /** One that is gone with the program. */
    static NoteStore inMemory() {
        return kept(Optional::empty, text -> {});
    }

    /**
     * One whose text is kept in a place of the host's: a file, preferences, the document itself.
     *
     * @param read the text that was written last; read once, when it is first needed
     * @param write keeps the text, a JSON object; called after each change, one at a time. What it throws undoes the change
     */
    static NoteStore kept(Supplier<Optional<String>> read, Consumer<String> write) {
        return new PersistentNoteStore(() -> read.get().map(Json::parse), json -> write.accept(json.text()));
    }

    /** All notes by name, in the order in which they were first written; unmodifiable. */
    Map<String, String> notes();

    /** Writes a note, in the place of one of that name. */
    void write(String name, String text);

    /** Removes a note; whether there was one. */
    boolean erase(String name);
}
