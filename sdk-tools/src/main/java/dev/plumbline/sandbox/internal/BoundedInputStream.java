package dev.plumbline.sandbox.internal;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that throws after a number of bytes, and after its tool call is over. */
final class BoundedInputStream extends FilterInputStream {
    private final Runnable ensureOpen;
    private long left;

    BoundedInputStream(InputStream in, long most, Runnable ensureOpen) {
        super(in);
        this.left = most;
        this.ensureOpen = ensureOpen;
    }

    @Override
    public int read() throws IOException {
        ensureOpen.run();
        int read = super.read();
        return read < 0 ? read : counted(1, read);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        ensureOpen.run();
        int read = super.read(into, from, length);
        return read <= 0 ? read : counted(read, read);
    }

    @Override
    public long skip(long bytes) throws IOException {
        ensureOpen.run();
        return counted((int) super.skip(Math.min(bytes, Integer.MAX_VALUE)), 0);
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private int counted(int bytes, int answer) throws IOException {
        left -= bytes;
        if (left < 0) {
            throw new IOException("the stream has more bytes than the limit allows");
        }
        return answer;
    }
}
