package dev.plumbline.store;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.WriterLostException;
import dev.plumbline.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A journal that is written: leased against other writers, its torn end cut off, then growing. A write that fails leaves it
 * as it was. Written without channels, which an interrupted thread would close. Thread-safe.
 */
final class JournalFile implements SessionStore.Writer {
    private static final Logger LOG = System.getLogger("dev.plumbline.store");

    private final JournalFolder folder;
    private final String id;
    private final PayloadCipher seal;
    private final FileLease lease;
    private final Path path;
    /** Made with the first record. */
    private Optional<RandomAccessFile> file = Optional.empty();

    /** Where the last record ends; 0 as long as there is no header. */
    private long end;

    private long position;
    /** Why it may write no more; empty while it may. */
    private String lost = "";

    private boolean closed;
    private Runnable atClose = () -> {};

    private JournalFile(JournalFolder folder, String id, PayloadCipher seal, FileLease lease) {
        this.folder = folder;
        this.id = id;
        this.seal = seal;
        this.lease = lease;
        this.path = folder.journal(id);
    }

    /**
     * Opens the journal of a conversation for writing.
     *
     * @throws IllegalStateException when another owner has it open
     */
    static JournalFile open(JournalFolder folder, String id, PayloadCipher seal) {
        try {
            JournalFile journal = new JournalFile(folder, id, seal, leased(folder, id));
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
     * Takes the conversation, for writing or deleting it.
     *
     * @throws IllegalStateException when another owner has it open
     */
    static FileLease leased(JournalFolder folder, String id) throws IOException {
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
        if (!Files.exists(path)) {
            return;
        }
        try (JournalReader reader = JournalReader.of(path, seal)) {
            while (reader.hasNext()) {
                reader.next();
            }
            end = reader.end();
            position = reader.count();
            file = Optional.of(new RandomAccessFile(path.toFile(), "rw"));
            if (reader.rest() > 0) {
                keep(path, reader.end(), folder.cut(id));
                LOG.log(
                        Level.WARNING,
                        "{0}: {1} bytes behind the last whole record were cut",
                        path.getFileName(),
                        reader.rest());
                file.get().setLength(end);
            }
        }
    }

    /** What is cut off is kept beside: it may be worth a look. */
    private static void keep(Path path, long from, Path kept) throws IOException {
        try (InputStream in = Files.newInputStream(path);
                OutputStream out = Files.newOutputStream(kept)) {
            in.skipNBytes(from);
            in.transferTo(out);
        }
    }

    /** Has that run once it is closed. */
    JournalFile withClose(Runnable then) {
        atClose = then;
        return this;
    }

    @Override
    public synchronized long position() {
        return position;
    }

    @Override
    public synchronized Stream<Json> read() {
        JournalReader reader = JournalReader.of(path, seal);
        return reader.stream().limit(position).map(Json::parse).onClose(reader::close);
    }

    @Override
    public synchronized void append(List<Json> records) {
        try {
            RandomAccessFile out = own();
            if (records.isEmpty()) {
                return;
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            if (end == 0) {
                bytes.writeBytes(JournalFraming.header(seal.overhead() > 0));
            }
            for (Json record : records) {
                byte[] text = record.text().getBytes(StandardCharsets.UTF_8);
                bytes.writeBytes(JournalFraming.frame(seal.close(text, end + bytes.size())));
            }
            write(out, bytes.toByteArray());
            position += records.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(RandomAccessFile out, byte[] bytes) throws IOException {
        try {
            out.seek(end);
            out.write(bytes);
            end += bytes.length;
        } catch (IOException e) {
            undo(out, e);
            throw e;
        }
    }

    /** What was half-written goes, so that no record is ever fused with it. */
    private void undo(RandomAccessFile out, IOException why) {
        try {
            out.setLength(end);
        } catch (IOException e) {
            why.addSuppressed(e);
            lost = "a record that was written in part could not be taken back";
        }
    }

    /** The file, if it is as this writer left it: whoever else has written it has made it longer or shorter. */
    private RandomAccessFile own() throws IOException {
        if (lost.isEmpty() && file.isEmpty()) {
            folder.make(path);
            file = Optional.of(new RandomAccessFile(path.toFile(), "rw"));
        }
        if (lost.isEmpty() && file.orElseThrow().length() != end) {
            lost = "somebody else has written it since, and its file has "
                    + file.get().length() + " bytes in place of " + end;
        }
        if (!lost.isEmpty()) {
            throw new WriterLostException(
                    "conversation " + id + " is not written any more: " + lost + "; open it again");
        }
        return file.orElseThrow();
    }

    @Override
    public synchronized String setAside(long from) {
        if (from < 0 || from > position) {
            throw new IllegalArgumentException("there is no position " + from + ": the last one is " + position);
        }
        try {
            RandomAccessFile out = own();
            if (from == position) {
                return "";
            }
            Path aside = folder.aside(id);
            keepAll(aside);
            long length = lengthOf(from);
            out.setLength(length);
            LOG.log(
                    Level.WARNING,
                    "{0}: {1} records behind record {2} were taken out; the journal as it was is kept in {3}",
                    path.getFileName(),
                    position - from,
                    from,
                    aside.getFileName());
            end = length;
            position = from;
            return aside.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void keepAll(Path aside) throws IOException {
        try {
            keep(path, 0, aside);
        } catch (IOException e) {
            Files.deleteIfExists(aside);
            throw e;
        }
    }

    /** How long the file is with that many records. */
    private long lengthOf(long records) {
        try (JournalReader reader = JournalReader.of(path, seal)) {
            while (reader.count() < records) {
                reader.next();
            }
            return reader.end();
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
        lost = "this writer was closed";
        try (lease) {
            if (file.isPresent()) {
                file.get().close();
            }
            if (!Files.exists(path)) {
                folder.deleteLock(id); // there is no conversation that it is the lock of
            }
        }
    }
}
