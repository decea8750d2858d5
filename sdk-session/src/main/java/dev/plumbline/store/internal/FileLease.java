package dev.plumbline.store.internal;

import dev.plumbline.internal.ForeignFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An exclusive lease of a file within this process and against other processes, until it is closed or the process ends.
 * A refused attempt does not affect the holder's lease, even if several class loaders have copies of this class. Use
 * the file only through the channel: opening and closing it in another way releases the lock. Thread-safe.
 */
public final class FileLease implements AutoCloseable {
    private static final int LONGEST_NOTE = 100;
    private static final Pattern NOTE = Pattern.compile("plumbline (\\d{1,18}) (\\d{1,18})\\n");

    private final String name;
    private final FileChannel channel;
    /** The file object for writing, which an interrupted thread does not close; present on the default file system. */
    private final Optional<RandomAccessFile> file;

    private boolean signed;
    private boolean closed;

    private FileLease(String name, FileChannel channel, Optional<RandomAccessFile> file) {
        this.name = name;
        this.channel = channel;
        this.file = file;
    }

    /**
     * Leases the file and creates it if it does not exist. Does not wait.
     *
     * @param attributes the attributes of a created file
     * @throws LeaseRefusedException if another owner holds it
     */
    public static FileLease of(Path file, FileAttribute<?>... attributes) throws IOException {
        FileLeaseRegistry.Claim claim = FileLeaseRegistry.claim(file, place(), attributes);
        if (claim.holder().isPresent()) {
            throw LeaseRefusedException.here(file, claim.holder().get());
        }
        try {
            return locked(file, claim.name());
        } catch (IOException | RuntimeException | Error e) {
            FileLeaseRegistry.release(claim.name());
            throw e;
        }
    }

    private static FileLease locked(Path path, String name) throws IOException {
        if (isDefault(path)) {
            ForeignFile.requireOwn(path);
        }
        Optional<FileChannel> parked = FileLeaseRegistry.parked(name);
        Optional<RandomAccessFile> file =
                parked.isEmpty() && isDefault(path) ? Optional.of(random(path)) : Optional.empty();
        FileChannel channel = parked.isPresent()
                ? parked.get()
                : file.isPresent() ? file.get().getChannel() : opened(path);
        try {
            if (channel.tryLock() == null) {
                throw LeaseRefusedException.elsewhere(path, noted(channel));
            }
            if (!FileLeaseRegistry.isStill(path, name)) {
                throw LeaseRefusedException.elsewhere(path, "");
            }
            return new FileLease(name, channel, file);
        } catch (OverlappingFileLockException notRegistered) {
            FileLeaseRegistry.park(name, channel);
            throw LeaseRefusedException.here(path, "by code that is not in the registry");
        } catch (IOException | RuntimeException e) {
            channel.close(); // no other owner in this JVM has a lock of this file that closing could release
            throw e;
        }
    }

    private static boolean isDefault(Path path) {
        return path.getFileSystem().equals(FileSystems.getDefault());
    }

    private static RandomAccessFile random(Path path) throws IOException {
        return new RandomAccessFile(path.toFile(), "rw");
    }

    private static FileChannel opened(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Returns the location of this copy of the classes, which usually identifies the plug-in. */
    private static String place() {
        var source = FileLease.class.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null
                ? "from an unknown place"
                : "from " + source.getLocation();
    }

    /** Returns the channel of the file, open for reading and writing. */
    public FileChannel channel() {
        return channel;
    }

    /** Returns whether the path still denotes the leased file. */
    public boolean isStill(Path path) throws IOException {
        return FileLeaseRegistry.isStill(path, name);
    }

    /**
     * Writes the id of this process into the file, for the messages of refused attempts. Only for files without other
     * content.
     */
    public synchronized void sign() {
        ProcessHandle own = ProcessHandle.current();
        String note = "plumbline " + own.pid() + " " + FileLeaseRegistry.started(own) + "\n";
        signed = write(note.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Writes bytes at the position of the channel and forces them to the disk. An interrupt of the thread does not end it, as
     * it would end an operation of the channel, which also closes it.
     */
    public void append(byte[] bytes) throws IOException {
        if (file.isPresent()) {
            file.get().write(bytes);
            file.get().getFD().sync();
            return;
        }
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
        channel.force(false);
    }

    /** Writes bytes; false if that fails, which does not affect the lease. */
    private boolean write(byte[] bytes) {
        try {
            if (file.isPresent()) {
                file.get().setLength(0);
                file.get().write(bytes);
            }
            return file.isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the running process whose id is in the file; empty if unknown. */
    private static String noted(FileChannel channel) {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST_NOTE);
        try {
            channel.read(bytes, 0);
        } catch (IOException unreadable) {
            return ""; // for example where file locks are mandatory
        }
        Matcher note = NOTE.matcher(new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII));
        return note.matches() && isAlive(Long.parseLong(note.group(1)), Long.parseLong(note.group(2)))
                ? note.group(1)
                : "";
    }

    private static boolean isAlive(long pid, long started) {
        return ProcessHandle.of(pid)
                .filter(process -> FileLeaseRegistry.started(process) == started)
                .isPresent();
    }

    /** Releases the file; idempotent. */
    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            closed = true;
            if (signed) {
                write(new byte[0]);
            }
            try {
                channel.close();
            } finally {
                FileLeaseRegistry.release(name);
            }
        }
    }

    /** Thrown if another owner holds the file; says where. */
    public static final class LeaseRefusedException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        private final boolean inThisProcess;
        private final String where;

        private LeaseRefusedException(Path file, boolean inThisProcess, String where) {
            super(file + " is in use in " + where + ": close it there first");
            this.inThisProcess = inThisProcess;
            this.where = where;
        }

        static LeaseRefusedException here(Path file, String holder) {
            return new LeaseRefusedException(file, true, "this process (" + holder + ")");
        }

        static LeaseRefusedException elsewhere(Path file, String pid) {
            return new LeaseRefusedException(file, false, "another process" + (pid.isEmpty() ? "" : ", " + pid));
        }

        /** Returns whether the holder is in this process. */
        public boolean isInThisProcess() {
            return inThisProcess;
        }

        /** Returns the holder as the end of a sentence: "another process, 4711". */
        public String where() {
            return where;
        }
    }
}
