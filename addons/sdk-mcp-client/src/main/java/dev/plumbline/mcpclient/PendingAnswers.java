package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.time.Subscription;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a connection that wait for their answers. Each is completed exactly once: by its answer, by the end
 * of its caller's wait or by the end of the connection, whichever is first. Thread-safe.
 */
final class PendingAnswers {
    private static final Pattern IDS = Pattern.compile("\"id\"\\s*:\\s*\"?([0-9]{1,18})\"?\\s*[,}]");

    private final Map<Long, CompletableFuture<Json>> waiting = new HashMap<>();
    private @Nullable McpFailure ended;
    private long newest = -1;

    /**
     * Adds a request.
     *
     * @return completes with its answer, or with a {@link McpFailure}; at once, with SESSION_GONE, if the connection has
     *     ended, because the request is not sent then
     */
    synchronized CompletableFuture<Json> add(long id) {
        CompletableFuture<Json> answer = new CompletableFuture<>();
        if (ended != null) {
            answer.completeExceptionally(
                    ended.kind() == McpFailure.Kind.CANCELLED
                            ? ended
                            : McpFailure.of(McpFailure.Kind.SESSION_GONE, String.valueOf(ended.getMessage())));
        } else {
            waiting.put(id, answer);
            newest = Math.max(newest, id);
        }
        return answer;
    }

    /** Gives an answer to its request; returns false if no request waits for it. */
    boolean answer(Json message) {
        return take(JsonRpc.id(message)).map(waits -> waits.complete(message)).orElse(false);
    }

    /**
     * Fails the request to which a text belongs that cannot be an answer: the one whose number the text has as an id,
     * also between quotes. Returns false if it has none, or those of several requests.
     */
    boolean fail(String text, String why) {
        Set<Long> claimed = IDS.matcher(text)
                .results()
                .map(id -> Long.parseLong(id.group(1)))
                .filter(this::waits)
                .collect(Collectors.toSet());
        return claimed.size() == 1
                && take(claimed.iterator().next())
                        .map(waits -> waits.completeExceptionally(McpFailure.of(McpFailure.Kind.PROTOCOL, why)))
                        .orElse(false);
    }

    /**
     * Fails the only request that waits, if a message answers a request that was never sent: the server has lost count, and
     * the answer would not come. An answer to an earlier request may be late, and fails none. Returns false if it fails none.
     */
    boolean failIfNeverSent(Json message) {
        CompletableFuture<Json> only;
        long id = JsonRpc.id(message);
        synchronized (this) {
            boolean wasSent = id >= 0 && id <= newest;
            if (wasSent || waiting.size() != 1) {
                return false;
            }
            only = waiting.values().iterator().next();
            waiting.clear();
        }
        return only.completeExceptionally(McpFailure.of(
                McpFailure.Kind.PROTOCOL, "the server answered a request that was never sent, with another id"));
    }

    private synchronized boolean waits(long id) {
        return waiting.containsKey(id);
    }

    private synchronized Optional<CompletableFuture<Json>> take(long id) {
        return Optional.ofNullable(waiting.remove(id));
    }

    /** Fails every request that waits, and every later one. */
    void end(McpFailure why) {
        List<CompletableFuture<Json>> left;
        synchronized (this) {
            ended = ended == null ? why : ended;
            left = List.copyOf(waiting.values());
            waiting.clear();
        }
        left.forEach(waits -> waits.completeExceptionally(why));
    }

    synchronized int size() {
        return waiting.size();
    }

    /**
     * Waits for an answer.
     *
     * @throws McpFailure CANCELLED or TIMEOUT when the wait ends first; why the connection ended
     */
    Json await(long id, CompletableFuture<Json> answer, Cancellation ends) {
        Subscription end = ends.onCancel(() -> answer.completeExceptionally(Waits.failure(ends)));
        try {
            return Waits.result(answer);
        } finally {
            end.close();
            Optional<CompletableFuture<Json>> unused = take(id);
        }
    }
}
