package dev.plumbline.call;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import java.util.List;

/** The builder of returns, over the generated one. */
final class ReturnBuilder implements AiReturn.Builder {
    private final ImmutableAiReturn.Builder fields;

    ReturnBuilder(ImmutableAiReturn.Builder fields) {
        this.fields = fields;
    }

    @Override
    public AiReturn.Builder deltas(Iterable<AiDelta> deltas) {
        Fold fold = Fold.start();
        deltas.forEach(fold);
        fields.interactions(fold.interactions()).usage(fold.usage()).finish(fold.finish());
        return this;
    }

    @Override
    public AiReturn.Builder interactions(List<? extends Interaction> interactions) {
        fields.interactions(interactions);
        return this;
    }

    @Override
    public AiReturn.Builder usage(Usage usage) {
        fields.usage(usage);
        return this;
    }

    @Override
    public AiReturn.Builder finish(FinishReason finish) {
        fields.finish(finish);
        return this;
    }

    @Override
    public AiReturn.Builder error(AiError error) {
        fields.error(error);
        return this;
    }

    @Override
    public AiReturn.Builder model(ModelId model) {
        fields.model(model);
        return this;
    }

    @Override
    public AiReturn.Builder ids(CallIds ids) {
        fields.ids(ids);
        return this;
    }

    @Override
    public AiReturn.Builder requestId(String id) {
        fields.requestId(id);
        return this;
    }

    @Override
    public AiReturn.Builder cost(Cost cost) {
        fields.cost(cost);
        return this;
    }

    @Override
    public AiReturn.Builder trace(Trace trace) {
        fields.trace(trace);
        return this;
    }

    @Override
    public AiReturn build() {
        return fields.build();
    }
}
