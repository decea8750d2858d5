package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.AiProvider;
import java.util.ArrayList;
import java.util.List;

/** A provider that answers every call with the same text, in pieces, and counts. */
final class FixedProvider implements AiProvider {
    final List<AiCall> calls = new ArrayList<>();
    private final List<AiDelta> deltas = new ArrayList<>();

    FixedProvider(String... pieces) {
        for (String piece : pieces) {
            deltas.add(new AiDelta.Text(piece));
        }
        deltas.add(new AiDelta.UsageReport(Usage.of(3, 2)));
        deltas.add(new AiDelta.Finish(FinishReason.STOP));
    }

    @Override
    public String id() {
        return "fixed";
    }

    @Override
    public String defaultModel() {
        return "model";
    }

    @Override
    public AiReturn call(AiCall call) {
        calls.add(call);
        deltas.forEach(call.sink());
        return AiReturn.builder().deltas(deltas).model(call.model()).build();
    }
}
