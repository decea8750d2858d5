package dev.plumbline.mcpclient;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps what must outlive a connection to a server: which definitions of its tools a person has approved, and its
 * tokens, which are secrets. Implement it over the credential store of a platform, or use {@link #inFolder}.
 * Implementations are thread-safe.
 */
public interface McpStore {
    /** Returns the value of a key; empty if there is none. */
    Optional<String> read(String key);

    /** Sets the value of a key; an empty value removes it. */
    void write(String key, String value);

    /** Returns a store that forgets everything with the process. */
    static McpStore inMemory() {
        Map<String, String> values = new ConcurrentHashMap<>();
        return new McpStore() {
            @Override
            public Optional<String> read(String key) {
                return Optional.ofNullable(values.get(key));
            }

            @Override
            public void write(String key, String value) {
                values.put(key, value);
            }
        };
    }

    /** Returns a store of files that this user alone can read (mode 0600), in a folder that is created when needed. */
    static McpStore inFolder(Path folder) {
        PrivateFileStore files = new PrivateFileStore(folder);
        return new McpStore() {
            @Override
            public Optional<String> read(String key) {
                return files.read(key);
            }

            @Override
            public void write(String key, String value) {
                files.write(key, value);
            }
        };
    }
}
