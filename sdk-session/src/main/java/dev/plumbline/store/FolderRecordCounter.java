package dev.plumbline.store;

import dev.plumbline.store.FileSessionStore.RecordCounter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A counter in a folder, with one file for each conversation, which is replaced atomically and is readable by the user
 * only. Choose a folder that whoever could change the conversations cannot write. Thread-safe, also for several programs.
 */
public final class FolderRecordCounter implements RecordCounter {
    private static final int LONGEST = 20;

    private final FileOperations disk = new PrivateFileOperations();
    private final Path folder;

    private FolderRecordCounter(Path folder) {
        this.folder = folder;
    }

    /** Returns a counter in that folder, which is created when first needed. */
    public static FolderRecordCounter of(Path folder) {
        return new FolderRecordCounter(folder);
    }

    private Path file(String id) {
        return folder.resolve(JournalFolder.name(id) + ".count");
    }

    @Override
    public long find(String sessionId) {
        Path file = file(sessionId);
        try {
            return Long.parseLong(new String(disk.read(file, LONGEST), StandardCharsets.US_ASCII));
        } catch (NoSuchFileException unknown) {
            return 0;
        } catch (NumberFormatException e) {
            throw new UncheckedIOException(new IOException(file + " is no number of records; restore it", e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void store(String sessionId, long records) {
        try {
            new AtomicFile(disk, file(sessionId)).write(Long.toString(records).getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void remove(String sessionId) {
        try {
            disk.delete(file(sessionId));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
