package dev.plumbline.store;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.json.Json;
import dev.plumbline.policy.internal.OperationLimit;
import dev.plumbline.store.internal.FileLease;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A journal open for writing: leased against other writers, without its torn end, and append-only. A failed write
 * leaves the journal unchanged. The journal file is open only during an append, so an open conversation has one open
 * file, its lock. Written without channels, which an interrupted thread would close. Thread-safe.
 */
final class JournalFile implements SessionStore.Writer {
    private final JournalFolder folder;
    private final String id;
    private final PayloadCipher seal;
    private final JournalOptions options;
    private final RecordCipher cipher;
    private final FileLease lease;
    private final Path path;

    /** The same path, because it is opened for each append. */
    private final File file;

    /** The link after the last record. */
    private RecordCipher.Link link = RecordCipher.Link.FIRST;

    /** The length of the file; 0 if there is none. */
    private long size;

    /** The identity of the file, if the file system has one; null if there is no file. */
    private @Nullable Object key;

    private Optional<SessionStore.Damage> damage = Optional.empty();

    /** The reason why nothing more may be written; empty if there is none. */
    private String lost = "";

    /** Whether records were added after the last time that their number was stored elsewhere. */
    private boolean uncounted;

    private boolean closed;
    private Runnable atClose = () -> {};

    private JournalFile(JournalFolder folder, String id, JournalOptions options) throws IOException {
        this.folder = folder;
        this.id = id;
        this.options = options;
        this.seal = options.seal();
        this.cipher = new RecordCipher(seal, id, JournalFraming.VERSION);
        this.lease = leased(folder, id);
        this.path = folder.journal(id);
        this.file = path.toFile();
    }

