package dev.plumbline.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A folder of journals that only its user can read, and how files in it are called. */
final class JournalFolder {
    private static final String JOURNAL = ".journal";
    private static final String ASIDE = ".aside";
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9-]{1,80}");
    private static final Pattern ENCODED = Pattern.compile("_([0-9a-f]{2})+");

    private final Path folder;

    JournalFolder(Path folder) {
        this.folder = folder;
    }

    Path journal(String id) {
        return folder.resolve(name(id) + JOURNAL);
    }

    /** What is locked in the place of the journal: closing a reader of a locked file may free its lock. */
    Path lock(String id) {
        return folder.resolve(name(id) + ".lock");
    }

    /** Where what was cut off is kept. */
    Path cut(String id) {
        return folder.resolve(name(id) + ".cut");
    }

    /** Ids may be anything, file names must not: others are written as hexadecimal numbers after an underscore. */
    private static String name(String id) {
        return PLAIN.matcher(id).matches() ? id : "_" + HexFormat.of().formatHex(id.getBytes(StandardCharsets.UTF_8));
    }

    /** The id whose file is called so; none for a file that somebody else put there. */
    private static Stream<String> id(String name) {
        if (PLAIN.matcher(name).matches()) {
            return Stream.of(name);
        }
        return ENCODED.matcher(name).matches()
                ? Stream.of(new String(HexFormat.of().parseHex(name, 1, name.length()), StandardCharsets.UTF_8))
                : Stream.empty();
    }

    List<String> ids() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(JOURNAL))
                    .flatMap(name -> id(name.substring(0, name.length() - JOURNAL.length())))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An empty file of a name of its own, where a journal is kept as it was before records were taken out of it. */
    Path aside(String id) throws IOException {
        return Files.createTempFile(folder, name(id) + ".", ASIDE, PrivateFileOperations.ofFile(folder));
    }

    /** Takes a conversation for a writer; the folder is made if it is not there. */
    FileLease lease(String id) throws IOException {
        Files.createDirectories(folder, PrivateFileOperations.ofFolder(folder));
        return FileLease.of(lock(id), PrivateFileOperations.ofFile(folder));
    }

    /** Makes an empty file in the folder, unless it is there; no other user can read it at any moment. */
    void make(Path file) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, PrivateFileOperations.ofFile(folder));
        }
    }

    /** Whether there is anything of that conversation. */
    boolean has(String id) {
        return Files.exists(journal(id)) || Files.exists(lock(id));
    }

    /** Deletes everything of a conversation, its lock last. The caller holds the lock. */
    void delete(String id) throws IOException {
        Files.deleteIfExists(journal(id));
        Files.deleteIfExists(cut(id));
        try (DirectoryStream<Path> asides = Files.newDirectoryStream(folder, name(id) + ".*" + ASIDE)) {
            for (Path aside : asides) {
                Files.deleteIfExists(aside);
            }
        }
        deleteLock(id);
    }

    /** Deletes the lock of a conversation that is not there any more; whoever holds it. Where open files stay, it stays. */
    void deleteLock(String id) {
        try {
            Files.deleteIfExists(lock(id));
        } catch (IOException open) {
            // an empty file, which the next writer takes
        }
    }
}
