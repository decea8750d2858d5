package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/** A call whose client asks for its state. Its lifetime is counted from the last time that it was asked for. Thread-safe. */
final class CallTask {
    /** The pauses between two questions that a client is advised: a tenth of the age of the task, within these. */
    private static final int SHORTEST_POLL = 250;

    private static final int LONGEST_POLL = 5_000;

    private final String id;
    private final OpenCall call;
    private final Instant created;
    private final Duration patience;
    private Instant asked;
    private Instant changed;
    private Json last = Json.object();

    /**
     * Creates the task of a call.
     *
     * @param patience how long it is kept after it was asked about
     */
    CallTask(String id, OpenCall call, Instant now, Duration patience) {
        this.id = id;
        this.call = call;
        this.created = now.truncatedTo(ChronoUnit.MILLIS);
        this.patience = patience;
        this.asked = created;
        this.changed = created;
    }

    String id() {
        return id;
    }

    boolean isOf(String owner) {
        return call.peer().owner().equals(owner);
    }

    /** Returns the time until it is forgotten; not positive if that is now. */
    synchronized Duration left(Instant now) {
        return Duration.between(now, asked.plus(patience));
    }

    /** Returns its first state, without what the call has come to. */
    Json created() {
        return described(Json.object().with("status", "working"), created);
    }

    /** Returns its state, for a client that asks about it now. */
    synchronized Json state(Instant now) {
        asked = now.truncatedTo(ChronoUnit.MILLIS);
        Json state = state();
        changed = state.equals(last) ? changed : asked;
        last = state;
        return described(state, asked);
    }

    private synchronized Json described(Json state, Instant now) {
        long age = Duration.between(created, now).toMillis();
        Json json = Json.object()
                .with("taskId", id)
                .with("createdAt", created.toString())
                .with("lastUpdatedAt", changed.toString())
                .with("ttlMs", Duration.between(created, asked.plus(patience)).toMillis())
                .with("pollIntervalMs", Math.max(SHORTEST_POLL, Math.min(LONGEST_POLL, age / 10)));
        for (Map.Entry<String, Json> member : state.fields().entrySet()) {
            json = json.with(member.getKey(), member.getValue());
        }
        return json;
    }

    private Json state() {
        if (call.isDone()) {
            return outcome();
        }
        Map<String, McpInput> inputs = call.asked();
        if (!inputs.isEmpty()) {
            return Json.object().with("status", "input_required").with("inputRequests", McpInput.toJson(inputs));
        }
        return said(Json.object().with("status", "working"), call.progressText());
    }

    /** Returns the outcome. A tool that came to its end before it noticed the cancellation has completed. */
    private Json outcome() {
        try {
            Json result = call.outcome();
            return call.cancellation().isCancelled() && result.get("isError").equals(Json.of(true))
                    ? said(
                            Json.object().with("status", "cancelled"),
                            call.content().note(call.cancellation().reason().orElse("")))
                    : Json.object().with("status", "completed").with("result", result);
        } catch (JsonRpc.Failure failed) {
            Json error = JsonRpc.error(Optional.empty(), failed).get("error");
            return Json.object().with("status", "failed").with("error", error);
        }
    }

    private static Json said(Json state, String message) {
        return message.isEmpty() ? state : state.with("statusMessage", message);
    }

    void deliver(Map<String, Json> responses) {
        call.deliver(responses);
    }

    void cancel(String why) {
        boolean unused = call.cancellation().cancel(why);
    }
}
