package dev.plumbline.sandbox.internal;

import dev.plumbline.call.Cancellation;
import dev.plumbline.time.Subscription;
import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Ends the wait of a thread that opens a named pipe, when its call is cancelled or its time is up. A file that was
 * replaced by a named pipe after it was checked blocks its opener until somebody writes, and no Java method interrupts
 * that. The release opens the other end, and holds it until the wait is over.
 */
final class PipeRelease implements AutoCloseable {
    private final Path path;
    private final Subscription waiting;
    private @Nullable Channel other;
    private boolean closed;

    /** Begins to wait for the cancellation. */
    @SuppressWarnings("this-escape") // the class is final, and its fields are set
    PipeRelease(Path path, Cancellation cancellation) {
        this.path = path;
        this.waiting = cancellation.onCancel(this::release);
    }

    /** Opens the other end for reading and writing, which never waits. */
    private synchronized void release() {
        if (closed || !OpenFileAttributes.isNamedPipe(path)) {
            return;
        }
        try {
            other = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException gone) {
            // another thread has replaced or removed it again
        }
    }

    @Override
    public void close() throws IOException {
        waiting.close();
        Channel open;
        synchronized (this) {
            closed = true;
            open = other;
        }
        if (open != null) {
            open.close();
        }
    }
}
