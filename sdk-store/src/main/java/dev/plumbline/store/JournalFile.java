package dev.plumbline.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A journal that is written: locked against other writers, its torn end cut off, then growing. A write that fails
 * leaves it as it was. Written without channels, which an interrupted thread would close. Thread-safe.
 */
final class JournalFile {
    private static final Logger LOG = System.getLogger("dev.plumbline.store");

    private final FileChannel lockFile;
    private final RandomAccessFile file;
    private final Seal seal;
    private long end;
    private boolean closed;

    private JournalFile(FileChannel lockFile, RandomAccessFile file, Seal seal) {
        this.lockFile = lockFile;
        this.file = file;
        this.seal = seal;
    }

    /**
     * Opens the journal of a conversation for writing.
     *
     * @throws IllegalStateException when somebody else writes it
     */
    static JournalFile open(StoreFolder folder, String id, Seal seal) {
        try {
            Path path = folder.journal(id);
            folder.make(path);
            folder.make(folder.lock(id));
            FileChannel lockFile = locked(folder.lock(id));
            try {
                JournalFile journal = new JournalFile(lockFile, new RandomAccessFile(path.toFile(), "rw"), seal);
                journal.begin(path, folder.cut(id));
                return journal;
            } catch (IOException | RuntimeException e) {
                lockFile.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileChannel locked(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException taken) {
            // by this program, through another store
        }
        channel.close();
        throw new IllegalStateException("somebody else writes this conversation: close it there first");
    }

    private void begin(Path path, Path cut) throws IOException {
        try (JournalReader reader = JournalReader.of(path, seal)) {
            while (reader.hasNext()) {
                reader.next();
            }
            end = reader.end();
            if (reader.rest() > 0) {
                keep(path, reader.end(), cut);
                LOG.log(
                        Level.WARNING,
                        "{0}: {1} bytes behind the last whole record were cut",
                        path.getFileName(),
                        reader.rest());
            }
        }
        file.setLength(end);
        if (end == 0) {
            file.write(Frames.header(seal.overhead() > 0));
            end = Frames.HEADER;
        }
    }

    /** What is cut off is kept beside: it may be worth a look. */
    private static void keep(Path path, long from, Path cut) throws IOException {
        try (InputStream in = Files.newInputStream(path);
                OutputStream out = Files.newOutputStream(cut)) {
            in.skipNBytes(from);
            in.transferTo(out);
        }
    }

    synchronized void append(byte[] record) {
        if (closed) {
            throw new IllegalStateException("this journal is closed");
        }
        try {
            byte[] frame = Frames.frame(seal.close(record, end));
            file.seek(end);
            file.write(frame);
            end += frame.length;
        } catch (IOException e) {
            undo(e);
            throw new UncheckedIOException(e);
        }
    }

    /** What was half-written goes, so that no record is ever fused with it. */
    private void undo(IOException why) {
        try {
            file.setLength(end);
        } catch (IOException e) {
            why.addSuppressed(e);
            closed = true;
        }
    }

    synchronized void close() {
        closed = true;
        try (lockFile) {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
