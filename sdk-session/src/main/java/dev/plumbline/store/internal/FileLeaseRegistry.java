package dev.plumbline.store.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;

/**
 * The registry of leased files in this JVM, shared by all copies of these classes: one system property for each file,
 * with the file's identity in its key and the holder as its value. It is checked before a file is opened, because on
 * POSIX closing any channel of a file releases all locks of the process on that file. It holds only strings, so that it
 * keeps no class loader in memory. Thread-safe.
 */
final class FileLeaseRegistry {
    /**
     * The prefix of the properties. It is also the monitor of all copies, because the JVM has each constant string
     * once.
     */
    private static final String REGISTRY = "dev.plumbline.held.";

    /**
     * The prefix for channels that must not be closed while an owner outside the registry holds a lock of their file.
     */
    private static final String PARKED = "dev.plumbline.parked.";

    private FileLeaseRegistry() {}

    /**
     * Claims a file for a holder and creates it if it does not exist.
     *
     * @param attributes the attributes of a created file
     * @return the name of the claim, or the current holder in this JVM
     */
    static Claim claim(Path file, String holder, FileAttribute<?>... attributes) throws IOException {
        String own = process();
        synchronized (REGISTRY) { // creating a file closes it once, which must not happen while it is locked
            make(file, attributes);
            String name = identity(file);
            Object before = System.getProperties().get(REGISTRY + name);
            if (before instanceof String entry && entry.startsWith(own)) {
                return new Claim(name, Optional.of(entry.substring(own.length())));
            }
            // the file is free, or the property was inherited from another process
            System.getProperties().put(REGISTRY + name, own + holder);
            return new Claim(name, Optional.empty());
        }
    }

    /** A claim of a file under its name; granted unless there is another holder. */
    public record Claim(String name, Optional<String> holder) {}

    private static void make(Path file, FileAttribute<?>... attributes) throws IOException {
        try {
            if (!Files.exists(file)) {
                Files.createFile(file, attributes);
            }
        } catch (FileAlreadyExistsException made) {
            // created by another process in the meantime
        }
    }

    static void release(String name) {
        System.getProperties().remove(REGISTRY + name);
    }

    /** Returns whether the path still denotes the file that was claimed under that name. */
    static boolean isStill(Path file, String name) throws IOException {
        return Files.exists(file) && identity(file).equals(name);
    }

    /** Keeps a channel open because the lock of another owner depends on it. */
    static void park(String name, FileChannel channel) {
        System.getProperties().put(PARKED + name, channel);
    }

    static Optional<FileChannel> parked(String name) {
        Properties properties = System.getProperties();
        return Optional.ofNullable(properties.remove(PARKED + name)).map(FileChannel.class::cast);
    }

    /** Returns device and inode where they exist; elsewhere the real path. */
    private static String identity(Path file) throws IOException {
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key != null && file.getFileSystem().equals(FileSystems.getDefault())
                ? key.toString()
                : file.toRealPath().toUri().toString();
    }

    /** Returns the identity of this process; a child process may inherit its properties. */
    private static String process() {
        ProcessHandle own = ProcessHandle.current();
        return own.pid() + " " + started(own) + " ";
    }

    /** Returns the start time of a process in milliseconds of the epoch; 0 if the system does not report it. */
    static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
