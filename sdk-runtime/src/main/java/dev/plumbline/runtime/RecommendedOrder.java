package dev.plumbline.runtime;

import dev.plumbline.policies.CacheOptions;
import dev.plumbline.policies.Policies;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.Timekeeper;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * The recommended order of layers, outermost first. What is kept is what was validated and is still redacted, a repair
 * is itself retried, and
 * each attempt passes the host's own layers.
 */
record RecommendedOrder(
        Optional<Policy> templates,
        List<PolicyOrder.Named> requests,
        List<PolicyOrder.Named> responses,
        List<PolicyOrder.Named> arounds,
        Optional<Policy> fallback,
        Optional<Policy> redaction,
        Optional<ResponseStore> store,
        CacheOptions cache,
        RetryOptions retry,
        Optional<Policy> rate,
        Validation.Lists validators,
        JsonSchemaService schemas,
        Supplier<ModelCatalog> models,
        Timekeeper time,
        DoubleSupplier random) {

    PolicyOrder layers() {
        PolicyOrder told = PolicyOrder.empty().then("context", Policies.contextInjection());
        PolicyOrder outer = templates
                .map(policy -> told.then("templates", policy))
                .orElse(told)
                .then(requests)
                .then("validation", Policies.validCalls(validators.calls()))
                .then("models", Policies.models(models))
                .then(responses);
        PolicyOrder falling =
                fallback.map(policy -> outer.then("fallback", policy)).orElse(outer);
        PolicyOrder order =
                redaction.map(policy -> falling.then("redaction", policy)).orElse(falling);
        PolicyOrder retrying = store.map(kept -> order.then("cache", Policies.localCache(kept, cache, time)))
                .orElse(order)
                .then("answers", Policies.validReturns(validators.answers()))
                .then("repair", Policies.repair(schemas, 2))
                .then("retry", Policies.retry(retry, time, random));
        return rate.map(policy -> retrying.then("rate-limit", policy))
                .orElse(retrying)
                .then(arounds);
    }
}
