package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.TokenEstimate;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Policy;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.ModelInfo;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Limits what attempts cost: reserves an estimate in every budget, and replaces it by the cost when the answer is
 * there. An attempt whose estimate is not left in a budget is not sent; neither is one without a price. Thread-safe.
 */
final class SpendingPolicy implements Policy {
    /** The output that is reserved for; an answer may be longer. */
    private static final int OUTPUT = 1_000;

    private final SpendingLimits limits;
    private final Supplier<ModelCatalog> catalog;
    private final SpendingBudgets budgets;

    SpendingPolicy(SpendingLimits limits, Supplier<ModelCatalog> catalog, BudgetStore store) {
        this.limits = limits;
        this.catalog = catalog;
        this.budgets = new SpendingBudgets(limits, store);
    }

    /** Returns what an attempt is estimated to cost; empty if no price is known. */
    static Optional<Cost> estimate(AiCall call, ModelCatalog catalog) {
        return cost(call, catalog.find(call.model()), estimated(call));
    }

    @Override
    public Role role() {
        return Role.ATTEMPT;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        Optional<Cost> estimate = estimate(call, catalog.get());
        if (estimate.isEmpty() || !estimate.get().currency().equals(limits.currency())) {
            return AiReturn.failed(unpriced(call, estimate));
        }
        long reserved = units(estimate.get());
        List<SpendingBudgets.Scope> scopes = budgets.of(call);
        Optional<AiError> refusal = budgets.reserve(scopes, reserved, call);
        if (refusal.isPresent()) {
            return AiReturn.failed(refusal.get());
        }
        long spent = 0;
        try {
            AiReturn ret = next.proceed(call);
            spent = spent(call, ret, reserved);
            return ret;
        } finally {
            budgets.settle(scopes, reserved, spent);
        }
    }

    /** Returns the cost of an answer; the reserved amount if it came, but its tokens are not known. */
    private long spent(AiCall call, AiReturn ret, long reserved) {
        if (ret.usage().total() == 0) {
            return ret.isOk() || !ret.interactions().isEmpty() ? reserved : 0;
        }
        return cost(call, catalog.get().find(ret.model()), ret.usage())
                .map(SpendingPolicy::units)
                .orElse(reserved);
    }

    private static Optional<Cost> cost(AiCall call, Optional<ModelInfo> model, Usage usage) {
        return model.flatMap(known -> known.cost(usage, ModelCatalogPolicy.today(call), ModelCatalogPolicy.rate(call)));
    }

    /** Returns the tokens for which money is reserved, none of them cached. */
    private static Usage estimated(AiCall call) {
        long output = call.options().maxOutputTokens().orElse(OUTPUT);
        return Usage.of(TokenEstimate.of(call), Math.min(OUTPUT, output));
    }

    /** Returns an amount in thousand-millionths of the currency, rounded up. */
    private static long units(Cost cost) {
        return SpendingBudgets.units(cost.amount());
    }

    private AiError unpriced(AiCall call, Optional<Cost> estimate) {
        String why = estimate.isEmpty()
                ? "no price is known for " + call.model()
                : "the price of " + call.model() + " is in " + estimate.get().currency();
        return AiError.of(
                        AiError.Category.BUDGET,
                        "no-price",
                        "spending is limited in " + limits.currency() + ", but " + why
                                + "; add its price with addModels (docs/models.md), 0 for a model that costs nothing")
                .withRetryable(false);
    }
}
