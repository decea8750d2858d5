package dev.plumbline.testkit.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/**
 * How a {@link ScriptedServer} answers one request, byte by byte if need be. Starts as 200 with a Content-Length, whole,
 * in one piece; every {@code withX} and {@code …After} is a copy. Positions count the bytes of the body as sent. Immutable.
 */
public final class ServerResponse {
    /** A position after every body. */
    private static final int NEVER = Integer.MAX_VALUE;

    private int status = 200;
    private Map<String, String> headers = new LinkedHashMap<>();
    private byte[] body;
    private Framing framing = Framing.LENGTH;
    private long length;
    private int bytesAtOnce = NEVER;
    private boolean byEvent;
    private Duration pace = Duration.ZERO;
    private int turn = NEVER;
    private FaultAction what = FaultAction.CLOSE;
    private CountDownLatch gate = new CountDownLatch(1);

    private ServerResponse(String contentType, byte[] body) {
        this.body = body.clone();
        this.length = body.length;
        headers.put("Content-Type", contentType);
    }

    private ServerResponse(ServerResponse other) {
        status = other.status;
        headers = new LinkedHashMap<>(other.headers);
        body = other.body;
        framing = other.framing;
        length = other.length;
        bytesAtOnce = other.bytesAtOnce;
        byEvent = other.byEvent;
        pace = other.pace;
        turn = other.turn;
        what = other.what;
        gate = other.gate;
    }

    /** An answer of these bytes. */
    public static ServerResponse of(String contentType, byte[] body) {
        return new ServerResponse(contentType, body);
    }

