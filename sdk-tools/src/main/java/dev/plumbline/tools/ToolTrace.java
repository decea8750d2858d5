package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.internal.Digest;
import dev.plumbline.call.AiReturn.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decisions and times of the steps around one tool call. Fingerprints and trace steps are computed on demand, not
 * while the call runs. Used by one thread at a time.
 */
final class ToolTrace {
    private final List<ToolStepTrace> steps = new ArrayList<>(4);
    private List<Admitted> admitted = List.of();
    private String remark = "";
    private @Nullable ContentOrigin origin;

    /** Sets the label of what the tool read. */
    void origin(ContentOrigin read) {
        origin = read;
    }

    /** Returns the label of what the tool read; null if it read nothing that has one. */
    @Nullable
    ContentOrigin origin() {
        return origin;
    }

    /** Sets the remark of the current step. */
    void remark(String words) {
        remark = words;
    }

    String takeRemark() {
        String words = remark;
        remark = "";
        return words;
    }

    /** Records the admission of a step if it changed the arguments, answered the call, or has a remark. */
    @SuppressWarnings("ReferenceEquality") // unchanged arguments are the same object
    void admitted(String name, Interaction.ToolCall before, Interaction.ToolCall after, boolean answered) {
        String words = takeRemark();
        if (answered || before != after || !words.isEmpty()) {
            List<Admitted> more = new ArrayList<>(admitted);
            more.add(new Admitted(name, before, after, answered, words));
            admitted = more;
        }
    }

    void began(ToolStepTrace step) {
        steps.add(step);
    }

    /** Returns the trace: the whole call, then its steps. The last name is that of the tool itself. */
    Trace toTrace(Whole call, List<String> names) {
        return Trace.of(() -> steps(call, names));
    }

    private List<Trace.Step> steps(Whole call, List<String> names) {
        String tool = call.call().name();
        List<Trace.Step> all = new ArrayList<>();
        all.add(call.step(steps.isEmpty() ? Duration.ZERO : steps.get(0).took()));
        admitted.forEach(row -> all.add(row.step(tool)));
        for (int i = 0; i < steps.size(); i++) {
            ToolStepTrace step = steps.get(i);
            for (int passed = outside(i) + 1; passed < step.index(); passed++) {
                Fingerprint digest = digest(step.given());
                String name = tool + "/" + names.get(passed);
                all.add(new Trace.Step(name, step.took(), Duration.ZERO, digest, digest, false, ""));
            }
            all.add(step(tool + "/" + names.get(step.index()), i, step.index() == names.size() - 1));
        }
        return List.copyOf(all);
    }

    /** Returns the index of the step that called that one; steps between both did not wrap the call. */
    private int outside(int at) {
        int outer = at - 1;
        while (outer >= 0 && steps.get(outer).index() >= steps.get(at).index()) {
            outer--;
        }
        return outer < 0 ? -1 : steps.get(outer).index();
    }

    private Trace.Step step(String name, int at, boolean isTool) {
        ToolStepTrace step = steps.get(at);
        Duration inside = Duration.ZERO;
        Interaction.ToolCall passed = step.given();
        boolean asked = false;
        for (int i = at + 1; i < steps.size() && steps.get(i).index() > step.index(); i++) {
            if (outside(i) == step.index()) {
                inside = inside.plus(steps.get(i).took());
                passed = steps.get(i).given();
                asked = true;
            }
        }
        return new Trace.Step(
                name,
                step.took(),
                step.took().minus(inside),
                digest(step.given()),
                digest(passed),
                !asked && !isTool,
                step.note());
    }

    /** Returns the fingerprint of a call's name and arguments. */
    private static Fingerprint digest(Interaction.ToolCall call) {
        return Digest.of("plb1/tool-call")
                .text(call.name())
                .json(call.arguments())
                .fingerprint();
    }

    /**
     * The whole call and its outcome.
     *
     * @param call the call that the model requested
     * @param took the time from its start to its outcome, without the time of an approval
     * @param outcome the envelope that the model gets
     */
    record Whole(Interaction.ToolCall call, Duration took, ToolEnvelope outcome) {
        Trace.Step step(Duration inside) {
            Fingerprint digest = digest(call);
            return new Trace.Step(
                    call.name(),
                    took,
                    took.minus(inside),
                    digest,
                    digest,
                    false,
                    FailureEnvelopes.code(outcome) + label());
        }

        private String label() {
            ContentOrigin origin = ContentOrigin.of(outcome);
            return origin.isUntrusted() ? ", untrusted: " + origin.text() : "";
        }
    }

    /** The admission of a call by one step. */
    private record Admitted(
            String name, Interaction.ToolCall before, Interaction.ToolCall after, boolean answered, String remark) {
        Trace.Step step(String tool) {
            return new Trace.Step(
                    tool + "/" + name,
                    Duration.ZERO,
                    Duration.ZERO,
                    digest(before),
                    digest(after),
                    answered,
                    remark.isEmpty() ? "on the way in" : "on the way in: " + remark);
        }
    }
}
