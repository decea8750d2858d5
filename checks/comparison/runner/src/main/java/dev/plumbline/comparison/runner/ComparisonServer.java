package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.Scenario;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.IntStream;
import jdk.net.ExtendedSocketOptions;

/**
 * The service of the performance comparison: fast, without faults, and always with the same answers. The first part of
 * the path is the scenario. It stores no requests, and acknowledges received data at once, so that no client on the
 * loopback waits for that.
 */
final class ComparisonServer implements AutoCloseable {
    private static final byte[] WORD = whole(ChatPayloads.body(Scenario.WORD));
    private static final byte[] DRAWN = whole(ChatPayloads.body(Scenario.DRAWN));
    private static final byte[] CALLS = whole(ChatPayloads.callsBody(
            ChatPayloads.wall("call_1", 1), ChatPayloads.wall("call_2", 2), ChatPayloads.wall("call_3", 3)));
    private static final byte[] LONG = streamed(
            ChatPayloads.events(
                    IntStream.range(0, 2_000).mapToObj(i -> " word" + i % 100).toArray(String[]::new)),
            "0\r\n\r\n");
    private static final byte[] ENDLESS = streamed(ChatPayloads.event(ChatPayloads.piece("One ")), "");

    private final ServerSocket listener;

    private ComparisonServer(ServerSocket listener) {
        this.listener = listener;
    }

    static ComparisonServer open() throws IOException {
        ComparisonServer service = new ComparisonServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        daemon(service::accept);
        return service;
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    private static void daemon(Runnable body) {
        Thread thread = new Thread(body, "service");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                daemon(() -> serve(client));
            } catch (IOException closed) {
                // the measurement is over
            }
        }
    }

    private static void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(client.getInputStream(), 1 << 16);
            while (answer(client, in)) {
                // the next request of this connection
            }
        } catch (IOException gone) {
            // as requested
        }
    }

    private static boolean answer(Socket client, InputStream in) throws IOException {
        client.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
        String head = head(in);
        String body = new String(in.readNBytes(length(head)), StandardCharsets.UTF_8);
        OutputStream out = client.getOutputStream();
        Scenario scenario = Scenario.valueOf(head.split("/", 3)[1]);
        out.write(said(scenario, body));
        return scenario != Scenario.CANCEL || in.read() >= 0; // silent until the client disconnects
    }

    private static byte[] said(Scenario scenario, String body) {
        return switch (scenario) {
            case STREAM -> LONG;
            case CANCEL -> ENDLESS;
            case TOOLS, TOOLS_YOUNG, COLD_TOOL, COLD_TOOL_TLS -> body.contains("\"tool_call_id\"") ? DRAWN : CALLS;
            case COLD, COLD_TLS, PLAIN, PLAIN_YOUNG, TRANSCRIPT, CONVERSATION -> WORD;
        };
    }

    /** Reads the first line and the headers. */
    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n", Math.max(0, head.length() - 4)) < 0) {
            int read = in.read();
            if (read < 0) {
                throw new EOFException("the client has gone");
            }
            head.append((char) read);
        }
        return head.toString();
    }

    private static int length(String head) throws IOException {
        String lower = head.toLowerCase(Locale.ROOT);
        int from = lower.indexOf("content-length:");
        if (from < 0) {
            throw new IOException("this service reads requests that say how long they are");
        }
        return Integer.parseInt(lower.substring(from + "content-length:".length(), lower.indexOf('\r', from))
                .strip());
    }

    private static byte[] whole(String body) {
        return ascii("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body);
    }

    private static byte[] streamed(String events, String end) {
        return ascii("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(events.length()) + "\r\n" + events + "\r\n" + end);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
