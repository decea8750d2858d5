package dev.plumbline.policy;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.call.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the trace says of the layers that ran, worked out when somebody asks: who asked whom follows from their order. */
final class Steps {

    private Steps() {}

    static List<Trace.Step> of(ChainRun run, Hop[] hops) {
        List<Trace.Step> steps = new ArrayList<>();
        for (int i = 0; i < hops.length; i++) {
            steps.add(step(run, hops, i));
        }
        return List.copyOf(steps);
    }

    private static Trace.Step step(ChainRun run, Hop[] hops, int at) {
        Hop hop = hops[at];
        Fingerprint before = hop.call.fingerprint();
        Fingerprint after = before;
        long inside = 0;
        boolean asked = false;
        for (int i = at + 1; i < hops.length && hops[i].index > hop.index; i++) {
            if (hops[i].index == hop.index + 1) {
                inside += hops[i].took();
                after = hops[i].call.fingerprint();
                asked = true;
            }
        }
        String name = run.nameOf(hop.index);
        return new Trace.Step(
                name,
                Duration.ofNanos(hop.took()),
                Duration.ofNanos(hop.took() - inside),
                before,
                after,
                !asked && !name.equals(ChainRun.PROVIDER),
                hop.remark);
    }
}
