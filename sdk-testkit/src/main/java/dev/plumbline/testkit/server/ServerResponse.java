package dev.plumbline.testkit.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/**
 * A response of a {@link ScriptedServer}, with control over each byte. By default it has status 200 and a
 * Content-Length, and is sent whole in one piece; every {@code withX} and {@code …After} returns a copy. Positions
 * count the bytes of the body as sent. Immutable.
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
    private Optional<ServiceScript<?>> script = Optional.empty();

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
        script = other.script;
    }

    /** Returns a response with these bytes. */
    public static ServerResponse of(String contentType, byte[] body) {
        return new ServerResponse(contentType, body);
    }

    /** Returns a response with this JSON text. */
    public static ServerResponse json(String body) {
        return of("application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a chunked stream of server-sent events with these payloads. */
    public static ServerResponse sse(List<String> dataPayloads) {
        return stream(dataPayloads.stream()
                .map(payload -> "data: " + payload + "\n\n")
                .collect(Collectors.joining()));
    }

    /** Returns a chunked stream of exactly this text, for example for heartbeats, comments and CRLF. */
    public static ServerResponse stream(String text) {
        return of("text/event-stream", text.getBytes(StandardCharsets.UTF_8)).chunked();
    }

    /**
     * Returns a recorded response: JSON from {@code *.json}, a stream from any other file; in {@code *.chunks.txt} each
     * line is the payload of one event.
     *
     * @throws UncheckedIOException if it cannot be read
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

    private ServerResponse with(Consumer<ServerResponse> change) {
        ServerResponse copy = new ServerResponse(this);
        change.accept(copy);
        return copy;
    }

    /** Returns a copy that is an answer of that script, whose later answers the server gives. */
    ServerResponse withScript(ServiceScript<?> of) {
        return with(copy -> copy.script = Optional.of(of));
    }

    /** Returns a copy that is sent with the pace and in the pieces of another response, without its fault. */
    ServerResponse sentAs(ServerResponse first) {
        return with(copy -> {
            copy.bytesAtOnce = first.bytesAtOnce;
            copy.byEvent = first.byEvent;
            copy.pace = first.pace;
        });
    }

    /** Returns the script of which this is an answer; empty if there is none. */
    Optional<ServiceScript<?>> script() {
        return script;
    }

    /** Returns a copy with that status. */
    public ServerResponse withStatus(int code) {
        return with(copy -> copy.status = code);
    }

    /** Returns a copy with that header, which replaces one of the same name. */
    public ServerResponse withHeader(String name, String value) {
        return with(copy -> copy.headers.put(name, value));
    }

    /** Returns a copy with a gzipped body. */
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

    /**
     * Returns a copy that is sent in pieces of that many bytes, each flushed and, if chunked, a chunk of its own; no
     * longer event by event.
     */
    public ServerResponse withBytesAtOnce(int bytes) {
        return with(copy -> {
            copy.byEvent = false;
            copy.bytesAtOnce = Math.max(1, bytes);
        });
    }

    /** Returns a copy that is sent event by event. */
    public ServerResponse byEvent() {
        return with(copy -> copy.byEvent = true);
    }

    /** Returns a copy that waits that long, in real time, before each piece. */
    public ServerResponse withPace(Duration pause) {
        return with(copy -> copy.pace = pause);
    }

    /** Returns a copy with chunked transfer encoding. */
    public ServerResponse chunked() {
        return framed(Framing.CHUNKED, length);
    }

    /** Returns a copy with that Content-Length; if it is wrong, the connection is closed after the response. */
    public ServerResponse withContentLength(long bytes) {
        return framed(Framing.LENGTH, bytes);
    }

    /** Returns a copy whose body ends with the connection. */
    public ServerResponse untilClose() {
        return framed(Framing.CLOSE, length);
    }

    private ServerResponse framed(Framing kind, long bytes) {
        return with(copy -> {
            copy.framing = kind;
            copy.length = bytes;
        });
    }

    /** Returns a copy that closes the connection after that many bytes; -1 is before the headers. */
    public ServerResponse closesAfter(int bytes) {
        return turns(bytes, FaultAction.CLOSE, gate);
    }

    /** Returns a copy that resets the connection after that many bytes; -1 is before the headers. */
    public ServerResponse resetsAfter(int bytes) {
        return turns(bytes, FaultAction.RESET, gate);
    }

    /** Returns a copy that stalls after that many bytes until the client disconnects; -1 is before the headers. */
    public ServerResponse stallsAfter(int bytes) {
        return stallsAfter(bytes, new CountDownLatch(1));
    }

    /** Returns a copy that stalls after that many bytes until the latch opens, and then continues. */
    public ServerResponse stallsAfter(int bytes, CountDownLatch until) {
        return turns(bytes, FaultAction.STALL, until);
    }

    /** Returns a copy that writes an invalid chunk size after that many bytes of a chunked body, and closes. */
    public ServerResponse breaksChunkAfter(int bytes) {
        return chunked().turns(bytes, FaultAction.BAD_CHUNK, gate);
    }

    private ServerResponse turns(int bytes, FaultAction kind, CountDownLatch until) {
        return with(copy -> {
            copy.turn = bytes;
            copy.what = kind;
            copy.gate = until;
        });
    }

    /** Returns the length of the body as sent; positions are from 0 to this. */
    public int size() {
        return body.length;
    }

    /** Returns the positions behind the events of a stream, in order; the size alone if it has none. */
    public List<Integer> eventEnds() {
        List<Integer> ends = new ArrayList<>();
        for (int end = 0; end < body.length; ) {
            end = eventEnd(end);
            ends.add(end);
        }
        return ends;
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

    /** Returns the end of the piece that begins at a position, by its size and at most the position of the fault. */
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

    /** Returns whether another response may follow on the connection. */
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

    /** The framing of the body. */
    private enum Framing {
        LENGTH,
        CHUNKED,
        CLOSE
    }

    /** The action at the position of the fault. */
    enum FaultAction {
        CLOSE,
        RESET,
        STALL,
        BAD_CHUNK
    }
}
