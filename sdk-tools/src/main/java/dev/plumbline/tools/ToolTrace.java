package dev.plumbline.tools;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Trace;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What the layers around one tool call decided and how long each took. Only what is cheap is written down while the call
 * is under way; the rest is worked out when somebody asks. Used by one thread at a time.
 */
final class ToolTrace {
    /** What the innermost step is called behind the tool's name: the tool itself. */
    private static final String RUN = "run";

    private final Timekeeper time;
    private final List<ToolHop> hops = new ArrayList<>(8);
    private List<Admitted> admitted = List.of();
    private String remark = "";

    ToolTrace(Timekeeper time) {
        this.time = time;
    }

    long now() {
        return time.nanos();
    }

    /** What the layer that is asked at the moment says of itself. */
    void remark(String words) {
        remark = words;
    }

    String takeRemark() {
        String words = remark;
        remark = "";
        return words;
    }

    /** A layer let the call in, perhaps with other arguments, or answered it: told if there is something to tell. */
    void admitted(String layer, FencedContext before, FencedContext after, boolean answered) {
        String words = takeRemark();
        if (answered || !before.equals(after) || !words.isEmpty()) {
            List<Admitted> more = new ArrayList<>(admitted);
            more.add(new Admitted(layer, before, after, answered, words));
            admitted = more;
        }
    }

    void began(ToolHop hop) {
        hops.add(hop);
    }

    /** The steps, the whole call first. */
    Trace toTrace(Whole call) {
        return Trace.of(() -> steps(call));
    }

    private List<Trace.Step> steps(Whole call) {
        String tool = call.call().name();
        List<Trace.Step> steps = new ArrayList<>();
        admitted.forEach(row -> steps.add(row.step(tool)));
        for (int i = 0; i < hops.size(); i++) {
            steps.add(step(tool, i));
        }
        steps.add(0, call.step(hops.isEmpty() ? Duration.ZERO : hops.get(0).took()));
        return List.copyOf(steps);
    }

    private Trace.Step step(String tool, int at) {
        ToolHop hop = hops.get(at);
        Duration inside = Duration.ZERO;
        FencedContext passed = hop.call();
        boolean asked = false;
        for (int i = at + 1; i < hops.size() && hops.get(i).index() > hop.index(); i++) {
            if (hops.get(i).index() == hop.index() + 1) {
                inside = inside.plus(hops.get(i).took());
                passed = hops.get(i).call();
                asked = true;
            }
        }
        boolean isTool = hop.layer().isEmpty();
        return new Trace.Step(
                tool + "/" + hop.layer().map(ToolLayer::name).orElse(RUN),
                hop.took(),
                hop.took().minus(inside),
                hop.call().digest(),
                passed.digest(),
                !asked && !isTool,
                hop.note());
    }

    /** An outcome in a word, without what it says. */
    static String code(ToolEnvelope envelope) {
        return envelope.failure().map(failure -> failure.code().name()).orElse("ok");
    }

    /**
     * The whole call, as it is known in the end.
     *
     * @param call what the model asked for
     * @param took from its start to its outcome, without what people took to approve it
     * @param outcome what came of it
     */
    record Whole(Interaction.ToolCall call, Duration took, ToolEnvelope outcome) {
        Trace.Step step(Duration inside) {
            Fingerprint digest = FencedContext.digest(call);
            return new Trace.Step(call.name(), took, took.minus(inside), digest, digest, false, code(outcome));
        }
    }

    /** What a layer did on the way in. */
    private record Admitted(String layer, FencedContext before, FencedContext after, boolean answered, String remark) {
        Trace.Step step(String tool) {
            return new Trace.Step(
                    tool + "/" + layer,
                    Duration.ZERO,
                    Duration.ZERO,
                    before.digest(),
                    after.digest(),
                    answered,
                    remark.isEmpty() ? "on the way in" : "on the way in: " + remark);
        }
    }
}
