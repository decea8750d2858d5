package dev.plumbline.store;

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
 * The registry of the files that are held in this JVM, one for all copies of these classes: a system property for each file,
 * under its identity, that says who holds it. It is asked before a file is opened, because on POSIX closing any channel of a
 * file gives up every lock that the process has on it. Strings alone are kept, so no class loader is. Safe for any number
 * of threads.
 */
final class FileLeaseRegistry {
    /** Also the monitor of all copies: the JVM has each constant string once. */
    private static final String REGISTRY = "dev.plumbline.held.";

    /** Channels that must not be closed while somebody who is not in the registry holds a lock of their file. */
    private static final String PARKED = "dev.plumbline.parked.";

    private FileLeaseRegistry() {}

    /**
     * Takes a file for a holder and makes it if it is not there.
     *
     * @param attributes of a file that is made
     * @return the name under which it is taken, or who has it in this JVM
     */
    static Claim claim(Path file, String holder, FileAttribute<?>... attributes) throws IOException {
        String own = process();
        synchronized (REGISTRY) { // whoever makes a file closes it once, which nobody's lock may see
            make(file, attributes);
            String name = identity(file);
            Object before = System.getProperties().get(REGISTRY + name);
            if (before instanceof String entry && entry.startsWith(own)) {
                return new Claim(name, Optional.of(entry.substring(own.length())));
            }
            // it is free, or the entry was handed on by another process with its properties
            System.getProperties().put(REGISTRY + name, own + holder);
            return new Claim(name, Optional.empty());
        }
    }

    /** A file under its name; it is taken unless another owner holds it. */
    record Claim(String name, Optional<String> holder) {}

    private static void make(Path file, FileAttribute<?>... attributes) throws IOException {
        try {
            if (!Files.exists(file)) {
                Files.createFile(file, attributes);
            }
        } catch (FileAlreadyExistsException made) {
            // by another process, meanwhile
        }
    }

    static void release(String name) {
        System.getProperties().remove(REGISTRY + name);
    }

    /** Whether the file is still the one that was taken under that name, and not another one in its place. */
    static boolean isStill(Path file, String name) throws IOException {
        return Files.exists(file) && identity(file).equals(name);
    }

    /** Keeps a channel open that the lock of another owner depends on. */
    static void park(String name, FileChannel channel) {
        System.getProperties().put(PARKED + name, channel);
    }

    static Optional<FileChannel> parked(String name) {
        Properties properties = System.getProperties();
        return Optional.ofNullable(properties.remove(PARKED + name)).map(FileChannel.class::cast);
    }

    /** Device and inode where there are such; elsewhere the real path. */
    private static String identity(Path file) throws IOException {
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key != null && file.getFileSystem().equals(FileSystems.getDefault())
                ? key.toString()
                : file.toRealPath().toUri().toString();
    }

    /** Identifies this process, because a child may inherit its properties. */
    private static String process() {
        ProcessHandle own = ProcessHandle.current();
        return own.pid() + " " + started(own) + " ";
    }

    /** When a process was started, in milliseconds of the epoch; 0 when the system does not say. */
    static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
