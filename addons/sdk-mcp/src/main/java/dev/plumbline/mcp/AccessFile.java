package dev.plumbline.mcp;

import dev.plumbline.internal.PrivateFiles;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The file from which clients of the same user learn address and token of a running server; readable by this user alone. */
final class AccessFile {
    private final Path path;

    private AccessFile(Path path) {
        this.path = path;
    }

    static Path usualFolder() {
        return Path.of(System.getProperty("user.home", "."), ".plumbline", "mcp");
    }

    /**
     * Writes the file of a server. It is created with its permissions, so nobody else can read it at any moment.
     *
     * @throws UncheckedIOException if it cannot be written, or if others could read it
     */
    static AccessFile write(Path folder, String name, Json content) {
        Path path = folder.resolve(name.toLowerCase(Locale.ROOT).replace(' ', '-') + "-"
                + ProcessHandle.current().pid() + "-"
                + content.get("url").asText().replaceAll("\\D+", "-") + ".json");
        RunningHost.deleteEnded(folder);
        try {
            PrivateFiles.create(folder, path);
            Files.writeString(path, content.text(), StandardCharsets.UTF_8);
            return new AccessFile(path);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the access file of the MCP server cannot be written for this user alone; set another folder with"
                            + " folder(…): " + e.getClass().getSimpleName(),
                    e);
        }
    }

    Path path() {
        return path;
    }

    /** Deletes the file; a file that is gone already is no error. */
    void delete() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException left) {
            // its token opens nothing any more
        }
    }
}
