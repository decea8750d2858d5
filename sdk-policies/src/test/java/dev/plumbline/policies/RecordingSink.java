package dev.plumbline.policies;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.Fold;
import java.util.ArrayList;
import java.util.List;

/** A sink that stores every delta; the test decides whether it counts as delivered. */
final class RecordingSink implements DeltaSink {
    final List<AiDelta> deltas = new ArrayList<>();
    boolean delivers;

    @Override
    public void accept(AiDelta delta) {
        deltas.add(delta);
    }

    @Override
    public boolean hasDelivered() {
        return delivers && deltas.stream().anyMatch(AiDelta.Text.class::isInstance);
    }

    /** What everything shown amounts to. */
    AiReturn shown() {
        return Fold.of(deltas);
    }

    long resets() {
        return deltas.stream().filter(AiDelta.Reset.class::isInstance).count();
    }
}
