package dev.plumbline.testkit.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One connection of a scripted server: reads requests and plays their answers until either side ends it. */
final class ServerConnection implements Runnable {
    private static final int GLANCE_MILLIS = 10;

    /** A client ends its output some time before it has closed its socket. */
    private static final int CLOSE_MILLIS = 50;

    private final ScriptedServer server;
    private final Socket socket;
    private final CountDownLatch closing = new CountDownLatch(1);

    ServerConnection(ScriptedServer server, Socket socket) {
        this.server = server;
        this.socket = socket;
    }

    @Override
    public void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            serve(new BufferedInputStream(socket.getInputStream()), socket.getOutputStream());
        } catch (IOException | RuntimeException gone) {
            // the client disconnected, or did not send HTTP
        } finally {
            server.ended(this);
        }
    }

    private void serve(InputStream in, OutputStream out) throws IOException {
        RequestReader reader = new RequestReader(in);
        boolean goesOn = true;
        while (goesOn) {
            Optional<ServerRequest> request = reader.next();
            goesOn = request.isPresent() && play(server.answer(request.get()), in, out);
        }
    }

    /** Sends a response and returns whether the connection can be used again. */
    private boolean play(ServerResponse answer, InputStream in, OutputStream out) throws IOException {
        if (answer.turnsAt(-1) && !turn(answer, in, out)) {
            return false;
        }
        write(out, answer.head());
        int position = 0;
        while (true) {
            if (answer.turnsAt(position) && !turn(answer, in, out)) {
                return false;
            }
            if (position == answer.size()) {
                break;
            }
            int end = answer.pieceEnd(position);
            piece(answer, answer.piece(position, end), out);
            position = end;
        }
        if (answer.isChunked()) {
            write(out, ascii("0\r\n\r\n"));
        }
        return answer.keepsAlive();
    }

    private void piece(ServerResponse answer, byte[] bytes, OutputStream out) throws IOException {
        if (!answer.pace().isZero() && await(closing, answer.pace().toMillis())) {
            throw new IOException("the server closes");
        }
        if (answer.isChunked()) {
            write(out, ascii(Integer.toHexString(bytes.length) + "\r\n"));
            write(out, bytes);
            write(out, ascii("\r\n"));
        } else {
            write(out, bytes);
        }
    }

    /** Performs the fault of the response and returns whether the response continues. */
    private boolean turn(ServerResponse answer, InputStream in, OutputStream out) throws IOException {
        return switch (answer.turn()) {
            case CLOSE -> false;
            case RESET -> reset();
            case STALL -> stall(answer.gate(), in, out);
            case BAD_CHUNK -> {
                write(out, ascii("zz\r\nnot a chunk\r\n"));
                yield false;
            }
        };
    }

    private boolean reset() throws IOException {
        socket.setSoLinger(true, 0);
        return false;
    }

    /**
     * Waits until the gate opens or the client disconnects. A client that has ended its output alone still reads: only a
     * failed write shows that it is gone.
     */
    private boolean stall(CountDownLatch gate, InputStream in, OutputStream out) throws IOException {
        socket.setSoTimeout(GLANCE_MILLIS);
        try {
            while (gate.getCount() > 0) {
                if (hasEndedOutput(in)) {
                    if (await(closing, CLOSE_MILLIS)) {
                        return false;
                    }
                    write(out, ascii("\n"));
                }
            }
            return true;
        } finally {
            socket.setSoTimeout(0);
        }
    }

    private static boolean hasEndedOutput(InputStream in) throws IOException {
        in.mark(1);
        try {
            boolean ended = in.read() < 0;
            in.reset();
            return ended;
        } catch (SocketTimeoutException stillThere) {
            return false;
        }
    }

    /** Closes the connection at once. */
    void close() {
        closing.countDown();
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // it is closed anyway
        }
    }

    private static boolean await(CountDownLatch latch, long millis) {
        try {
            return latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static void write(OutputStream out, byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