    /**
     * Opens the journal of a conversation for writing.
     *
     * @throws IllegalStateException if another owner has it open
     */
    static JournalFile open(JournalFolder folder, String id, JournalOptions options) {
        try {
            JournalFile journal = new JournalFile(folder, id, options);
            try {
                journal.begin();
                return journal;
            } catch (IOException | RuntimeException | Error e) {
                journal.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Leases the conversation for writing, repairing or deleting it.
     *
     * @throws IllegalStateException if another owner has it open
     */
    static FileLease leased(JournalFolder folder, String id) {
        try {
            FileLease lease = folder.lease(id);
            lease.sign();
            return lease;
        } catch (FileLease.LeaseRefusedException refused) {
            throw isOpen(id, (refused.isInThisProcess() ? "another runtime of " : "") + refused.where());
        }
    }

    static IllegalStateException isOpen(String id, String where) {
        return new IllegalStateException(
                "conversation " + id + " is open for writing in " + where + ": close it there first");
    }

    private void begin() throws IOException {
        try (JournalReader reader = options.reader(folder, id)) {
            reader.skipAll();
            if (!Files.exists(path)) {
                return;
            }
            if (reader.size() > reader.end()) {
                JournalRepair.requireTornEnd(folder, id, seal, reader);
                cut(reader);
            }
            if (reader.version() < JournalFraming.VERSION) {
                link = JournalRepair.rewriteFirst(
                        folder, id, seal, reader.link().position());
                size = link.offset();
            } else {
                link = reader.link();
                size = reader.end();
            }
        }
        key = attributes().fileKey();
    }

    private void cut(JournalReader reader) throws IOException {
        long bytes = reader.size() - reader.end();
        Path aside = folder.keep(id, reader.end());
        try (RandomAccessFile out = opened()) {
            out.setLength(reader.end());
        }
        log().log(
                        Level.WARNING,
                        "{0}: {1} bytes behind the last whole record were cut and are kept in {2}",
                        path.getFileName(),
                        bytes,
                        aside.getFileName());
        damage = Optional.of(new SessionStore.Damage(reader.link().position(), 0, bytes, aside.toString()));
    }

    /** Sets an action that runs after the journal is closed. */
    JournalFile withClose(Runnable then) {
        atClose = then;
        return this;
    }

    @Override
    public synchronized long position() {
        return link.position();
    }

    @Override
    public Optional<SessionStore.Damage> damage() {
        return damage;
    }

    @Override
    public synchronized Stream<Json> read() {
        return JournalReader.of(folder, id, seal).stream(Cancellation.create()).limit(link.position());
    }

    @Override
    public synchronized void append(long position, List<Json> records, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        try {
            requireOwn();
            requirePosition(position);
            if (!records.isEmpty()) {
                write(records);
            }
        } catch (IOException e) {
            throw folder.unwritable(e);
        }
    }

    private void requirePosition(long expected) {
        if (expected != link.position()) {
            lost = "a record was to be its number " + expected + ", and it has " + link.position();
            requireHeld();
        }
    }

    private void write(List<Json> records) throws IOException {
        List<byte[]> stored = new ArrayList<>(records.size());
        RecordCipher.Link behind = link;
        int length = size == 0 ? JournalFraming.HEADER : 0;
        for (int i = 0; i < records.size(); i++) {
            byte[] record = cipher.close(text(records.get(i)), i < records.size() - 1, behind);
            JournalFraming.requireLength(record.length);
            stored.add(record);
            length = Math.addExact(length, JournalFraming.FRAME + record.length);
            behind = cipher.next(behind, record);
        }
        byte[] bytes = bytes(stored, length);
        if (key == null) {
            create();
        }
        boolean moment = options.flush().isMoment(records);
        writeBytes(bytes, moment && options.flush().forces());
        link = behind;
        uncounted = true;
        if (moment) {
            count();
        }
    }

    /** Stores the number of records elsewhere; if that fails, the next append and closing try again. */
    private void count() {
        try {
            options.counter().store(id, link.position());
            uncounted = false;
        } catch (UncheckedIOException e) {
            log().log(
                            Level.WARNING,
                            "the number of records of " + path.getFileName() + " could not be stored",
                            ExtensionFailure.withoutMessages(e));
        }
    }

    /** Returns the frames of records of one batch, with the header if they are the first. */
    private byte[] bytes(List<byte[]> records, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        if (size == 0) {
            bytes.put(JournalFraming.header(seal.isEncrypting()));
        }
        for (int i = 0; i < records.size(); i++) {
            JournalFraming.put(bytes, records.get(i), i < records.size() - 1);
        }
        return bytes.array();
    }

    private static byte[] text(Json record) {
        if (record.kind() != Json.Kind.OBJECT) {
            throw new IllegalArgumentException("a record is a JSON object, not " + record.kind());
        }
        String text = record.text();
        JournalFraming.requireLength(text.length());
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void create() throws IOException {
        if (!lease.isStill(folder.lock(id))) {
            lost = "the folder or the lock of the conversation was deleted";
            requireOwn();
        }
        folder.make(path);
        key = attributes().fileKey();
        size = attributes().size();
        requireOwn();
    }

    private void writeBytes(byte[] bytes, boolean force) throws IOException {
        try (RandomAccessFile out = opened()) {
            try {
                requireSize(out.length());
                out.seek(size);
                out.write(bytes);
                if (force) {
                    out.getFD().sync();
                }
                size += bytes.length;
            } catch (IOException e) {
                undo(out, e);
                throw e;
            }
        }
    }

    private RandomAccessFile opened() throws IOException {
        return new RandomAccessFile(file, "rw");
    }

    /** Removes a partial write, so that it cannot join the next record. */
    private void undo(RandomAccessFile out, IOException why) {
        try {
            out.setLength(size);
        } catch (IOException e) {
            why.addSuppressed(e);
            lost = "a record that was written in part could not be taken back";
        }
    }

    private BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class);
    }

    /** Checks that the file is as this writer left it: another writer would have changed its length or replaced it. */
    private void requireOwn() throws IOException {
        if (lost.isEmpty() && size > 0) {
            try {
                BasicFileAttributes now = attributes();
                if (!Objects.equals(now.fileKey(), key)) {
                    lost = "its file was replaced by another one";
                }
                requireSize(now.size());
            } catch (NoSuchFileException e) {
                lost = "its file was deleted";
            }
        }
        requireHeld();
    }

    private void requireSize(long now) {
        if (lost.isEmpty() && now != size) {
            lost = "somebody else has written it since, and its file has " + now + " bytes instead of " + size;
        }
        requireHeld();
    }

    private void requireHeld() {
        if (!lost.isEmpty()) {
            throw new WriterLostException(
                    "conversation " + id + " is not written any more: " + lost + "; open it again");
        }
    }

    @Override
    public synchronized String setAside(long from) {
        if (from < 0 || from > link.position()) {
            throw new IllegalArgumentException("there is no position " + from + ": the last one is " + link.position());
        }
        try {
            requireOwn();
            if (from == link.position()) {
                return "";
            }
            Path aside = folder.keep(id, 0);
            long removed = link.position() - from;
            options.counter().store(id, from); // first, so that nobody reads fewer records than were counted
            link = JournalRepair.rewriteFirst(folder, id, seal, from);
            size = link.offset();
            key = attributes().fileKey();
            log().log(
                            Level.WARNING,
                            "{0}: {1} records behind record {2} were taken out; the journal as it was is kept in {3}",
                            path.getFileName(),
                            removed,
                            from,
                            aside.getFileName());
            return aside.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            atClose.run();
        }
    }

    private synchronized void end() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        boolean own = lost.isEmpty();
        lost = "this writer was closed";
        try (lease) {
            if (own && uncounted) {
                count();
            }
            if (!Files.exists(path)) {
                folder.deleteLock(id); // the conversation of this lock does not exist
            }
        }
    }

    /** Returns the logger when there is something to log, because the first one of a process loads the logging of the JDK. */
    private static Logger log() {
        return System.getLogger("dev.plumbline.store");
    }
}
