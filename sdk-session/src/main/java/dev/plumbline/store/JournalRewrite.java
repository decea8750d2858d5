package dev.plumbline.store;

import dev.plumbline.internal.PayloadCipher;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Rewrites a journal in the current version into a new file, which replaces the old one atomically. The caller holds
 * the lock of the conversation. One thread.
 */
final class JournalRewrite implements AutoCloseable {
    private final Path journal;
    private final Path fresh;
    private final FileOutputStream file;
    private final OutputStream out;
    private final RecordCipher cipher;
    private RecordCipher.Link link = RecordCipher.Link.FIRST;

    JournalRewrite(JournalFolder folder, String id, PayloadCipher cipher) throws IOException {
        this.journal = folder.journal(id);
        this.fresh = folder.fresh(id);
        this.cipher = new RecordCipher(cipher, id, JournalFraming.VERSION);
        this.file = new FileOutputStream(fresh.toFile());
        this.out = new BufferedOutputStream(file, 1 << 16);
        out.write(JournalFraming.header(cipher.isEncrypting()));
    }

    /** Adds a record. */
    void add(byte[] text) throws IOException {
        byte[] stored = cipher.close(text, false, link);
        out.write(JournalFraming.frame(stored, false));
        link = cipher.next(link, stored);
    }

    /** Replaces the old journal by the new one, which is forced to the disk first. */
    RecordCipher.Link finish() throws IOException {
        out.flush();
        file.getFD().sync();
        out.close();
        Files.move(fresh, journal, StandardCopyOption.ATOMIC_MOVE);
        return link;
    }

    @Override
    public void close() throws IOException {
        out.close();
        Files.deleteIfExists(fresh);
    }
}
