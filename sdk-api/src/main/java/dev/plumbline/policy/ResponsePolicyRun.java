package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of a response policy: its filter between the inner policies and the sink, then its decision on the fold. */
final class ResponsePolicyRun implements Consumer<AiDelta> {
    private final ResponsePolicy policy;
    private final AiCall call;

    /** What the filter lets through; null without a filter. */
    private final @Nullable Fold passed;

    /** Whether the sink itself folds what it receives, so that this does not. */
    private final boolean folds;

    private DeltaFilter filter;

    ResponsePolicyRun(ResponsePolicy policy, AiCall call) {
        this.policy = policy;
        this.call = call;
        this.filter = policy.onDeltas(call);
        Optional<Fold> sink = FoldingSink.begun(call.sink());
        this.folds = sink.isPresent();
        this.passed = filter == DeltaFilter.NONE ? null : sink.orElseGet(Fold::create);
    }

    /** Returns the call to pass to the inner policies. */
    AiCall inner() {
        return passed == null ? call : call.withSink(this);
    }

    /** Returns the policy's decision on the return of that call. */
    AiReturn judge(AiReturn ret) {
        if (passed == null) {
            return policy.onReturn(ret, call);
        }
        filter.finish(this::pass);
        AiReturn filtered = ret.toBuilder()
                .interactions(passed.interactions())
                .finish(passed.finish())
                .build();
        return policy.onReturn(filtered, call);
    }

    @Override
    public void accept(AiDelta delta) {
        if (delta instanceof AiDelta.Reset) {
            filter = policy.onDeltas(call);
            pass(delta);
        } else {
            filter.accept(delta, this::pass);
        }
    }

    private void pass(AiDelta delta) {
        if (!folds) {
            Objects.requireNonNull(passed).accept(delta);
        }
        call.sink().accept(delta);
    }
}
