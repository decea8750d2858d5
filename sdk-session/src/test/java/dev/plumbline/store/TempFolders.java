package dev.plumbline.store;

import dev.plumbline.provider.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders for a test, gone after it. */
final class TempFolders {
    private final List<Path> folders = new ArrayList<>();

    /** A folder that is not there yet. */
    Path folder() {
        try {
            Path parent = Files.createTempDirectory("plumbline-store");
            folders.add(parent);
            return parent.resolve("conversations");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void clear() {
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        folders.clear();
    }

    static Secret key(int number) {
        char[] key = new char[32];
        Arrays.fill(key, (char) number);
        return Secret.of(key);
    }
}
