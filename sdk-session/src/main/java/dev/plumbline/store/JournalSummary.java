package dev.plumbline.store;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.internal.ForeignFile;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.JsonCursor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads the first and the last record of a journal without those in between: at most 64 KB, unless an encrypted record
 * is longer or a crash has left a torn end. One thread.
 */
final class JournalSummary implements AutoCloseable {
    /** The number of bytes read from the end of the file. */
    private static final int WINDOW = 48 << 10;

    /** The number of bytes read of a longer record, whose first members are those that a list shows. */
    private static final int PREFIX = 4 << 10;

    private static final List<String> OF_FIRST = List.of("namespace");
    private static final List<String> OF_LAST = List.of("at", "open");

    private final RandomAccessFile file;
    private final long size;
    private final boolean encrypted;
    private RecordCipher cipher;

    private JournalSummary(Path journal, String id, PayloadCipher cipher) throws IOException {
        ForeignFile.requireOwn(journal);
        this.file = new RandomAccessFile(journal.toFile(), "r");
        this.size = file.length();
        this.encrypted = cipher.isEncrypting();
        this.cipher = new RecordCipher(cipher, id, JournalFraming.VERSION);
    }

    /**
     * Returns the summary of a conversation; empty if it has no record.
     *
     * @throws IOException if the file cannot be read
     */
    static Optional<SessionStore.StoredSession> of(JournalFolder folder, String id, PayloadCipher cipher)
            throws IOException {
        try (JournalSummary summary = new JournalSummary(folder.journal(id), id, cipher)) {
            return summary.size < JournalFraming.HEADER ? Optional.empty() : summary.read(id, cipher);
        }
    }

    private Optional<SessionStore.StoredSession> read(String id, PayloadCipher seal) throws IOException {
        byte[] header = bytes(0, JournalFraming.HEADER);
        if (!JournalFraming.isJournal(header)) {
            throw new IOException("the file does not begin as a journal does");
        }
        cipher = new RecordCipher(seal, id, JournalFraming.version(header, encrypted));
        long first = JournalFraming.HEADER;
        if (end(first) < 0) {
            return Optional.empty();
        }
        long last = lastInWindow();
        if (last < 0) {
            last = lastByLengths();
        }
        return last < 0
                ? Optional.empty()
                : Optional.of(SessionStore.StoredSession.of(id, record(first, OF_FIRST), record(last, OF_LAST)));
    }

    /** Returns the offset of the frame that ends with the file, if it is short; -1 for none. */
    private long lastInWindow() throws IOException {
        long from = Math.max(JournalFraming.HEADER, size - WINDOW);
        byte[] window = bytes(from, (int) (size - from));
        ByteBuffer words = ByteBuffer.wrap(window);
        for (int at = window.length - JournalFraming.FRAME - 1; at >= 0; at--) {
            int length = window.length - at - JournalFraming.FRAME;
            if (words.getInt(at) == length
                    && words.getInt(at + Integer.BYTES)
                            == JournalFraming.checksum(
                                    length, Arrays.copyOfRange(window, at + JournalFraming.FRAME, window.length))) {
                return from + at;
            }
        }
        return -1;
    }

    /**
     * Returns the offset of the last complete frame that ends a batch, found by the lengths of all frames before it; -1
     * for none.
     */
    private long lastByLengths() throws IOException {
        long last = -1;
        long at = JournalFraming.HEADER;
        for (long end = end(at); end > 0; end = end(at)) {
            last = JournalFraming.hasMore(word(at)) ? last : at;
            at = end;
        }
        return last;
    }

    /** Returns the end of the frame that begins at that offset; -1 if it is incomplete. */
    private long end(long at) throws IOException {
        if (at + JournalFraming.FRAME >= size) {
            return -1;
        }
        int length = JournalFraming.length(word(at));
        long end = at + JournalFraming.FRAME + length;
        return length > JournalFraming.LONGEST || end > size ? -1 : end;
    }

    private int word(long at) throws IOException {
        return ByteBuffer.wrap(bytes(at, Integer.BYTES)).getInt();
    }

    private Json record(long at, List<String> wanted) throws IOException {
        int word = word(at);
        int length = JournalFraming.length(word);
        if (!encrypted && length > PREFIX) {
            Optional<Json> shown = shown(bytes(at + JournalFraming.FRAME, PREFIX), wanted);
            if (shown.isPresent()) {
                return shown.get();
            }
        }
        byte[] stored = JournalFraming.read(file, at + JournalFraming.FRAME, length);
        if (stored.length < length) {
            throw new IOException("a record has a hole");
        }
        RecordCipher.Link link = new RecordCipher.Link(0, at, RecordCipher.Link.FIRST.tag());
        return Json.parse(cipher.openAnywhere(stored, JournalFraming.hasMore(word), link)
                .orElseThrow(() ->
                        new IOException("it cannot be decrypted: it was encrypted with another key, or was changed"))
                .text());
    }

    /** Returns these members from the beginning of a record; empty unless all are present. */
    private static Optional<Json> shown(byte[] prefix, List<String> wanted) {
        int whole = prefix.length;
        while ((prefix[whole - 1] & 0x80) != 0) {
            whole--; // the last character may be cut
        }
        Json shown = Json.object();
        int found = 0;
        try (JsonCursor record = JsonCursor.of(prefix, 0, whole)) {
            record.enter();
            while (found < wanted.size() && record.next()) {
                if (wanted.contains(record.name())) {
                    shown = shown.with(record.name(), record.value());
                    found++;
                }
            }
        } catch (JsonException cut) {
            return Optional.empty();
        }
        return found == wanted.size() ? Optional.of(shown) : Optional.empty();
    }

    private byte[] bytes(long at, int count) throws IOException {
        byte[] bytes = new byte[count];
        file.seek(at);
        file.readFully(bytes);
        return bytes;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
