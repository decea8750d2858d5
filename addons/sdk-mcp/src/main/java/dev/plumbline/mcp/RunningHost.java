package dev.plumbline.mcp;

import dev.plumbline.internal.ForeignFile;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A host that runs a server now, as its access file says.
 *
 * @param name the name of the program
 * @param address the address of its server
 * @param token the token of its server
 */
record RunningHost(String name, URI address, String token) {

    /**
     * Returns the host of that name that began last; of any name if none is given. Hosts that have ended do not count.
     *
     * @param ended hosts that do not answer although their process may still be there
     */
    static Optional<RunningHost> find(Path folder, Optional<String> name, Set<RunningHost> ended) {
        return files(folder).stream()
                .sorted(Comparator.comparingLong(RunningHost::modified).reversed())
                .flatMap(file -> read(file).stream())
                .filter(host -> !ended.contains(host))
                .filter(host -> name.isEmpty() || host.name().equalsIgnoreCase(name.get()))
                .findFirst();
    }

    /** Deletes the files of hosts whose process has ended, which a host that was killed has left. */
    static void deleteEnded(Path folder) {
        for (Path file : files(folder)) {
            try {
                Json json = Json.parse(ForeignFile.text(file));
                if (json.get("token").exists() && !isAlive(json)) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException | JsonException foreign) {
                // not ours, or not to be deleted
            }
        }
    }

    private static boolean isAlive(Json json) {
        return ProcessHandle.of(json.get("pid").asLong()).isPresent();
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.toString().endsWith(".json")).toList();
        } catch (IOException gone) {
            return List.of();
        }
    }

    private static long modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException gone) {
            return 0;
        }
    }

    private static Optional<RunningHost> read(Path file) {
        try {
            Json json = Json.parse(ForeignFile.text(file));
            URI address = URI.create(json.get("url").asText());
            boolean here = "http".equals(address.getScheme()) && "127.0.0.1".equals(address.getHost());
            boolean runs = isAlive(json);
            return here && runs
                    ? Optional.of(new RunningHost(
                            json.get("name").asText(),
                            address,
                            json.get("token").asText()))
                    : Optional.empty();
        } catch (IOException | JsonException | IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return name + " at " + address;
    }
}
