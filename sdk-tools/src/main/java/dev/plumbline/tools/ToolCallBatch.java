package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The calls of one round: admitted one after the other, in their order, before the first of them runs; then run in their
 * order, or in parallel where that is allowed. A call that must be alone waits for all before it, and all after it wait
 * for it.
 */
final class ToolCallBatch {
    private final List<ToolInvocation> calls;
    private final ParallelRunner runner;
    private final Supplier<ToolEnvelope> unknown;
    private final ToolEnvelope[] outcomes;

    ToolCallBatch(List<ToolInvocation> calls, ParallelRunner runner, Supplier<ToolEnvelope> unknown) {
        this.calls = calls;
        this.runner = runner;
        this.unknown = unknown;
        this.outcomes = new ToolEnvelope[calls.size()];
    }

    List<ToolEnvelope> run(int atOnce) {
        calls.forEach(ToolInvocation::admit);
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

    /** Isolates a failing observer or state; the call is answered all the same. */
    private ToolEnvelope outcome(ToolInvocation call) {
        try {
            return call.run(unknown);
        } catch (RuntimeException | Error e) {
            return ToolEnvelope.failed(
                    ToolEnvelope.Code.FAILED,
                    "The call failed around its tool: " + e.getClass().getName());
        }
    }
}
