package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Policies with one error each, written by a fifth author from the contract without knowledge of the laws. */
final class FifthPolicyFaults {
    /** The number of characters of a piece that is worth a repaint. */
    private static final int PIECE = 12;

    private final List<PlantedFault> all = new ArrayList<>();

    private FifthPolicyFaults() {}

    static List<PlantedFault> all() {
        FifthPolicyFaults faults = new FifthPolicyFaults();
        faults.calls();
        faults.sinks();
        faults.filters();
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
        // AiCall.cancellation: it ends every wait at once, also the wait for another call
        add(
                "lets one call run at a time",
                "A call that waits for another one does not end when it is cancelled.",
                () -> {
                    ReentrantLock one = new ReentrantLock();
                    return (call, next) -> {
                        one.lock();
                        try {
                            return next.proceed(call);
                        } finally {
                            one.unlock();
                        }
                    };
                });
        // Policy.around: it calls next at most once unless mayRepeat()
        changing(
                "asks for the rest of a long answer",
                "It calls next a second time when the answer has reached its length, and does not say that it may.",
                () -> FifthPolicyFaults::whole);
    }

    private static AiReturn whole(AiCall call, Policy.Next next) {
        AiReturn ret = next.proceed(call);
        if (!ret.isOk() || ret.finish() != FinishReason.LENGTH) {
            return ret;
        }
        List<Interaction> sent = new ArrayList<>(call.effective());
        sent.addAll(ret.interactions());
        sent.add(Interaction.user("Continue."));
        AiReturn rest = next.proceed(call.withEffective(sent));
        return rest.isOk() ? rest.mapText(text -> ret.text() + text) : rest;
    }

    private void sinks() {
        // AiCall.sink: it receives the deltas in their order, and their fold is the answer
        add(
                "collects short texts into longer ones",
                "Text that waits for more comes after later deltas of another kind.",
                () -> (call, next) -> {
                    StringBuilder waiting = new StringBuilder();
                    AiReturn ret = next.proceed(call.withSink(delta -> collect(delta, waiting, call.sink())));
                    if (!waiting.isEmpty()) {
                        call.sink().accept(new AiDelta.Text(waiting.toString()));
                    }
                    return ret;
                });
        // AiProvider: deltas are increments and never snapshots, so that two may be equal
        add(
                "takes an equal delta for a repetition",
                "The second of two equal pieces of text is not shown.",
                () -> (call, next) -> next.proceed(call.withSink(new WithoutEqual(call.sink()))));
        // DeltaSink.service: a policy that wraps a sink forwards this
        add(
                "wraps the sink and hides its services",
                "Policies further in find nobody to ask.",
                () -> (call, next) -> next.proceed(
                        call.toBuilder().sink(new Counting(call.sink())).build()));
    }

    private void filters() {
        // DeltaFilter.finish: passes on the text that was held back, at the end of the stream, complete or not
        add(
                "keeps the end of a broken stream",
                "The last character is lost if the stream ends with it, because it only comes before another delta.",
                () -> {
                    ResponsePolicy policy = ResponsePolicy.filter(call -> new Holding());
                    return policy;
                });
    }

    private static void collect(AiDelta delta, StringBuilder waiting, Consumer<AiDelta> out) {
        if (!(delta instanceof AiDelta.Text text)) {
            out.accept(delta);
            return;
        }
        waiting.append(text.text());
        if (waiting.length() >= PIECE) {
            out.accept(new AiDelta.Text(waiting.toString()));
            waiting.setLength(0);
        }
    }

    private static final class WithoutEqual implements Consumer<AiDelta> {
        private final Consumer<AiDelta> out;

        @Nullable
        private AiDelta last;

        WithoutEqual(Consumer<AiDelta> out) {
            this.out = out;
        }

        @Override
        public void accept(AiDelta delta) {
            if (!delta.equals(last)) {
                out.accept(delta);
            }
            last = delta;
        }
    }

    /** Counts deltas, and forwards all that it thought of. */
    private static final class Counting implements AiCall.DeltaSink {
        private final AiCall.DeltaSink out;
        private int count;

        Counting(AiCall.DeltaSink out) {
            this.out = out;
        }

        @Override
        public void accept(AiDelta delta) {
            count++;
            out.accept(delta);
        }

        @Override
        public boolean hasDelivered() {
            return out.hasDelivered();
        }

        @Override
        public void remark(String note) {
            out.remark(note);
        }

        @Override
        public String toString() {
            return count + " deltas";
        }
    }

    /** Holds the last character of a piece back, because a mark of two characters may begin with it. */
    private static final class Holding implements DeltaFilter {
        private String held = "";

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (delta instanceof AiDelta.Text text) {
                String all = held + text.text();
                int end = all.isEmpty() ? 0 : all.offsetByCodePoints(all.length(), -1);
                held = all.substring(end);
                pass(all.substring(0, end), out);
                return;
            }
            pass(held, out);
            held = "";
            out.accept(delta);
        }

        private static void pass(String text, Consumer<AiDelta> out) {
            if (!text.isEmpty()) {
                out.accept(new AiDelta.Text(text));
            }
        }
    }
}
