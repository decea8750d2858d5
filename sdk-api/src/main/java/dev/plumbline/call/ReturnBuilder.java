package dev.plumbline.call;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The builder of returns, and of copies of them. */
final class ReturnBuilder implements AiReturn.Builder {
    List<Interaction> interactions = List.of();
    Usage usage = Usage.NONE;
    FinishReason finish = FinishReason.NONE;
    Optional<AiError> error = Optional.empty();
    ModelId model = ModelId.NONE;
    CallIds ids = CallIds.NONE;
    Optional<String> requestId = Optional.empty();
    Optional<Cost> cost = Optional.empty();
    Trace trace = Trace.EMPTY;

    ReturnBuilder() {}

    /** One that begins as a copy. */
    ReturnBuilder(ReturnValue ret) {
        interactions = ret.interactions;
        usage = ret.usage;
        finish = ret.finish;
        error = ret.error;
        model = ret.model;
        ids = ret.ids;
        requestId = ret.requestId;
        cost = ret.cost;
        trace = ret.trace;
    }

    @Override
    public AiReturn.Builder deltas(Iterable<AiDelta> deltas) {
        Fold fold = Fold.start();
        deltas.forEach(fold);
        interactions = List.copyOf(fold.interactions());
        usage = fold.usage();
        finish = fold.finish();
        return this;
    }

    @Override
    public AiReturn.Builder interactions(List<? extends Interaction> interactions) {
        this.interactions = List.copyOf(interactions);
        return this;
    }

    @Override
    public AiReturn.Builder usage(Usage usage) {
        this.usage = Objects.requireNonNull(usage, "usage");
        return this;
    }

    @Override
    public AiReturn.Builder finish(FinishReason finish) {
        this.finish = Objects.requireNonNull(finish, "finish");
        return this;
    }

    @Override
    public AiReturn.Builder error(AiError error) {
        this.error = Optional.of(error);
        return this;
    }

    @Override
    public AiReturn.Builder model(ModelId model) {
        this.model = Objects.requireNonNull(model, "model");
        return this;
    }

    @Override
    public AiReturn.Builder ids(CallIds ids) {
        this.ids = Objects.requireNonNull(ids, "ids");
        return this;
    }

    @Override
    public AiReturn.Builder requestId(String id) {
        requestId = Optional.of(id);
        return this;
    }

    @Override
    public AiReturn.Builder cost(Cost cost) {
        this.cost = Optional.of(cost);
        return this;
    }

    @Override
    public AiReturn.Builder trace(Trace trace) {
        this.trace = Objects.requireNonNull(trace, "trace");
        return this;
    }

    @Override
    public AiReturn build() {
        return new ReturnValue(this);
    }
}
