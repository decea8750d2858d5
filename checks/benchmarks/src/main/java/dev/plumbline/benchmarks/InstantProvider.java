package dev.plumbline.benchmarks;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.provider.AiProvider;

/** A provider with a prepared answer, so that only the SDK is measured. */
final class InstantProvider implements AiProvider {
    static final ModelId MODEL = ModelId.parse("ready:none");

    private final AiReturn answer = AiReturn.ofText("A room of 5 by 4 metres, with a door.");

    @Override
    public String id() {
        return MODEL.provider();
    }

    @Override
    public String defaultModel() {
        return MODEL.name();
    }

    @Override
    public AiReturn call(AiCall call) {
        answer.deltas().forEach(call.sink());
        return answer;
    }
}
