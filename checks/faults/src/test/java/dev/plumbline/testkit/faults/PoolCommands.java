package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction.ToolCall;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/** An executor of a tenth author, or one of its faults by number. */
final class PoolCommands implements IToolExecutor {
    interface Work {
        Object run(ToolCall call, CallScope scope) throws Exception;
    }

    record Command(ToolDefinition definition, String exclusive, Work work) {
        boolean isSelected(Selector filter) {
            return filter.matches(definition.name(), definition.tags(), definition.owner());
        }

        boolean mayRunBeside() {
            return definition.isReadOnly() || definition.isConcurrent();
        }
    }

    private final int wrong;
    private final Map<String, Command> commands;
    private final Map<String, ReentrantLock> exclusions = new ConcurrentHashMap<>();
    private volatile boolean closed;

    PoolCommands(int wrong, Map<String, Command> commands) {
        this.wrong = wrong;
        this.commands = Map.copyOf(commands);
    }

    @Override
    public List<ToolDefinition> definitions(Selector filter) {
        return commands.values().stream()
                .filter(command -> command.isSelected(filter))
                .map(Command::definition)
                .sorted(Comparator.comparing(ToolDefinition::name))
                .toList();
    }

    @Override
    public List<ToolEnvelope> execute(List<ToolCall> calls, CallScope scope) {
        if (wrong != 25) {
            return inOrder(calls, scope);
        }
        List<Integer> order = IntStream.range(0, calls.size())
                .boxed()
                .sorted(Comparator.comparing(i -> !mayRunBeside(calls.get(i))))
                .toList();
        List<ToolEnvelope> outcomes = inOrder(order.stream().map(calls::get).toList(), scope);
        ToolEnvelope[] results = new ToolEnvelope[calls.size()];
        for (int i = 0; i < results.length; i++) {
            results[order.get(i)] = outcomes.get(i);
        }
        return Arrays.asList(results);
    }

    private List<ToolEnvelope> inOrder(List<ToolCall> calls, CallScope scope) {
        ToolEnvelope[] results = new ToolEnvelope[calls.size()];
        int at = 0;
        while (at < calls.size()) {
            int end = at + 1;
            if (mayRunBeside(calls.get(at))) {
                while (end < calls.size() && mayRunBeside(calls.get(wrong == 21 ? end - 1 : end))) {
                    end++;
                }
            }
            runTogether(calls, at, end, scope, results);
            at = end;
        }
        return Arrays.asList(results);
    }

    private boolean mayRunBeside(ToolCall call) {
        Command command = commands.get(call.name());
        return command != null && command.mayRunBeside();
    }

    private void runTogether(List<ToolCall> calls, int from, int to, CallScope scope, ToolEnvelope[] results) {
        AtomicInteger next = new AtomicInteger(from);
        Runnable work = () -> {
            for (int i = next.getAndIncrement(); i < to; i = next.getAndIncrement()) {
                results[i] = outcome(calls.get(i), scope);
            }
        };
        List<Thread> helpers = new ArrayList<>();
        for (int i = 1;
                i < Math.min(scope.parallel() + (wrong == 24 ? 1 : 0), to - from);
                i++) { // this thread works, too
            Thread helper = new Thread(work, "commands-" + i);
            helper.setDaemon(true);
            helper.start();
            helpers.add(helper);
        }
        work.run();
        boolean interrupted = false;
        for (Thread helper : helpers) {
            while (helper.isAlive()) {
                try {
                    helper.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private ToolEnvelope outcome(ToolCall call, CallScope scope) {
        Command command = commands.get(call.name());
        if (command == null || !command.isSelected(scope.toolFilter())) {
            return ToolEnvelope.failed(Code.TOOL_NOT_FOUND, "There is no such command.");
        }
        if (call.arguments().kind() != Json.Kind.OBJECT) {
            return ToolEnvelope.failed(Code.INVALID_ARGUMENTS, "The arguments must be an object.");
        }
        if (command.exclusive().isEmpty()) {
            return run(command, call, scope);
        }
        ReentrantLock lock = exclusions.computeIfAbsent(
                (wrong == 22 ? scope.ids().session() : "") + command.exclusive(), name -> new ReentrantLock());
        if (!take(lock, scope)) {
            return cancelled();
        }
        try {
            return run(command, call, scope);
        } finally {
            lock.unlock();
        }
    }

    private boolean take(ReentrantLock lock, CallScope scope) {
        try {
            while (!scope.cancellation().isCancelled()) {
                if (lock.tryLock(5, TimeUnit.MILLISECONDS)) {
                    return true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private ToolEnvelope run(Command command, ToolCall call, CallScope scope) {
        if (closed || scope.cancellation().isCancelled()) { // with the effect NOT_STARTED
            return cancelled();
        }
        scope.tell(listener -> listener.starting(call, RunArguments.of(call)));
        try {
            Object result = command.work().run(call, scope);
            return result instanceof ToolEnvelope whole ? whole : ToolEnvelope.ok(result);
        } catch (ToolException refused) {
            return ToolEnvelope.failed(wrong == 23 ? Code.FAILED : refused.code(), refused.getMessage());
        } catch (Exception | Error broken) {
            return ToolEnvelope.failed(
                    Code.FAILED, "The command failed: " + broken.getClass().getSimpleName());
        }
    }

    private static ToolEnvelope cancelled() {
        return ToolEnvelope.failed(Code.CANCELLED, "The turn has ended.");
    }

    @Override
    public void close() {
        closed = true;
    }
}
