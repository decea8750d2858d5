package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The tool calls of one round. All are admitted in order before the first one runs. Then they run in order, or in
 * parallel if allowed. A call that is not concurrent waits for all earlier calls, and all later calls wait for it.
 */
final class ToolCallBatch {
    private final List<ToolCallExecution> calls;
    private final ParallelRunner runner;
    private final Supplier<ToolEnvelope> unknown;
    private final ToolEnvelope[] outcomes;

    ToolCallBatch(List<ToolCallExecution> calls, ParallelRunner runner, Supplier<ToolEnvelope> unknown) {
        this.calls = calls;
        this.runner = runner;
        this.unknown = unknown;
        this.outcomes = new ToolEnvelope[calls.size()];
    }

    List<ToolEnvelope> run(int atOnce) {
        calls.forEach(ToolCallExecution::admit);
        for (int i = 0; i + 1 < calls.size(); i++) {
            if (calls.get(i).isOnHost() && calls.get(i + 1).isOnHost()) {
                calls.get(i).followed();
            }
        }
        int from = 0;
        while (from < calls.size()) {
            int to = atOnce == 1 ? from + 1 : endOfGroup(from);
            run(from, to, atOnce);
            from = to;
        }
        return List.of(outcomes);
    }

    private void run(int from, int to, int atOnce) {
        if (to - from == 1) {
            outcomes[from] = outcome(calls.get(from));
        } else {
            runner.run(work(from, to), atOnce);
        }
    }

    private int endOfGroup(int from) {
        int to = from + 1;
        while (to < calls.size()
                && calls.get(from).isConcurrent()
                && calls.get(to).isConcurrent()) {
            to++;
        }
        return to;
    }

    private List<Runnable> work(int from, int to) {
        List<Runnable> work = new ArrayList<>();
        for (int i = from; i < to; i++) {
            int index = i;
            work.add(() -> outcomes[index] = outcome(calls.get(index)));
        }
        return work;
    }

    /** Runs one call and answers it even if an observer or the state throws. */
    private ToolEnvelope outcome(ToolCallExecution call) {
        try {
            return call.run(unknown);
        } catch (RuntimeException | Error e) {
            return ToolEnvelope.failed(
                    ToolEnvelope.Code.FAILED,
                    "The call failed outside its tool: " + e.getClass().getName());
        }
    }
}
