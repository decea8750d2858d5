package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.time.Scheduler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The calls that run or wait for input. Thread-safe. */
final class CallTable {
    private final Map<String, OpenCall> open = new ConcurrentHashMap<>();
    private final McpLimits limits;
    private final Executor work;
    private final Scheduler time;
    private final ServerFailures failures;

    CallTable(McpLimits limits, Executor work, ServerFailures failures) {
        this.limits = limits;
        this.work = work;
        this.time = failures.time();
        this.failures = failures;
    }

    /**
     * Starts a call.
     *
     * @return false if too many run, of all clients or of that one
     */
    boolean start(OpenCall call, Function<OpenCall, Json> action) {
        synchronized (open) {
            String client = call.peer().owner();
            long mine = open.values().stream()
                    .filter(other -> other.peer().owner().equals(client))
                    .count();
            if (open.size() >= limits.calls() || mine >= limits.callsOfAClient()) {
                return false;
            }
            open.put(call.id(), call);
        }
        try {
            work.execute(() -> run(call, action));
            return true;
        } catch (RejectedExecutionException closing) {
            open.remove(call.id());
            return false;
        }
    }

    private void run(OpenCall call, Function<OpenCall, Json> action) {
        try {
            call.complete(action.apply(call));
        } catch (JsonRpc.Failure refused) {
            call.fail(refused);
        } catch (Throwable broken) {
            failures.threw(call, broken);
            call.fail(new JsonRpc.Failure(
                    JsonRpc.INTERNAL_ERROR,
                    200,
                    "the server failed: " + broken.getClass().getName()));
        }
    }

    /** Forgets a call whose outcome was sent, or that nobody waits for. */
    void remove(OpenCall call) {
        call.limitInput(() -> {});
        open.remove(call.id());
    }

    /** Cancels a call that waits for input of that round, unless the client comes back in time. */
    void awaitClient(OpenCall call, int round) {
        call.limitInput(time.schedule(limits.inputTime(), () -> {
            if (call.isWaiting(round)) {
                call.cancellation().cancel("the client did not come back with its input");
                open.remove(call.id());
            }
        }));
    }

    Optional<OpenCall> find(String id) {
        return Optional.ofNullable(open.get(id));
    }

    /** Returns the names of what runs, for a client that has to wait. */
    String running() {
        return open.values().stream()
                .map(call -> call.request().name())
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** Returns the names of what runs for a client. */
    List<String> running(ClientGate.Contact client) {
        return open.values().stream()
                .filter(call -> call.peer().info().equals(client.client())
                        && call.peer().owner().equals(client.owner()))
                .map(call -> call.request().name())
                .sorted()
                .toList();
    }

    int size() {
        return open.size();
    }

    /** Cancels all calls that the test selects. */
    void cancel(Predicate<OpenCall> selected, String reason) {
        open.values().stream()
                .filter(selected)
                .forEach(call -> call.cancellation().cancel(reason));
    }
}
