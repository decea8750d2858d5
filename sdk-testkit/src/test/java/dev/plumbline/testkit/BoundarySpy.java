package dev.plumbline.testkit;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.Policy.FailureMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Records what one policy returns, and what the runner passes on to the next outer policy. */
final class BoundarySpy {
    private final Policy spied;
    private final List<Crossing> crossings = new ArrayList<>();
    private Optional<AiReturn> said = Optional.empty();

    BoundarySpy(Policy spied) {
        this.spied = spied;
    }

    List<Crossing> crossings() {
        return crossings;
    }

    /** The outer policy: records what passes through it. */
    Policy outside() {
        return (call, next) -> {
            List<AiDelta> shown = new ArrayList<>();
            said = Optional.empty();
            AiReturn ret = next.proceed(call.withSink(delta -> {
                shown.add(delta);
                call.sink().accept(delta);
            }));
            crossings.add(new Crossing(shown, said, ret));
            return ret;
        };
    }

    /** The policy itself: records what it returned. */
    Policy inside() {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                AiReturn ret = spied.around(call, next);
                said = Optional.of(ret);
                return ret;
            }

            @Override
            public boolean mayRepeat() {
                return spied.mayRepeat();
            }

            @Override
            public FailureMode failureMode() {
                return spied.failureMode();
            }
        };
    }

    /**
     * One pass.
     *
     * @param shown the deltas that crossed
     * @param said what the policy returned; empty when it threw
     * @param ret what the runner passed on
     */
    record Crossing(List<AiDelta> shown, Optional<AiReturn> said, AiReturn ret) {}
}
