package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A call that the server answered with a task (SEP-2663). Its state is asked for until it has an outcome, over as many
 * connections as that takes; the call itself is never repeated. A task whose outcome nobody waits for is cancelled at the
 * server. Used by one thread.
 */
final class RemoteTask {
    private static final String EXTENSION = "io.modelcontextprotocol/tasks";
    private static final long SHORTEST_PAUSE = 50;
    private static final long USUAL_PAUSE = 1_000;
    private static final long LONGEST_PAUSE = 10_000;
    private static final int LONGEST_ID = 1_024;
    private static final int MOST_INPUTS = 20;
    private static final Duration CANCEL_TIME = Duration.ofSeconds(5);

    private final Json created;
    private final Json name;
    private final ServerLink link;
    private final ConnectionParts parts;
    private final ServerSession.Call call;
    private final Set<String> answered = new HashSet<>();
    private ServerSession last;
    private String shown = "";

    /**
     * Creates the task that an answer describes.
     *
     * @param session the session that gave the answer, so that a task that is given up at once is cancelled, too
     * @throws McpFailure PROTOCOL if it has no id
     */
    RemoteTask(Json created, ServerSession session, ServerLink link, ConnectionParts parts, ServerSession.Call call) {
        this.created = created;
        this.last = session;
        String id = created.get("taskId").findText().orElse("");
        if (id.isEmpty() || id.length() > LONGEST_ID) {
            throw McpFailure.of(McpFailure.Kind.PROTOCOL, "the server answered with a task without an id");
        }
        this.name = Json.object().with("taskId", id);
        this.link = link;
        this.parts = parts;
        this.call = call;
    }

    static boolean isTask(Json result) {
        return result.get("resultType").findText().equals(Optional.of("task"));
    }

    /** Returns capabilities that also say that a task is taken for an answer. */
    static Json declared(Json capabilities) {
        return capabilities.with("extensions", Json.object().with(EXTENSION, Json.object()));
    }

    /**
     * Waits for the outcome and returns the result of the call.
     *
     * @throws McpFailure if there is none; an effect is possible then
     */
    Json outcome() {
        boolean over = false;
        try {
            Json state = created;
            while (!isOver(state)) {
                report(state);
                answer(state);
                pause(state.get("pollIntervalMs"));
                state = ask("tasks/get", name);
            }
            over = true;
            return result(state);
        } finally {
            if (!over) {
                cancel();
            }
        }
    }

    private static boolean isOver(Json state) {
        return switch (state.get("status").findText().orElse("")) {
            case "working", "input_required" -> false;
            case "completed", "failed", "cancelled" -> true;
            default -> throw McpFailure.of(McpFailure.Kind.PROTOCOL, "the server's task has no known status");
        };
    }

    private static Json result(Json state) {
        if (state.get("status").equals(Json.of("cancelled"))) {
            throw McpFailure.of(McpFailure.Kind.CANCELLED, "the server cancelled the task");
        }
        boolean failed = state.get("status").equals(Json.of("failed"));
        if (state.get(failed ? "error" : "result").kind() != Json.Kind.OBJECT) {
            throw McpFailure.of(McpFailure.Kind.PROTOCOL, "the server's task ended without its outcome");
        }
        return McpFailure.resultOf(failed ? state.without("result") : state.without("error"));
    }

    /** Shows what the server says about the task, when it says something else than before. */
    private void report(Json state) {
        String said = state.get("statusMessage").findText().orElse("");
        if (!said.equals(shown)) {
            shown = said;
            call.progress().ifPresent(watcher -> watcher.accept(Json.object().with("message", said)));
        }
    }

    /** Gives the server what it asks for, each input once. */
    private void answer(Json state) {
        for (Map.Entry<String, Json> asked :
                JsonMembers.object(state, "inputRequests").fields().entrySet()) {
            if (!answered.add(asked.getKey())) {
                continue;
            }
            if (answered.size() > MOST_INPUTS) {
                throw McpFailure.of(McpFailure.Kind.PROTOCOL, "the server asks for input again and again");
            }
            Json given = session().input(asked.getValue(), call.ends());
            Json unused = ask(
                    "tasks/update", name.with("inputResponses", Json.object().with(asked.getKey(), given)));
        }
    }

    private void pause(Json wanted) {
        boolean number = wanted.kind() == Json.Kind.NUMBER && wanted.text().matches("[0-9]{1,9}");
        long millis = number ? wanted.asLong() : USUAL_PAUSE;
        pause(Duration.ofMillis(Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, millis))));
    }

    private void pause(Duration time) {
        try {
            call.ends().sleep(time, "the task is asked about again");
        } catch (AiException given) {
            throw Waits.failure(call.ends());
        }
    }

    private ServerSession session() {
        ServerSession session = link.session(call.ends());
        last = session;
        return session;
    }

    /** Sends a request about the task; one that is lost on the way is sent again. */
    private Json ask(String method, Json params) {
        for (int lost = 0; ; lost++) {
            try {
                return session().send(method, params, call.ends());
            } catch (McpFailure failed) {
                boolean again = failed.kind() == McpFailure.Kind.LOST
                        || failed.kind() == McpFailure.Kind.SESSION_GONE
                        || failed.kind() == McpFailure.Kind.UNREACHABLE;
                if (failed.code() == JsonRpc.INVALID_PARAMS) {
                    throw lost("the server does not know the task any more");
                }
                if (!again) {
                    throw failed;
                }
                if (lost >= parts.limits().restarts()) {
                    throw lost(String.valueOf(failed.getMessage()));
                }
                pause(Backoff.FIRST.multipliedBy(1L << Math.min(lost, 5)));
            }
        }
    }

    private static McpFailure lost(String why) {
        return McpFailure.of(McpFailure.Kind.LOST, why);
    }

    /** Cancels the task at the server, without a wait; a connection is not opened for it. */
    private void cancel() {
        ServerSession session = last;
        if (!session.isOpen()) {
            return;
        }
        parts.inBackground(() -> {
            try {
                Json unused = Waits.within(
                        CANCEL_TIME,
                        Cancellation.create(),
                        parts.threads().time(),
                        ends -> session.send("tasks/cancel", name, ends));
            } catch (McpFailure gone) {
                parts.log().accept("a task was not cancelled at the server: " + gone.getMessage());
            }
        });
    }
}
