package dev.plumbline.store;

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
 * A file that is held against everybody else, in this process and in others, until the lease is closed or the process ends.
 * A refused attempt leaves the lease of the holder as it is, also where several class loaders have copies of this class.
 * Use the file only through the channel: whoever opens and closes it besides gives up the lock. Thread-safe.
 */
public final class FileLease implements AutoCloseable {
    private static final int LONGEST_NOTE = 100;
    private static final Pattern NOTE = Pattern.compile("plumbline (\\d{1,18}) (\\d{1,18})\\n");

    private final String name;
    private final FileChannel channel;
    /** What it is written through that an interrupted thread must not close; where the file system is the default one. */
    private final Optional<RandomAccessFile> file;

    private boolean signed;
    private boolean closed;

    private FileLease(String name, FileChannel channel, Optional<RandomAccessFile> file) {
        this.name = name;
        this.channel = channel;
        this.file = file;
    }

    /**
     * Takes the file, and makes it if it is not there. It does not wait.
     *
     * @param attributes of a file that is made
     * @throws LeaseRefusedException when another owner has it
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
            channel.close(); // nobody else in this JVM has a lock of this file that this could give up
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

    /** Where this copy of the classes comes from: of which plug-in it is, mostly. */
    private static String place() {
        var source = FileLease.class.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null
                ? "from an unknown place"
                : "from " + source.getLocation();
    }

    /** The file, open for reading and writing. */
    public FileChannel channel() {
        return channel;
    }

    /** Writes into the file which process holds it, for those who are refused. For files that have no other content. */
    synchronized void sign() {
        ProcessHandle own = ProcessHandle.current();
        String note = "plumbline " + own.pid() + " " + FileLeaseRegistry.started(own) + "\n";
        signed = write(note.getBytes(StandardCharsets.US_ASCII));
    }

    /** What cannot be written is not known to others; the lease holds all the same. */
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

    /** The living process that signed; empty when it is not known. */
    private static String noted(FileChannel channel) {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST_NOTE);
        try {
            channel.read(bytes, 0);
        } catch (IOException unreadable) {
            return ""; // where locks are mandatory, for one
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

    /** Gives the file back; idempotent. */
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

    /** The error that another owner has the file, and where. */
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

        /** Whether it is open in this process. */
        public boolean isInThisProcess() {
            return inThisProcess;
        }

        /** Where it is open, as the end of a sentence: "another process, 4711". */
        public String where() {
            return where;
        }
    }
}