    /** An answer of this JSON text. */
    public static ServerResponse json(String body) {
        return of("application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    /** A stream of server-sent events, one for each of these data payloads, chunked. */
    public static ServerResponse sse(List<String> dataPayloads) {
        return stream(dataPayloads.stream()
                .map(payload -> "data: " + payload + "\n\n")
                .collect(Collectors.joining()));
    }

    /** A stream of exactly this text, chunked: for heartbeats, comments, CRLF and other lines of one's own. */
    public static ServerResponse stream(String text) {
        return of("text/event-stream", text.getBytes(StandardCharsets.UTF_8)).chunked();
    }

    /**
     * A recorded answer: JSON from {@code *.json}, a stream from anything else; in {@code *.chunks.txt} each line is the
     * payload of one event.
     *
     * @throws UncheckedIOException when it cannot be read
     */
    public static ServerResponse recorded(Path file) {
        try {
            String name = file.getFileName().toString();
            if (name.endsWith(".chunks.txt")) {
                return sse(Files.readAllLines(file).stream()
                        .filter(line -> !line.isBlank())
                        .toList());
            }
            byte[] bytes = Files.readAllBytes(file);
            return name.endsWith(".json")
                    ? of("application/json", bytes)
                    : of("text/event-stream", bytes).chunked();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A copy with that status. */
    public ServerResponse withStatus(int code) {
        ServerResponse copy = new ServerResponse(this);
        copy.status = code;
        return copy;
    }

    /** A copy with that header, in place of one of the same name. */
    public ServerResponse withHeader(String name, String value) {
        ServerResponse copy = new ServerResponse(this);
        copy.headers.put(name, value);
        return copy;
    }

    /** A copy whose body is compressed. */
    public ServerResponse gzipped() {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ServerResponse copy = withHeader("Content-Encoding", "gzip");
        copy.body = packed.toByteArray();
        copy.length = copy.body.length;
        return copy;
    }

    /** A copy sent in pieces of that many bytes, each flushed and, when chunked, a chunk of its own. */
    public ServerResponse withBytesAtOnce(int bytes) {
        ServerResponse copy = new ServerResponse(this);
        copy.bytesAtOnce = Math.max(1, bytes);
        return copy;
    }

    /** A copy sent event by event: a piece ends where an event of the stream ends. */
    public ServerResponse byEvent() {
        ServerResponse copy = new ServerResponse(this);
        copy.byEvent = true;
        return copy;
    }

    /** A copy that waits that long, in real time, before each piece. */
    public ServerResponse withPace(Duration pause) {
        ServerResponse copy = new ServerResponse(this);
        copy.pace = pause;
        return copy;
    }

    /** A copy in chunks of HTTP/1.1. */
    public ServerResponse chunked() {
        return framed(Framing.CHUNKED, length);
    }

    /** A copy that says it has that many bytes, true or not; the connection is closed after it when it is not. */
    public ServerResponse withContentLength(long bytes) {
        return framed(Framing.LENGTH, bytes);
    }

    /** A copy that ends where the connection ends. */
    public ServerResponse untilClose() {
        return framed(Framing.CLOSE, length);
    }

    private ServerResponse framed(Framing kind, long bytes) {
        ServerResponse copy = new ServerResponse(this);
        copy.framing = kind;
        copy.length = bytes;
        return copy;
    }

    /** A copy that ends in a clean close after that many bytes; -1 is before the headers. */
    public ServerResponse closesAfter(int bytes) {
        return turns(bytes, FaultAction.CLOSE, gate);
    }

    /** A copy that ends in a reset of the connection after that many bytes; -1 is before the headers. */
    public ServerResponse resetsAfter(int bytes) {
        return turns(bytes, FaultAction.RESET, gate);
    }

    /** A copy that falls silent after that many bytes until the client goes away; -1 is before the headers. */
    public ServerResponse stallsAfter(int bytes) {
        return stallsAfter(bytes, new CountDownLatch(1));
    }

    /** A copy that falls silent after that many bytes until the latch opens, and then goes on. */
    public ServerResponse stallsAfter(int bytes, CountDownLatch until) {
        return turns(bytes, FaultAction.STALL, until);
    }

    /** A copy that writes, after that many bytes of a chunked body, a chunk size that is none, and closes. */
    public ServerResponse breaksChunkAfter(int bytes) {
        return chunked().turns(bytes, FaultAction.BAD_CHUNK, gate);
    }

    private ServerResponse turns(int bytes, FaultAction kind, CountDownLatch until) {
        ServerResponse copy = new ServerResponse(this);
        copy.turn = bytes;
        copy.what = kind;
        copy.gate = until;
        return copy;
    }

    /** The length of the body as sent; positions run from 0 to this. */
    public int size() {
        return body.length;
    }

    Duration pace() {
        return pace;
    }

    FaultAction turn() {
        return what;
    }

    CountDownLatch gate() {
        return gate;
    }

    boolean turnsAt(int position) {
        return position == turn;
    }

    /** Where the piece that begins at a position ends: by its size, and never beyond the turn. */
    int pieceEnd(int from) {
        int end = byEvent ? eventEnd(from) : (int) Math.min(body.length, (long) from + bytesAtOnce);
        return from < turn && turn < end ? turn : end;
    }

    private int eventEnd(int from) {
        for (int i = from + 1; i < body.length; i++) {
            if (body[i] == '\n' && body[i - 1] == '\n') {
                return i + 1;
            }
        }
        return body.length;
    }

    byte[] piece(int from, int to) {
        return Arrays.copyOfRange(body, from, to);
    }

    boolean isChunked() {
        return framing == Framing.CHUNKED;
    }

    /** Whether another answer may follow on the connection. */
    boolean keepsAlive() {
        return isChunked() || (framing == Framing.LENGTH && length == body.length);
    }

    byte[] head() {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        switch (framing) {
            case LENGTH -> head.append("Content-Length: ").append(length).append("\r\n");
            case CHUNKED -> head.append("Transfer-Encoding: chunked\r\n");
            case CLOSE -> head.append("Connection: close\r\n");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return "ServerResponse[" + status + ", " + body.length + " bytes, " + framing + "]";
    }

    /** How a client learns where the body ends. */
    private enum Framing {
        LENGTH,
        CHUNKED,
        CLOSE
    }

    /** What happens at the turning point. */
    enum FaultAction {
        CLOSE,
        RESET,
        STALL,
        BAD_CHUNK
    }
}
