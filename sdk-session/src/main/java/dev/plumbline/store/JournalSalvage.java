package dev.plumbline.store;

import dev.plumbline.internal.ForeignFile;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Searches for complete records in a damaged journal: first at the expected position of a record, then after the
 * damaged one according to its length, then at every byte. One thread.
 */
final class JournalSalvage implements AutoCloseable {
    private static final int WINDOW = 1 << 16;

    /** The maximum number of bytes whose checksums are computed without a match, so that a search ends. */
    private static final long MOST_BYTES = 1L << 30;

    private final RandomAccessFile file;
    private final long size;
    private final RecordCipher cipher;
    private final byte[] window = new byte[WINDOW];
    private long windowAt;
    private int windowSize;
    private long read;

    JournalSalvage(Path journal, RecordCipher cipher) throws IOException {
        ForeignFile.requireOwn(journal);
        this.file = new RandomAccessFile(journal.toFile(), "r");
        this.size = file.length();
        this.cipher = cipher;
    }

    /** Returns the next complete record at or after a link; empty if there is none. */
    Optional<RecordCipher.Opened> next(RecordCipher.Link at) throws IOException {
        Optional<RecordCipher.Opened> here = at(at, at.offset());
        if (here.isPresent() || at.offset() + JournalFraming.FRAME > size) {
            return here;
        }
        long behind = at.offset() + JournalFraming.FRAME + JournalFraming.length(word(at.offset()));
        Optional<RecordCipher.Opened> next = at(at, behind);
        for (long offset = at.offset() + 1; next.isEmpty() && offset + JournalFraming.FRAME < size; offset++) {
            next = read < MOST_BYTES ? at(at, offset) : Optional.empty();
        }
        return next;
    }

    private Optional<RecordCipher.Opened> at(RecordCipher.Link from, long offset) throws IOException {
        if (offset + JournalFraming.FRAME >= size) {
            return Optional.empty();
        }
        int word = word(offset);
        int length = JournalFraming.length(word);
        RecordCipher.Link here = new RecordCipher.Link(from.position(), offset, from.tag());
        if (length == 0
                || length > Math.min(JournalFraming.LONGEST, size - offset - JournalFraming.FRAME)
                || !cipher.mayBegin(bytes(offset + JournalFraming.FRAME, Math.min(length, Long.BYTES)), here, size)) {
            return Optional.empty();
        }
        byte[] stored = JournalFraming.read(file, offset + JournalFraming.FRAME, length);
        if (stored.length < length) {
            return Optional.empty();
        }
        read += length;
        return JournalFraming.checksum(word, stored) == word(offset + Integer.BYTES)
                ? cipher.openAnywhere(stored, JournalFraming.hasMore(word), here)
                        .filter(JournalSalvage::isObject)
                : Optional.empty();
    }

    private static boolean isObject(RecordCipher.Opened opened) {
        try {
            return Json.parse(opened.text()).kind() == Json.Kind.OBJECT;
        } catch (JsonException e) {
            return false;
        }
    }

    private int word(long offset) throws IOException {
        return bytes(offset, Integer.BYTES).getInt();
    }

    private ByteBuffer bytes(long offset, int count) throws IOException {
        if (offset < windowAt || offset + count > windowAt + windowSize) {
            windowAt = offset;
            windowSize = (int) Math.min(WINDOW, size - offset);
            file.seek(offset);
            file.readFully(window, 0, windowSize);
        }
        return ByteBuffer.wrap(window, (int) (offset - windowAt), count).slice();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
