package dev.plumbline.policy;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.policy.ChainRun.PolicyRun;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the steps of a trace from a finished run, on first use; the nesting of policies follows from their order. */
final class TraceBuilder {
    private final ChainRun run;

    /** The time of the policies at each depth since the enclosing one, and the last of them; filled from the end. */
    private final long[] took;

    private final @Nullable PolicyRun[] last;

    private TraceBuilder(ChainRun run, int depths) {
        this.run = run;
        this.took = new long[depths];
        this.last = new PolicyRun[depths];
    }

    static List<Trace.Step> of(ChainRun run) {
        PolicyRun[] invocations = run.invocations();
        TraceBuilder met = new TraceBuilder(run, run.depth() + 1);
        Trace.Step[] steps = new Trace.Step[invocations.length];
        for (int i = invocations.length - 1; i >= 0; i--) {
            steps[i] = met.step(invocations[i]);
        }
        return List.of(steps);
    }

    private Trace.Step step(PolicyRun invocation) {
        int inner = invocation.index + 1;
        PolicyRun asked = last[inner];
        String name = run.nameOf(invocation.index);
        Fingerprint before = invocation.call.fingerprint();
        long all = invocation.wraps ? invocation.nanos : invocation.nanos + took[inner];
        Trace.Step step = new Trace.Step(
                name,
                Duration.ofNanos(all),
                Duration.ofNanos(all - took[inner]),
                before,
                asked == null ? before : asked.call.fingerprint(),
                asked == null && !name.equals(ChainRun.PROVIDER),
                invocation.remark);
        took[inner] = 0;
        last[inner] = null;
        took[invocation.index] += all;
        last[invocation.index] = last[invocation.index] == null ? invocation : last[invocation.index];
        return step;
    }
}
