package dev.plumbline.store;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.internal.ForeignFile;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads the records of a journal in order and ends before the first incomplete batch. Reads files that grow or are
 * torn, and changes nothing. One thread.
 */
final class JournalReader implements Iterator<byte[]>, AutoCloseable {
    private final Path file;
    private final DataInputStream in;
    private final long size;
    private final int version;
    private final RecordCipher cipher;
    private final Deque<byte[]> ahead = new ArrayDeque<>();

    /** The link after the last batch that was read. */
    private RecordCipher.Link link = RecordCipher.Link.FIRST;

    /** The offset of the first frame that could not be read; until then the end of the last frame. */
    private long stopped;

    private boolean ended;

    /** The number of records that were counted before. */
    private long least;

    private JournalReader(JournalFolder folder, String id, PayloadCipher cipher, InputStream in) throws IOException {
        this.file = folder.journal(id);
        this.in = new DataInputStream(new BufferedInputStream(in, 1 << 16));
        this.size = Files.exists(file) ? Files.size(file) : 0;
        this.ended = size < JournalFraming.HEADER;
        this.version = ended ? JournalFraming.VERSION : version(id, cipher.isEncrypting());
        this.stopped = ended ? 0 : JournalFraming.HEADER;
        this.cipher = new RecordCipher(cipher, id, version);
    }

    private int version(String id, boolean encrypting) throws IOException {
        byte[] header = in.readNBytes(JournalFraming.HEADER);
        if (!JournalFraming.isJournal(header)) {
            throw new DamagedSessionException(
                    "the file of conversation " + id + " does not begin as a journal does", 0);
        }
        try {
            return JournalFraming.version(header, encrypting);
        } catch (IOException refused) {
            throw new IOException(file + " is not read: " + refused.getMessage(), refused);
        }
    }

    /**
     * Creates a reader of a conversation; an empty one if it does not exist.
     *
     * @throws UncheckedIOException if the file has another format, version or kind of encryption
     */
    static JournalReader of(JournalFolder folder, String id, PayloadCipher cipher) {
        InputStream in = InputStream.nullInputStream();
        try {
            Path file = folder.journal(id);
            if (Files.exists(file)) {
                in = ForeignFile.openOwn(file);
            }
            return new JournalReader(folder, id, cipher, in);
        } catch (IOException e) {
            close(in);
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            close(in);
            throw e;
        }
    }

    private static void close(InputStream in) {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean hasNext() {
        if (ahead.isEmpty()) {
            try {
                if (!ended) {
                    readBatch();
                }
                requireCounted();
            } catch (IOException e) {
                throw new UncheckedIOException(file + ": " + e.getMessage(), e);
            }
        }
        return !ahead.isEmpty();
    }

    /** Sets the number of records that the journal has at least; with fewer it is damaged. */
    JournalReader requireAtLeast(long records) {
        least = records;
        return this;
    }

    private void requireCounted() {
        if (ended && ahead.isEmpty() && link.position() < least) {
            throw cipher.damaged(
                    link.position(),
                    "is missing: the counter kept elsewhere has " + least
                            + " records, so the end of the file was cut off, or an older file was put in its place");
        }
    }

    private void readBatch() throws IOException {
        List<byte[]> batch = new ArrayList<>();
        RecordCipher.Link at = link;
        for (boolean more = true; more; ) {
            Optional<RecordCipher.Opened> read = read(at);
            if (read.isEmpty()) {
                stopped = at.offset();
                ended = true;
                return;
            }
            batch.add(read.get().text());
            at = read.get().next();
            more = read.get().hasMore();
        }
        link = at;
        stopped = at.offset();
        ahead.addAll(batch);
    }

    /** Returns the record at that link; empty if there is no complete frame. */
    private Optional<RecordCipher.Opened> read(RecordCipher.Link at) throws IOException {
        long left = size - at.offset() - JournalFraming.FRAME;
        if (left < 0) {
            return Optional.empty();
        }
        byte[] head = in.readNBytes(JournalFraming.FRAME);
        ByteBuffer words = ByteBuffer.wrap(head);
        if (head.length < JournalFraming.FRAME) {
            return Optional.empty();
        }
        int word = words.getInt();
        int length = JournalFraming.length(word);
        boolean more = JournalFraming.hasMore(word);
        if (length > Math.min(JournalFraming.LONGEST, left) || (more && version == 1)) {
            return Optional.empty();
        }
        byte[] stored = JournalFraming.read(in, length);
        return stored.length == length && JournalFraming.checksum(word, stored) == words.getInt()
                ? Optional.of(cipher.open(stored, more, at))
                : Optional.empty();
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ahead.remove();
    }

    /** Reads to the end and discards the records. */
    void skipAll() {
        while (hasNext()) {
            ahead.clear();
        }
    }

    /** Returns the link after the last complete batch. */
    RecordCipher.Link link() {
        return link;
    }

    /** Returns the version of the file's format. */
    int version() {
        return version;
    }

    /** Returns the offset at which the complete batches end; 0 if the header is incomplete. */
    long end() {
        return size < JournalFraming.HEADER ? 0 : link.offset();
    }

    /**
     * Returns the offset of the first incomplete frame: after {@link #end} if a batch has complete frames but no end.
     */
    long stopped() {
        return stopped;
    }

    /** Returns the size of the file when it was opened. */
    long size() {
        return size;
    }

    /**
     * Returns the records as JSON; cancelling ends the stream before the next one.
     *
     * @throws DamagedSessionException from the stream, for bytes that are not a record
     */
    Stream<Json> stream(Cancellation cancellation) {
        Stream<byte[]> texts = StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL), false);
        long[] position = new long[1];
        return texts.map(text -> {
                    cancellation.throwIfCancelled();
                    return json(text, position[0]++);
                })
                .onClose(this::close);
    }

    private Json json(byte[] text, long position) {
        try {
            return Json.parse(text);
        } catch (JsonException e) {
            throw cipher.damaged(position, "is not JSON");
        }
    }

    @Override
    public void close() {
        close(in);
    }
}
