package dev.plumbline.sandbox.internal;

import dev.plumbline.body.internal.Digest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The temp directory of one sandbox, with a folder for each session, readable by this user alone. A lock marks it as
 * used; directories of dead processes are deleted when the next one is created. Created when first needed.
 */
final class TempDirectory implements AutoCloseable {
    private final Path base;
    private volatile @Nullable Path root;
    private @Nullable FileChannel lock;
    private boolean closed;

    TempDirectory(Path base) {
        this.base = base;
    }

    /**
     * Returns the folder of a session for that kind of files.
     *
     * @throws IOException if it cannot be created, and after close
     */
    synchronized Path sessionFolder(String session, String kind) throws IOException {
        if (closed) {
            throw new IOException("the sandbox is closed");
        }
        Path known = root;
        Path made = known == null ? build() : known;
        return Files.createDirectories(made.resolve(number(session)).resolve(kind));
    }

    /**
     * Creates the directory, which the system makes readable by this user alone, and its lock. A cleaner ignores a
     * directory whose lock file is empty.
     */
    private Path build() throws IOException {
        StaleTempCleaner.sweep(base);
        Path made = Files.createTempDirectory(
                base, StaleTempCleaner.PREFIX + ProcessHandle.current().pid() + "-");
        root = made;
        FileChannel held = FileChannel.open(
                made.resolve(StaleTempCleaner.LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        lock = held;
        held.lock();
        held.write(ByteBuffer.wrap(new byte[] {1}));
        return made;
    }

    /** Returns a folder name for a session id, which may have any characters. */
    private static String number(String session) {
        return HexFormat.of().formatHex(Digest.of("plb1/session").text(session).bytes(), 0, 16);
    }

    /** Deletes the folder of a session. */
    void forget(String session) {
        if (root != null) {
            delete(number(session));
        }
    }

    private synchronized void delete(String folder) {
        Path made = root;
        Path own = made == null ? null : made.resolve(folder);
        if (own != null && Files.exists(own, LinkOption.NOFOLLOW_LINKS)) {
            StaleTempCleaner.delete(own);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (lock != null) {
            release(lock);
        }
        Path made = root;
        if (made != null) {
            StaleTempCleaner.delete(made);
        }
        root = null;
        lock = null;
    }

    private static void release(FileChannel held) {
        try {
            held.close();
        } catch (IOException gone) {
            // the directory is closed
        }
    }
}
