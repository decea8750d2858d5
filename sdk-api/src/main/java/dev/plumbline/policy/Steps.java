package dev.plumbline.policy;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.call.Trace;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the trace says of the layers that ran, worked out when somebody asks: who asked whom follows from their order. */
final class Steps {
    private final ChainRun run;

    /** What layers at a depth took, since the one around them was met, and the last of them: walked from the end. */
    private final long[] took;

    private final @Nullable Hop[] last;

    private Steps(ChainRun run, int depths) {
        this.run = run;
        this.took = new long[depths];
        this.last = new Hop[depths];
    }

    static List<Trace.Step> of(ChainRun run) {
        Hop[] hops = run.hops();
        Steps met = new Steps(run, run.depth() + 1);
        Trace.Step[] steps = new Trace.Step[hops.length];
        for (int i = hops.length - 1; i >= 0; i--) {
            steps[i] = met.step(hops[i]);
        }
        return List.of(steps);
    }

    private Trace.Step step(Hop hop) {
        int inner = hop.index + 1;
        Hop asked = last[inner];
        String name = run.nameOf(hop.index);
        Fingerprint before = hop.call.fingerprint();
        long all = hop.wraps ? hop.nanos : hop.nanos + took[inner];
        Trace.Step step = new Trace.Step(
                name,
                Duration.ofNanos(all),
                Duration.ofNanos(all - took[inner]),
                before,
                asked == null ? before : asked.call.fingerprint(),
                asked == null && !name.equals(ChainRun.PROVIDER),
                hop.remark);
        took[inner] = 0;
        last[inner] = null;
        took[hop.index] += all;
        last[hop.index] = last[hop.index] == null ? hop : last[hop.index];
        return step;
    }
}
