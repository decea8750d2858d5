package dev.plumbline.mcpclient;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.Exchange;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.ResponseBodyHandler;
import dev.plumbline.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The response to one request: its answer, as a body or as an event of a stream, and whatever else comes before it.
 * Keeps from where the stream can be resumed. Used by one thread.
 */
final class AnswerStream implements ResponseBodyHandler {
    private static final Duration USUAL_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);
    private static final int MOST_RESUMPTIONS = 20;
    private static final int MOST_STRAYS = 256;
    private static final String OTHER_ID = "the server's answer has another id than the request";

    private final long id;
    private final Consumer<Json> receiver;
    private Optional<Json> answer = Optional.empty();
    private Optional<String> lastEvent = Optional.empty();
    private Duration wait = USUAL_WAIT;
    private int resumptions;
    private int strays;

    /**
     * Creates the reader of a response.
     *
     * @param id the number of the request; -1 if no answer is expected
     * @param receiver takes requests and notifications
     */
    AnswerStream(long id, Consumer<Json> receiver) {
        this.id = id;
        this.receiver = receiver;
    }

    /** Reads a response to its end, or until the answer has arrived; a stream that breaks counts as its end. */
    void read(Exchange exchange) {
        try {
            exchange.read(this);
        } catch (AiException e) {
            boolean broke = e.error().category() == AiError.Category.TRUNCATED
                    || e.error().category() == AiError.Category.NETWORK;
            if (!broke || lastEvent.isEmpty()) {
                throw e;
            }
        }
    }

    Optional<Json> answer() {
        return answer;
    }

    Optional<String> lastEvent() {
        return lastEvent;
    }

    /** Returns whether the server gave a position from which the stream can be continued; counts how often it was. */
    boolean canResume() {
        return lastEvent.isPresent() && resumptions++ < MOST_RESUMPTIONS;
    }

    void giveUp() {
        lastEvent = Optional.empty();
    }

    /** Returns how long the server wants a client to wait before it connects again. */
    Duration pause() {
        return wait;
    }

    @Override
    public void body(byte[] bytes, int length) {
        if (!take(new String(bytes, 0, length, StandardCharsets.UTF_8)) && id >= 0) {
            throw protocol(OTHER_ID);
        }
    }

    @Override
    public boolean event(String name, byte[] data, int length) {
        return length == 0 || !take(new String(data, 0, length, StandardCharsets.UTF_8));
    }

    /** Takes a message; returns whether it is the answer. */
    private boolean take(String text) {
        Json message =
                JsonRpc.message(text).orElseThrow(() -> protocol("the server sent something that is not a message"));
        if (message.get("method").exists()) {
            receiver.accept(message);
            return false;
        }
        boolean refused = message.get("error").exists() && message.get("id").kind() == Json.Kind.NULL;
        if (JsonRpc.isAnswer(message) && (refused || JsonRpc.id(message) == id)) {
            answer = Optional.of(message);
            return true;
        }
        if (JsonRpc.isAnswer(message) && id >= 0) {
            throw protocol(
                    message.get("id").kind() == Json.Kind.STRING
                            ? "the id of the server's answer is a text, and that of the request a number"
                            : OTHER_ID);
        }
        if (++strays > MOST_STRAYS) {
            throw protocol("the server sent " + strays + " answers that nobody waits for");
        }
        return false;
    }

    private static AiException protocol(String message) {
        return new AiException(AiError.of(AiError.Category.PROTOCOL, "mcp", message));
    }

    @Override
    public void lastEventId(String event) {
        lastEvent = event.isEmpty() ? Optional.empty() : Optional.of(event);
    }

    @Override
    public void retryAfter(Duration asked) {
        Duration most = asked.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : asked;
        wait = most.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : most;
    }
}
