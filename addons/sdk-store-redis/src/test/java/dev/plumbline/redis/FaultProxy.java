package dev.plumbline.redis;

import dev.plumbline.testkit.ConcurrentRunner;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Stands between store and server, and disturbs what passes. */
final class FaultProxy implements AutoCloseable {
    /** What happens to the bytes. */
    enum Mode {
        PASS,
        /** They are read and dropped, as in a partition. */
        DROP,
        /** Answers are passed one byte at a time, slowly. */
        DRIP
    }

    private static final long NO_CUT = Long.MAX_VALUE;

    private final ServerSocket listening;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong requestBytes = new AtomicLong(NO_CUT);
    private final AtomicLong answerBytes = new AtomicLong(NO_CUT);
    private final AtomicLong accepted = new AtomicLong();
    private volatile Mode mode = Mode.PASS;

    FaultProxy(int target) {
        this.target = target;
        try {
            listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ConcurrentRunner.begin(() -> {
            accept();
            return true;
        });
    }

    String uri() {
        return "redis://127.0.0.1:" + listening.getLocalPort();
    }

    void mode(Mode next) {
        mode = next;
    }

    /** Returns how many connections were accepted. */
    long accepted() {
        return accepted.get();
    }

    /** Closes all connections after that many bytes of requests, from now on; once. */
    void cutRequests(long after) {
        requestBytes.set(after);
    }

    /** Closes all connections after that many bytes of answers, from now on; once. */
    void cutAnswers(long after) {
        answerBytes.set(after);
    }

    /** Forgets cuts that have not happened. */
    void passAll() {
        requestBytes.set(NO_CUT);
        answerBytes.set(NO_CUT);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                accepted.incrementAndGet();
                open.add(client);
                Socket server = new Socket("127.0.0.1", target);
                open.add(server);
                pump(client, server, requestBytes, false);
                pump(server, client, answerBytes, true);
            } catch (IOException ended) {
                continue;
            }
        }
    }

    private void pump(Socket from, Socket to, AtomicLong left, boolean answers) {
        ConcurrentRunner.begin(() -> {
            byte[] buffer = new byte[1 << 16];
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    pass(buffer, read, to.getOutputStream(), left, answers);
                }
            } catch (IOException ended) {
                return false;
            }
            return true;
        });
    }

    private void pass(byte[] buffer, int read, OutputStream to, AtomicLong left, boolean answers) throws IOException {
        if (mode == Mode.DROP) {
            return;
        }
        int allowed = read;
        if (left.get() != NO_CUT) {
            allowed = (int) Math.min(read, left.get());
            left.addAndGet(-allowed);
        }
        for (int i = 0; mode == Mode.DRIP && answers && i < allowed; i++) {
            to.write(buffer, i, 1);
            pause();
        }
        if (mode != Mode.DRIP || !answers) {
            to.write(buffer, 0, allowed);
        }
        if (allowed < read) {
            left.set(NO_CUT);
            cut();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes all connections. */
    void cut() {
        for (Socket socket : open) {
            open.remove(socket);
            try {
                socket.close();
            } catch (IOException closed) {
                continue;
            }
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
        cut();
    }
}
