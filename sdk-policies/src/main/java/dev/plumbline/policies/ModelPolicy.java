package dev.plumbline.policies;

import dev.plumbline.body.Attached;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.provider.Capability;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.ModelChoice;
import dev.plumbline.provider.ModelInfo;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Checks what a call needs against the model catalog, and adds the cost to the response. */
final class ModelPolicy implements RequestPolicy, ResponsePolicy {
    private final Supplier<ModelCatalog> catalog;

    ModelPolicy(Supplier<ModelCatalog> catalog) {
        this.catalog = catalog;
    }

    @Override
    public AiCall onRequest(AiCall call) {
        Set<Capability> needs = needs(call);
        if (needs.isEmpty()) {
            return call;
        }
        ModelChoice choice = catalog.get().decide(Optional.of(call.model()), needs);
        if (!choice.unchecked().isEmpty()) {
            call.note(choice.why());
        }
        return call;
    }

    @Override
    public AiReturn onReturn(AiReturn ret, AiCall call) {
        Optional<ModelInfo> model = isReported(ret.usage(), ret) ? catalog.get().find(ret.model()) : Optional.empty();
        Optional<Cost> cost = model.isPresent() ? model.get().cost(ret.usage()) : Optional.empty();
        return cost.isPresent() ? ret.toBuilder().cost(cost.get()).build() : ret;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        return onReturn(next.proceed(onRequest(call)), call);
    }

    /** No tokens are a price of nothing when an answer was kept, and an unknown price when a provider did not count. */
    private static boolean isReported(Usage usage, AiReturn ret) {
        return usage.total() > 0 || (usage.equals(Usage.NONE) && ret.error().isEmpty());
    }

    private static Set<Capability> needs(AiCall call) {
        EnumSet<Capability> needs = EnumSet.noneOf(Capability.class);
        if (!call.tools().isEmpty()) {
            needs.add(Capability.TOOLS);
        }
        if (call.outputSchema().isPresent()) {
            needs.add(Capability.JSON_SCHEMA);
        }
        Attached attached = call.effective().attached();
        if (attached.images()) {
            needs.add(Capability.IMAGE_INPUT);
        }
        if (attached.audio()) {
            needs.add(Capability.AUDIO_INPUT);
        }
        if (attached.files()) {
            needs.add(Capability.FILE_INPUT);
        }
        return needs;
    }
}
