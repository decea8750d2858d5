package dev.plumbline.policies;

import dev.plumbline.body.Transcript.AttachmentSummary;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.Cost;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.ModelInfo.Capability;
import dev.plumbline.provider.ModelInfo.Prices;
import dev.plumbline.time.Scheduler;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Checks a call's needed capabilities against the model catalog, and adds the cost to the response. */
final class ModelCatalogPolicy implements RequestPolicy, ResponsePolicy {
    /** So long before a model is shut down, its users are warned. */
    private static final int NOTICE_DAYS = 90;

    private final Supplier<ModelCatalog> catalog;

    /** The models that were warned of; as many as the catalog has. */
    private final Set<ModelId> warned = ConcurrentHashMap.newKeySet();

    /** The models that were found without a price; as many as the catalog has. */
    private final Set<ModelId> unpriced = ConcurrentHashMap.newKeySet();

    /** The latest model that was found able to do what its call needed. */
    private volatile @Nullable Checked checked;

    ModelCatalogPolicy(Supplier<ModelCatalog> catalog) {
        this.catalog = catalog;
    }

    @Override
    public AiCall onRequest(AiCall call) {
        Set<Capability> needs = needs(call);
        if (needs.isEmpty()) {
            return call;
        }
        ModelCatalog now = catalog.get();
        Checked last = checked;
        if (last == null || !last.isOf(now, call.model(), needs)) {
            ModelCatalog.Selection choice = now.select(Optional.of(call.model()), needs);
            String remark = choice.unverified().isEmpty() ? "" : choice.explanation();
            last = new Checked(now, call.model(), needs, remark);
            checked = last;
        }
        if (!last.remark.isEmpty()) {
            call.addRemark(last.remark);
        }
        return call;
    }

    @Override
    public AiReturn onReturn(AiReturn ret, AiCall call) {
        if (!isReported(ret.usage(), ret)) {
            return ret;
        }
        ModelInfo model = catalog.get().find(ret.model()).orElse(null);
        if (model != null && model.shutdown().isPresent()) {
            warn(call, model.id(), model.shutdown().get());
        }
        Cost cost = cost(model, ret.usage(), call);
        if (cost != null) {
            return ret.toBuilder().cost(cost).build();
        }
        ModelId id = model == null ? ret.model() : model.id();
        if (unpriced.add(id) && hasPrices()) {
            call.addRemark("no price is known for this usage of " + id + "; its cost is unknown");
        }
        return ret;
    }

    private static @Nullable Cost cost(@Nullable ModelInfo model, Usage usage, AiCall call) {
        return model == null || model.prices().isEmpty()
                ? null
                : model.cost(usage, today(call), rate(call)).orElse(null);
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        return onReturn(next.proceed(onRequest(call)), call);
    }

    /** Returns the day of a call in UTC; the last of all for a call without a clock, so that the newest price counts. */
    static LocalDate today(AiCall call) {
        return call.attribute(AiCall.SCHEDULER)
                .map(time -> LocalDate.ofInstant(time.instant(), ZoneOffset.UTC))
                .orElse(LocalDate.MAX);
    }

    /** Returns the rate at which the provider bills a call. */
    static Prices.Rate rate(AiCall call) {
        return call.attribute(Prices.RATE).orElse(Prices.Rate.STANDARD);
    }

    /** Returns whether the program has a price for any model, and so wants to know the cost. */
    private boolean hasPrices() {
        for (ModelInfo model : catalog.get().all()) {
            if (!model.prices().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private void warn(AiCall call, ModelId model, LocalDate shutdown) {
        Optional<Scheduler> time = call.attribute(AiCall.SCHEDULER);
        boolean near = time.isPresent()
                && !LocalDate.ofInstant(time.get().instant(), ZoneOffset.UTC).isBefore(shutdown.minusDays(NOTICE_DAYS));
        if (near && warned.add(model)) {
            call.addRemark("model " + model + " is shut down on " + shutdown + "; choose another one");
        }
    }

    /**
     * Returns whether the tokens are all: those of an answer that was cut are what the provider had counted until then,
     * and zero tokens mean no cost for a cached answer only.
     */
    private static boolean isReported(Usage usage, AiReturn ret) {
        return usage.total() > 0
                ? ret.isOk() || ret.finish() != FinishReason.NONE
                : usage.equals(Usage.NONE) && ret.isOk();
    }

    private static Set<Capability> needs(AiCall call) {
        EnumSet<Capability> needs = EnumSet.noneOf(Capability.class);
        if (!call.tools().isEmpty()) {
            needs.add(Capability.TOOLS);
        }
        if (call.outputSchema().isPresent()) {
            needs.add(Capability.JSON_SCHEMA);
        }
        AttachmentSummary attached = call.effective().attached();
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

    /** A model that a snapshot of the catalogue selects for these needs, and the remark about it; empty if there is none. */
    private record Checked(ModelCatalog catalog, ModelId model, Set<Capability> needs, String remark) {
        boolean isOf(ModelCatalog now, ModelId asked, Set<Capability> wanted) {
            return catalog == now && model.equals(asked) && needs.equals(wanted);
        }
    }
}
