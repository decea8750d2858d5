package dev.plumbline.sandbox;

import dev.plumbline.body.Digest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The temp directory of one sandbox, with a folder for each session, readable by this user alone. A lock marks it as
 * in use; those of dead processes are deleted when the next one is created. Created when first needed.
 */
final class TempDirectory implements AutoCloseable {
    private final Path base;
    private Optional<Path> root = Optional.empty();
    private Optional<FileChannel> lock = Optional.empty();
    private boolean closed;

    TempDirectory(Path base) {
        this.base = base;
    }

    /**
     * A folder of the session for that kind of things.
     *
     * @throws IOException when it cannot be made, and after close
     */
    synchronized Path sessionFolder(String session, String kind) throws IOException {
        if (closed) {
            throw new IOException("the sandbox is closed");
        }
        if (root.isEmpty()) {
            build();
        }
        return Files.createDirectories(root.get().resolve(number(session)).resolve(kind));
    }

    /**
     * The system makes it readable by this user alone, so what is below it is, too. The lock says something only once it is
     * held: whoever finds it empty leaves the folder alone.
     */
    private void build() throws IOException {
        StaleTempCleaner.sweep(base);
        Path made = Files.createTempDirectory(
                base, StaleTempCleaner.PREFIX + ProcessHandle.current().pid() + "-");
        root = Optional.of(made);
        FileChannel held = FileChannel.open(
                made.resolve(StaleTempCleaner.LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        lock = Optional.of(held);
        held.lock();
        held.write(ByteBuffer.wrap(new byte[] {1}));
    }

    /** A session's id may be anything; a folder's name may not. */
    private static String number(String session) {
        return HexFormat.of().formatHex(Digest.of("plb1/session").text(session).bytes(), 0, 16);
    }

    /** Deletes the folder of a session. */
    synchronized void forget(String session) {
        root.map(made -> made.resolve(number(session)))
                .filter(folder -> Files.exists(folder, LinkOption.NOFOLLOW_LINKS))
                .ifPresent(StaleTempCleaner::delete);
    }

    @Override
    public synchronized void close() {
        closed = true;
        lock.ifPresent(TempDirectory::release);
        root.ifPresent(StaleTempCleaner::delete);
        root = Optional.empty();
        lock = Optional.empty();
    }

    private static void release(FileChannel held) {
        try {
            held.close();
        } catch (IOException gone) {
            // it is closed, or was
        }
    }
}
