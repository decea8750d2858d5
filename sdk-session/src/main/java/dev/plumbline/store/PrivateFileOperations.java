package dev.plumbline.store;

import dev.plumbline.internal.ForeignFile;
import dev.plumbline.internal.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * File operations with private permissions: folders are created with 0700 and files with 0600 on POSIX file systems;
 * elsewhere they inherit the permissions of their folder, which in a user's profile are equivalent.
 */
final class PrivateFileOperations implements FileOperations {
    /** The suffix of files that are still being written. */
    static final String ASIDE = ".tmp";

    @Override
    public byte[] read(Path file, int most) throws IOException {
        try (InputStream in = ForeignFile.openOwn(file)) {
            return in.readNBytes(most);
        }
    }

    @Override
    public Path writeAside(Path folder, byte[] bytes) throws IOException {
        Files.createDirectories(folder, PrivateFiles.ofFolder(folder));
        Path aside = Files.createTempFile(folder, "", ASIDE, PrivateFiles.ofFile(folder));
        try {
            return Files.write(aside, bytes);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(aside);
            throw e;
        }
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    @Override
    public List<Found> list(Path folder) throws IOException {
        List<Found> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                add(file, found);
            }
        } catch (NoSuchFileException | NotDirectoryException nothingThere) {
            return List.of();
        }
        return found;
    }

    private static void add(Path file, List<Found> found) throws IOException {
        try {
            BasicFileAttributes about = Files.readAttributes(file, BasicFileAttributes.class);
            if (about.isRegularFile()) {
                found.add(new Found(file, about.size(), about.lastModifiedTime().toMillis()));
            }
        } catch (NoSuchFileException goneMeanwhile) {
            // another process evicts files of the same folder
        }
    }
}
