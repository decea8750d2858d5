package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tasks of all clients: calls that last, whose clients come back for the outcome (SEP-2663). The id of a task is a
 * secret of the client that made the call; with it another client has nothing, if the two can be distinguished. A task
 * that its client has not asked about for a while is cancelled and forgotten, whether it runs, waits or is done.
 * Thread-safe.
 */
final class TaskTable {
    static final String EXTENSION = "io.modelcontextprotocol/tasks";
    static final Set<String> METHODS = Set.of("tasks/get", "tasks/update", "tasks/cancel");

    /** How many tasks may be there for each call that may run: those that are done wait for their clients, too. */
    private static final int KEPT_FOR_EACH_CALL = 4;

    private final Map<String, CallTask> tasks = new ConcurrentHashMap<>();
    private final ServerParts parts;

    TaskTable(ServerParts parts) {
        this.parts = parts;
    }

    /**
     * Makes a task of a call that lasts, and returns its first state; empty if its client takes none, if it is not the
     * call of a tool, if it is done, or if too many are kept. Then the client waits for the answer.
     */
    Optional<Json> begin(OpenCall call) {
        if (!call.peer().hasTasks() || !call.request().method().equals("tools/call")) {
            return Optional.empty();
        }
        String owner = call.peer().owner();
        CallTask task = new CallTask(
                parts.threads().randomToken(),
                call,
                parts.threads().time().instant(),
                parts.options().limits.inputTime());
        synchronized (tasks) {
            long mine =
                    tasks.values().stream().filter(other -> other.isOf(owner)).count();
            boolean full =
                    tasks.size() >= KEPT_FOR_EACH_CALL * parts.options().limits.calls()
                            || mine
                                    >= (long) KEPT_FOR_EACH_CALL
                                            * parts.options().limits.callsOfAClient();
            if (full || !call.detach(() -> parts.calls().remove(call))) {
                return Optional.empty();
            }
            tasks.put(task.id(), task);
        }
        expire(task, parts.options().limits.inputTime());
        return Optional.of(task.created());
    }

    private void expire(CallTask task, Duration in) {
        Subscription unused = parts.threads().time().schedule(in, () -> {
            Duration left = task.left(parts.threads().time().instant());
            if (left.isNegative() || left.isZero()) {
                tasks.remove(task.id());
                task.cancel("the client did not ask about its task");
            } else {
                expire(task, left);
            }
        });
    }

    /**
     * Answers a request about a task.
     *
     * @throws JsonRpc.Failure if the client has no tasks, or not this one
     */
    Json answer(String method, Json params, Peer peer) {
        requireTasks(peer);
        CallTask task = Optional.ofNullable(tasks.get(ServerMethods.name(method, params)))
                .filter(known -> known.isOf(peer.owner()))
                .orElseThrow(() -> JsonRpc.invalidParams(
                        "there is no such task of this client: it has expired, or the program has started again. Look"
                                + " whether its call had an effect."));
        Json state = task.state(parts.threads().time().instant());
        switch (method) {
            case "tasks/update" -> task.deliver(ServerParts.inputResponses(params));
            case "tasks/cancel" -> task.cancel("the client cancelled the task");
            default -> {
                return state;
            }
        }
        return Json.object();
    }

    /**
     * Checks that a client takes tasks.
     *
     * @throws JsonRpc.Failure if it does not
     */
    static void requireTasks(Peer peer) {
        if (!peer.hasTasks()) {
            Json extensions = Json.object().with(EXTENSION, Json.object());
            throw peer.missing(EXTENSION, Json.object().with("extensions", extensions));
        }
    }
}
