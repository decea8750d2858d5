package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction.ToolCall;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.laws.ToolExecutorLaws;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An executor of a twelfth author, or one of its faults by number. Neighbours in a list that are read-only or concurrent run beside each
 * other, as many as the scope allows; any other action waits for those before it, and those behind wait for it. Actions with
 * the same word of exclusion never overlap, in any list.
 */
final class PooledExecutor implements IToolExecutor {
    interface Work {
        Object run(ToolCall call, CallScope scope) throws Exception;
    }

    record Action(ToolDefinition definition, String exclusive, Work work) {
        boolean isShared(int wrong) {
            return definition.isReadOnly()
                    || definition.isConcurrent()
                    || (wrong == 21 && definition.isIdempotent())
                    || (wrong == 26 && definition.tags().contains("plan"));
        }

        boolean isSelected(int wrong, Selector filter) {
            return wrong == 27
                    ? filter.matches(definition.name())
                    : filter.matches(definition.name(), definition.tags(), definition.owner());
        }
    }

    private final Map<String, Action> actions = new TreeMap<>();
    private final Map<String, Semaphore> exclusions = new ConcurrentHashMap<>();
    private final ExecutorService pool = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "actions");
        thread.setDaemon(true);
        return thread;
    });

    private final int wrong;

    PooledExecutor(int wrong, List<Action> actions) {
        this.wrong = wrong;
        actions.forEach(action -> this.actions.put(action.definition().name(), action));
    }

    /** Creates a right executor of tools, or one with a fault by number. */
    static PooledExecutor of(int wrong, List<AiTool> tools) {
        return new PooledExecutor(
                wrong,
                tools.stream()
                        .map(tool -> new Action(
                                ToolExecutorLaws.definition(tool),
                                tool.exclusive(),
                                (call, scope) -> ToolExecutorLaws.run(tool, call, scope)))
                        .toList());
    }

    @Override
    public List<ToolDefinition> definitions(Selector filter) {
        return actions.values().stream()
                .filter(action -> action.isSelected(0, filter))
                .map(Action::definition)
                .sorted(Comparator.comparing(ToolDefinition::name))
                .toList();
    }

    @Override
    public List<ToolEnvelope> execute(List<ToolCall> calls, CallScope scope) {
        ToolEnvelope[] outcomes = new ToolEnvelope[calls.size()];
        int begin = 0;
        while (begin < calls.size()) {
            int end = begin + 1;
            if (isShared(calls.get(begin))) {
                while (end < calls.size() && isShared(calls.get(end))) {
                    end++;
                }
            }
            run(calls, begin, end, scope, outcomes);
            begin = end;
        }
        return List.of(outcomes);
    }

    private boolean isShared(ToolCall call) {
        Action action = actions.get(call.name());
        return action == null || action.isShared(wrong);
    }

    /** Runs the calls from begin to end, on this thread and others of the pool, and waits for all. */
    private void run(List<ToolCall> calls, int begin, int end, CallScope scope, ToolEnvelope[] outcomes) {
        AtomicInteger next = new AtomicInteger(begin);
        Runnable worker = () -> {
            for (int i = next.getAndIncrement(); i < end; i = next.getAndIncrement()) {
                ToolCall call = calls.get(i);
                ToolEnvelope outcome = outcome(call, scope);
                outcomes[i] = outcome;
                scope.tell(listener -> listener.finished(call, outcome));
            }
        };
        int helpers = Math.min(Math.max(1, scope.parallel()), end - begin) - 1;
        List<Future<?>> others = new ArrayList<>();
        for (int i = 0; i < helpers; i++) {
            others.add(pool.submit(worker));
        }
        worker.run();
        boolean interrupted = false;
        for (Future<?> other : others) {
            while (true) {
                try {
                    other.get();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private ToolEnvelope outcome(ToolCall call, CallScope scope) {
        Action action = actions.get(call.name());
        if (action == null || !action.isSelected(wrong, scope.toolFilter())) {
            return ToolEnvelope.failed(Code.TOOL_NOT_FOUND, "There is no such action.");
        }
        if (call.arguments().kind() != Json.Kind.OBJECT) {
            return ToolEnvelope.failed(Code.INVALID_ARGUMENTS, "The arguments must be an object.");
        }
        if (action.exclusive().isEmpty()) {
            return started(action, call, scope);
        }
        Semaphore only = exclusions.computeIfAbsent(action.exclusive(), word -> new Semaphore(1, true));
        if (!acquired(only, scope)) {
            return ToolEnvelope.failed(Code.CANCELLED, "The turn has ended.");
        }
        if (wrong == 20 && scope.cancellation().isCancelled()) {
            return ToolEnvelope.failed(Code.CANCELLED, "The turn has ended.");
        }
        try {
            return started(action, call, scope);
        } finally {
            only.release();
        }
    }

    private static boolean acquired(Semaphore only, CallScope scope) {
        try {
            while (!scope.cancellation().isCancelled()) {
                if (only.tryAcquire(10, TimeUnit.MILLISECONDS)) {
                    return true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private ToolEnvelope started(Action action, ToolCall call, CallScope scope) {
        if (scope.cancellation().isCancelled()) {
            return ToolEnvelope.failed(Code.CANCELLED, "The turn has ended.");
        }
        scope.tell(listener -> listener.starting(call, RunArguments.of(call)));
        try {
            Object result = action.work().run(call, scope);
            return result instanceof ToolEnvelope whole ? whole : ToolEnvelope.ok(result);
        } catch (ToolException refused) {
            return ToolEnvelope.failed(wrong == 22 ? Code.FAILED : refused.code(), refused.getMessage());
        } catch (Exception | Error broken) {
            return ToolEnvelope.failed(
                    Code.FAILED, "The action failed: " + broken.getClass().getSimpleName());
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
