package dev.plumbline.store;

import dev.plumbline.store.FileSessionStore.RecordCounter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Counts records in files; see {@link RecordCounter#inFolder}. Thread-safe. */
final class FolderRecordCounter implements RecordCounter {
    private static final int LONGEST = 20;

    private final FileOperations disk = new PrivateFileOperations();
    private final Path folder;

    FolderRecordCounter(Path folder) {
        this.folder = folder;
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
