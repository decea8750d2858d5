package dev.plumbline.store;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Opens and closes stores of one folder by name, as one copy of the classes does. */
final class StoreCommands implements UnaryOperator<String> {
    private final Path folder;
    private final Map<String, SessionStore> stores = new HashMap<>();

    StoreCommands(String folder) {
        this.folder = Path.of(folder);
    }

    /** {@code open NAME} or {@code close NAME}. */
    @Override
    public String apply(String command) {
        String[] words = command.split(" ");
        return words[0].equals("open") ? open(words[1]) : close(words[1]);
    }

    private String open(String name) {
        SessionStore store = FileSessionStore.of(folder);
        try {
            Json record = Json.object().with("by", name);
            store.open("one").append(List.of(record, record));
            stores.put(name, store);
            return "open";
        } catch (IllegalStateException refused) {
            store.close();
            return "refused: " + refused.getMessage();
        }
    }

    private String close(String name) {
        stores.remove(name).close();
        return "closed";
    }
}
