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
import org.jspecify.annotations.Nullable;

/** The return. Written by hand, as {@link CallValue} is and for the same reason. */
final class ReturnValue implements AiReturn {
    final List<Interaction> interactions;
    final Usage usage;
    final FinishReason finish;
    final Optional<AiError> error;
    final ModelId model;
    final CallIds ids;
    final Optional<String> requestId;
    final Optional<Cost> cost;
    final Trace trace;

    ReturnValue(ReturnBuilder from) {
        interactions = from.interactions;
        usage = from.usage;
        finish = from.finish;
        error = from.error;
        model = from.model;
        ids = from.ids;
        requestId = from.requestId;
        cost = from.cost;
        trace = from.trace;
    }

    @Override
    public List<Interaction> interactions() {
        return interactions;
    }

    @Override
    public Usage usage() {
        return usage;
    }

    @Override
    public FinishReason finish() {
        return finish;
    }

    @Override
    public Optional<AiError> error() {
        return error;
    }

    @Override
    public ModelId model() {
        return model;
    }

    @Override
    public CallIds ids() {
        return ids;
    }

    @Override
    public Optional<String> requestId() {
        return requestId;
    }

    @Override
    public Optional<Cost> cost() {
        return cost;
    }

    @Override
    public Trace trace() {
        return trace;
    }

    @Override
    public AiReturn withUsage(Usage other) {
        return toBuilder().usage(other).build();
    }

    @Override
    public AiReturn withTrace(Trace other) {
        return toBuilder().trace(other).build();
    }

    @Override
    public AiReturn.Builder toBuilder() {
        return new ReturnBuilder(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ReturnValue ret
                && interactions.equals(ret.interactions)
                && usage.equals(ret.usage)
                && finish == ret.finish
                && error.equals(ret.error)
                && model.equals(ret.model)
                && ids.equals(ret.ids)
                && requestId.equals(ret.requestId)
                && cost.equals(ret.cost);
    }

    @Override
    public int hashCode() {
        return Objects.hash(interactions, usage, finish, error, model, ids, requestId, cost);
    }

    /** What was said stays out of it. */
    @Override
    public String toString() {
        return "AiReturn[" + status() + ", " + interactions.size() + " interactions, " + usage + "]";
    }
}
