package dev.plumbline.store;

import dev.plumbline.conversation.SessionStore.UnwritableStoreException;
import dev.plumbline.internal.ForeignFile;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.internal.PrivateFiles;
import dev.plumbline.store.internal.FileLease;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A folder of journals that only its user can read, with the names of its files. */
final class JournalFolder {
    private static final String JOURNAL = ".journal";
    private static final String ASIDE = ".aside";
    private static final String FRESH = ".new";
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9-]{1,80}");
    private static final Pattern ENCODED = Pattern.compile("_([0-9a-f]{2})+");

    /** Each byte has two digits, and the longest name of a file beside has 27 characters more: 255 are permitted. */
    private static final int LONGEST = 110;

    private final Path folder;

    JournalFolder(Path folder) {
        this.folder = folder;
    }

    Path journal(String id) {
        return folder.resolve(name(id) + JOURNAL);
    }

    /**
     * Returns the lock file of a conversation. The journal itself is not locked, because closing a reader of a locked
     * file may release its lock.
     */
    Path lock(String id) {
        return folder.resolve(name(id) + ".lock");
    }

    /**
     * Returns the file name of an id. Ids that are not safe file names are encoded as hexadecimal numbers after an
     * underscore.
     *
     * @throws IllegalArgumentException if the name would be longer than file systems permit
     */
    static String name(String id) {
        if (PLAIN.matcher(id).matches()) {
            return id;
        }
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST) {
            throw new IllegalArgumentException(
                    "the id of a session names its file, so it has at most " + LONGEST + " bytes; got " + bytes.length);
        }
        return "_" + HexFormat.of().formatHex(bytes);
    }

    /** Returns the id of a file name; empty for a file that the store did not create. */
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

    /** Returns the note of that name. */
    NoteFile note(String name, PayloadCipher seal) {
        return new NoteFile(folder, name, seal);
    }

    /** Copies the bytes of a journal from an offset into a new file with a unique name; returns that file. */
    Path keep(String id, long from) throws IOException {
        Path aside = temporary(id, ASIDE);
        try (InputStream in = ForeignFile.openOwn(journal(id));
                OutputStream out = Files.newOutputStream(aside)) {
            in.skipNBytes(from);
            in.transferTo(out);
            return aside;
        } catch (IOException e) {
            Files.deleteIfExists(aside);
            throw e;
        }
    }

    /** Creates an empty file for a rewritten journal. */
    Path fresh(String id) throws IOException {
        return temporary(id, FRESH);
    }

    private Path temporary(String id, String end) throws IOException {
        return Files.createTempFile(folder, name(id) + ".", end, PrivateFiles.ofFile(folder));
    }

    /**
     * Leases a conversation for a writer and creates the folder if it does not exist.
     *
     * @throws UnwritableStoreException if the folder or the lock cannot be created or written
     */
    FileLease lease(String id) {
        try {
            Files.createDirectories(folder, PrivateFiles.ofFolder(folder));
            return FileLease.of(lock(id), PrivateFiles.ofFile(folder));
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Returns the exception for a failed write, which names the folder, the reason and the way out. */
    UnwritableStoreException unwritable(IOException why) {
        Path whole = folder.toAbsolutePath().normalize();
        return new UnwritableStoreException(whole.toString(), obstacle(whole, why), why);
    }

    /** Returns why a folder cannot be used, as the end of a sentence without content. */
    static String obstacle(Path folder, IOException why) {
        return reason(existing(folder), why);
    }

    /** Returns the folder, or the nearest path above it that exists. */
    private static Path existing(Path folder) {
        Path there = folder;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there;
    }

    private static String reason(Path there, IOException why) {
        if (!Files.isDirectory(there)) {
            return there + " is a file and no folder";
        }
        if (why instanceof AccessDeniedException || !Files.isWritable(there)) {
            return "this program may not write in " + there;
        }
        String words = why instanceof FileSystemException system ? system.getReason() : why.getMessage();
        return words == null ? why.getClass().getSimpleName() : words;
    }

    /** Creates an empty file in the folder unless it exists; no other user can read it at any moment. */
    void make(Path file) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, PrivateFiles.ofFile(folder));
        }
    }

    /** Returns whether any file of that conversation exists. */
    boolean has(String id) {
        return Files.exists(journal(id)) || Files.exists(lock(id));
    }

    /** Deletes all files of a conversation, its lock last. The caller holds the lock. */
    void delete(String id) throws IOException {
        Files.deleteIfExists(journal(id));
        Files.deleteIfExists(folder.resolve(name(id) + ".cut")); // of version 1
        try (DirectoryStream<Path> asides =
                Files.newDirectoryStream(folder, name(id) + ".*{" + ASIDE + "," + FRESH + "}")) {
            for (Path aside : asides) {
                Files.deleteIfExists(aside);
            }
        }
        deleteLock(id);
    }

    /**
     * Deletes the lock file of a conversation that no longer exists, also if another owner holds it. It stays on
     * systems that cannot delete open files.
     */
    void deleteLock(String id) {
        try {
            Files.deleteIfExists(lock(id));
        } catch (IOException open) {
            // the empty file stays for the next writer
        }
    }
}
