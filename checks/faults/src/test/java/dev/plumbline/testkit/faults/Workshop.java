package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** An executor of an eleventh author whose jobs have machines, or one of its faults by number. */
final class Workshop implements IToolExecutor {
    interface Work {
        Object run(Interaction.ToolCall call, CallScope scope) throws Exception;
    }

    record Job(ToolDefinition definition, String machine, Work work) {
        boolean isSelected(Selector filter) {
            return filter.matches(definition.name(), definition.tags(), definition.owner());
        }

        boolean isBeside() {
            return definition.isReadOnly() || definition.isConcurrent();
        }
    }

    private final int wrong;
    private final Map<String, Job> jobs;
    private final Map<String, Semaphore> machines = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "workshop");
        thread.setDaemon(true);
        return thread;
    });

    Workshop(int wrong, Map<String, Job> jobs) {
        this.wrong = wrong;
        this.jobs = Map.copyOf(jobs);
    }

    @Override
    public List<ToolDefinition> definitions(Selector filter) {
        return jobs.values().stream()
                .filter(job -> job.isSelected(filter))
                .map(Job::definition)
                .sorted(Comparator.comparing(ToolDefinition::name))
                .toList();
    }

    @Override
    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
        ToolEnvelope[] outcomes = new ToolEnvelope[calls.size()];
        int begin = 0;
        while (begin < calls.size()) {
            int end = begin + 1;
            if (isBeside(calls.get(begin)) && scope.parallel() > 1) {
                while (end < calls.size() && isBeside(calls.get(end))) {
                    end++;
                }
            }
            if (end - begin == 1) {
                outcomes[begin] = outcome(calls.get(begin), scope);
            } else {
                beside(calls, begin, end, scope, outcomes);
            }
            begin = end;
        }
        return Arrays.asList(outcomes);
    }

    private boolean isBeside(Interaction.ToolCall call) {
        Job job = jobs.get(call.name());
        return job != null && job.isBeside();
    }

    private void beside(
            List<Interaction.ToolCall> calls, int begin, int end, CallScope scope, ToolEnvelope[] outcomes) {
        Semaphore places = new Semaphore(scope.parallel() + (wrong == 23 ? 1 : 0));
        List<Future<ToolEnvelope>> running = new ArrayList<>();
        for (int i = begin; i < end; i++) {
            Interaction.ToolCall call = calls.get(i);
            places.acquireUninterruptibly();
            running.add(threads.submit(() -> {
                try {
                    return outcome(call, scope);
                } finally {
                    places.release();
                }
            }));
        }
        for (int i = begin; i < end; i++) {
            outcomes[i] = joined(running.get(i - begin));
        }
    }

    private static ToolEnvelope joined(Future<ToolEnvelope> running) {
        while (true) {
            try {
                return running.get();
            } catch (InterruptedException e) {
                continue; // the turn ends by its cancellation, which the job hears
            } catch (ExecutionException | CancellationException e) {
                return ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The job failed.");
            }
        }
    }

    private ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
        Job job = jobs.get(call.name());
        if (job == null || !job.isSelected(scope.toolFilter())) {
            return ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, "There is no such job.");
        }
        if (call.arguments().kind() != Json.Kind.OBJECT) {
            return ToolEnvelope.failed(ToolEnvelope.Code.INVALID_ARGUMENTS, "The arguments must be an object.");
        }
        if (job.machine().isEmpty()) {
            return run(job, call, scope);
        }
        Semaphore machine = machines.computeIfAbsent(job.machine(), name -> new Semaphore(1, true));
        if (!acquired(machine, scope)) {
            return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "The turn has ended.");
        }
        try {
            return run(job, call, scope);
        } finally {
            machine.release();
        }
    }

    private boolean acquired(Semaphore machine, CallScope scope) {
        while (!scope.cancellation().isCancelled() || wrong == 22) {
            try {
                if (machine.tryAcquire(20, TimeUnit.MILLISECONDS)) {
                    return wrong != 22 || !scope.cancellation().isCancelled();
                }
                if (scope.cancellation().isCancelled()) {
                    return false;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return false;
    }

    private ToolEnvelope run(Job job, Interaction.ToolCall call, CallScope scope) {
        if (scope.cancellation().isCancelled()) {
            return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "The turn has ended.");
        }
        scope.tell(listener -> listener.starting(call, RunArguments.of(call)));
        try {
            Object result = job.work().run(call, scope);
            return result instanceof ToolEnvelope whole ? whole : ToolEnvelope.ok(result);
        } catch (ToolException refused) {
            return ToolEnvelope.failed(wrong == 24 ? ToolEnvelope.Code.FAILED : refused.code(), refused.getMessage());
        } catch (Exception | Error broken) {
            return ToolEnvelope.failed(
                    ToolEnvelope.Code.FAILED,
                    "The job failed: " + broken.getClass().getSimpleName());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
