package dev.plumbline.store;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The whole records of a journal, one after the other; ends before the first that is not whole. Reads a file that
 * grows or is torn, and changes nothing. One thread.
 */
final class JournalReader implements Iterator<byte[]>, AutoCloseable {
    private final Path file;
    private final PayloadCipher seal;
    private final DataInputStream in;
    private final long size;
    private long end;
    private long count;
    private Optional<byte[]> ahead = Optional.empty();

    private JournalReader(Path file, PayloadCipher seal, InputStream in, long size) throws IOException {
        this.file = file;
        this.seal = seal;
        this.in = new DataInputStream(new BufferedInputStream(in, 1 << 16));
        this.size = size;
        if (size >= JournalFraming.HEADER) {
            String fault = JournalFraming.fault(this.in.readNBytes(JournalFraming.HEADER), seal.overhead() > 0);
            if (!fault.isEmpty()) {
                throw new IOException(file + " is not read: " + fault);
            }
            end = JournalFraming.HEADER;
        }
    }

    /**
     * A reader of that file; of nothing, when there is none.
     *
     * @throws UncheckedIOException for a file of another format, version or kind of sealing
     */
    static JournalReader of(Path file, PayloadCipher seal) {
        InputStream in = InputStream.nullInputStream();
        try {
            long size = 0;
            if (Files.exists(file)) {
                in = Files.newInputStream(file);
                size = Files.size(file);
            }
            return new JournalReader(file, seal, in, size);
        } catch (IOException e) {
            close(in);
            throw new UncheckedIOException(e);
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
        if (ahead.isEmpty() && end > 0) {
            try {
                ahead = read();
            } catch (EOFException torn) {
                ahead = Optional.empty();
            } catch (IOException e) {
                throw new UncheckedIOException(file + ": " + e.getMessage(), e);
            }
        }
        return ahead.isPresent();
    }

    private Optional<byte[]> read() throws IOException {
        if (size - end < JournalFraming.FRAME) {
            return Optional.empty();
        }
        int length = in.readInt();
        int crc = in.readInt();
        if (length < 0 || length > Math.min(JournalFraming.LONGEST, size - end - JournalFraming.FRAME)) {
            return Optional.empty();
        }
        byte[] sealed = in.readNBytes(length);
        return CacheFileFrame.checksum(sealed, 0, sealed.length) == crc && sealed.length == length
                ? Optional.of(opened(sealed))
                : Optional.empty();
    }

    private byte[] opened(byte[] sealed) throws IOException {
        return seal.open(sealed, end)
                .orElseThrow(() -> new IOException("a record cannot be opened: was it sealed with another key?"));
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        byte[] record = ahead.orElseThrow();
        ahead = Optional.empty();
        count++;
        end += JournalFraming.FRAME + record.length + seal.overhead();
        return record;
    }

    /** How many records were read. */
    long count() {
        return count;
    }

    /** Where the records that were read end; 0 when not even the header is whole. */
    long end() {
        return end;
    }

    /** How many bytes the file had after them. */
    long rest() {
        return size - end;
    }

    Stream<byte[]> stream() {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }

    @Override
    public void close() {
        close(in);
    }
}
