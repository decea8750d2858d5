package dev.plumbline.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The folder of the class that is changed now, first on the class path, for programs that tests start and for class
 * loaders of their own.
 */
final class MutatedFiles {
    private final Path folder;

    /** Empties that folder: a process that ended in a mutant has left its class. */
    MutatedFiles(Path folder) {
        this.folder = folder;
        clear();
    }

    void put(String className, byte[] bytes) {
        Path file = folder.resolve(className.replace('.', '/') + ".class");
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void clear() {
        try {
            Files.createDirectories(folder);
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> !file.equals(folder))
                        .sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
