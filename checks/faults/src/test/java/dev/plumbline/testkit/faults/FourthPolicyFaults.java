package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Policies with one error each, written by a fourth author from the contract without knowledge of the laws. */
final class FourthPolicyFaults {
    /** The number of characters that a remark quotes. */
    private static final int QUOTED = 20;

    private final List<PlantedFault> all = new ArrayList<>();

    private FourthPolicyFaults() {}

    static List<PlantedFault> all() {
        FourthPolicyFaults faults = new FourthPolicyFaults();
        faults.calls();
        faults.answers();
        faults.streams();
        return List.copyOf(faults.all);
    }

    /** Adds a policy that says that it changes neither requests nor answers. */
    private void add(String name, String breaks, Supplier<Policy> policy) {
        all.add(new PlantedFault(PlantedFault.Kind.POLICY, name, breaks, "", () -> PolicyFaults.laws(policy)));
    }

    /** Adds a policy that says nothing about what it changes. */
    private void changing(String name, String breaks, Supplier<Policy> policy) {
        all.add(new PlantedFault(PlantedFault.Kind.POLICY, name, breaks, "", () -> BlindPolicyFaults.changing(policy)));
    }

    private void calls() {
        // withEffective: a copy that sends these interactions, and is the same call in all else
        changing(
                "builds a new call from some parts of the old one",
                "The new call has another budget, and no state, ids and namespace.",
                () -> {
                    RequestPolicy policy = FourthPolicyFaults::briefly;
                    return policy;
                });
        // Policy: one instance serves all calls and threads, so what it keeps must be fit for that
        add("keeps the sink of the call in a field", "Deltas of one call go to the sink of another.", CurrentSink::new);
        // addRemark: a remark for the trace is never content
        add("quotes the answer in its remark", "The trace has the beginning of the answer.", () -> (call, next) -> {
            AiReturn ret = next.proceed(call);
            String text = ret.partialText();
            call.addRemark("answered: " + text.substring(0, Math.min(QUOTED, text.length())));
            return ret;
        });
    }

    private static AiCall briefly(AiCall call) {
        List<Interaction> sent = new ArrayList<>(call.effective());
        sent.add(0, new Interaction.System("Be brief."));
        AiCall.Builder made = AiCall.builder(call.body(), call.model())
                .effective(sent)
                .options(call.options())
                .tools(call.tools())
                .cancellation(call.cancellation())
                .observer(call.observer())
                .reveal(call.reveal())
                .sink(call.sink());
        call.outputSchema().ifPresent(made::outputSchema);
        return made.build();
    }

    private static final class CurrentSink implements Policy {
        private volatile Consumer<AiDelta> current = delta -> {};

        @Override
        public AiReturn around(AiCall call, Next next) {
            current = call.sink();
            return next.proceed(call.withSink(this::count));
        }

        private void count(AiDelta delta) {
            current.accept(delta);
        }
    }

    private void answers() {
        // onReturn: the return may have failed, and a failed one stays failed
        changing(
                "makes a new return of the content",
                "The error of a failed return, its usage and its reason of the end are lost.",
                () -> {
                    ResponsePolicy policy = (ret, call) -> AiReturn.builder()
                            .interactions(ret.mapText(String::strip).interactions())
                            .model(ret.model())
                            .build();
                    return policy;
                });
    }

    private void streams() {
        // DeltaFilter.finish: what was held back is passed on at the end of the stream, complete or not
        add(
                "passes its last piece on when something else follows",
                "Of a stream that ends after a piece of text this piece is lost.",
                () -> ResponsePolicy.filter(call -> new Held()));
        // AiDelta.Boundary: text behind a boundary is another part than text before it
        add(
                "lets a boundary overtake the piece that it holds",
                "The piece before a boundary becomes part of the text behind it.",
                () -> ResponsePolicy.filter(call -> new Overtaken()));
    }

    /** A filter that holds the last piece of text. */
    private static class Held implements DeltaFilter {
        private @Nullable AiDelta held;

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            release(out);
            if (delta instanceof AiDelta.Text) {
                held = delta;
            } else {
                out.accept(delta);
            }
        }

        final void release(Consumer<AiDelta> out) {
            AiDelta last = held;
            held = null;
            if (last != null) {
                out.accept(last);
            }
        }
    }

    private static final class Overtaken extends Held {
        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (delta instanceof AiDelta.Boundary) {
                out.accept(delta);
            } else {
                super.accept(delta, out);
            }
        }

        @Override
        public void finish(Consumer<AiDelta> out) {
            release(out);
        }
    }
}
