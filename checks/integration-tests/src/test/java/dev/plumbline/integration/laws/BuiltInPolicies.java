package dev.plumbline.integration.laws;

import dev.plumbline.body.Selector;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.policies.Policies;
import dev.plumbline.policies.Policies.Moderator;
import dev.plumbline.policies.PromptTemplateOptions;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.testkit.VirtualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The policies of {@code Policies} and of redaction, by the names of their methods, with settings that let them work. */
final class BuiltInPolicies {
    private static final ModelId MODEL = ModelId.parse("scripted:script");
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Json LIST = Json.parse("{\"type\":\"array\",\"items\":{\"type\":\"number\"}}");
    private static final ModelCatalog CATALOG = ModelCatalog.of(MODEL, List.of())
            .merged(("{\"format\": \"plumbline-models/1\", \"models\": [{\"id\": \"scripted:script\", \"prices\":"
                            + " {\"from\": \"1970-01-01\", \"source\": \"a test\", \"input\": \"1\", \"output\": \"1\","
                            + " \"currency\": \"USD\"}}]}")
                    .getBytes(StandardCharsets.UTF_8));

    private BuiltInPolicies() {}

    /** Returns a maker of new instances for each policy. */
    static Map<String, Supplier<Policy>> all() {
        Map<String, Supplier<Policy>> all = new TreeMap<>();
        requests(all);
        repeats(all);
        limits(all);
        contents(all);
        return all;
    }

    private static void requests(Map<String, Supplier<Policy>> all) {
        all.put("contextInjection", Policies::contextInjection);
        all.put(
                "promptTemplates",
                () -> Policies.promptTemplates(PromptTemplateOptions.ofDefaults()
                        .withValue("units", () -> "mm")
                        .withInstruction("Lengths are in {units}.")));
        all.put("models", () -> Policies.models(() -> CATALOG));
        all.put("egress", () -> Policies.egress(Selector.of("scripted")));
        all.put("schemaAllowlist", () -> Policies.schemaAllowlist(Set.of(LIST)));
        all.put("validCalls", () -> Policies.validCalls((call, same) -> ValidationResult.OK));
        all.put("cacheTags", Policies::cacheTags);
        all.put("historyReduction", () -> Policies.historyReduction(8));
        all.put("historySummary", () -> Policies.historySummary(8));
    }

    private static void repeats(Map<String, Supplier<Policy>> all) {
        all.put("retry", () -> Policies.retry(RetryOptions.ofDefaults(), VirtualClock.create(), () -> 1));
        all.put(
                "retry shared",
                () -> Policies.retry(RetryOptions.ofDefaults(), VirtualClock.create(), () -> 1, budgets()));
        all.put("repair", () -> new Typed(Policies.repair(JsonSchemas.service(), 2)));
        all.put("fallback", () -> Policies.fallback(List.of(ModelId.parse("scripted:other")), call -> call));
        all.put("localCache", () -> Policies.localCache(ResponseStore.inMemory(8), VirtualClock.create()));
    }

    private static void limits(Map<String, Supplier<Policy>> all) {
        all.put("circuitBreaker", () -> Policies.circuitBreaker(2, SECOND, VirtualClock.create()));
        all.put("circuitBreaker shared", () -> Policies.circuitBreaker(2, SECOND, VirtualClock.create(), budgets()));
        all.put("rateLimit", () -> Policies.rateLimit(5, SECOND, VirtualClock.create()));
        all.put("rateLimit shared", () -> Policies.rateLimit(5, SECOND, VirtualClock.create(), budgets()));
        all.put("quota", () -> Policies.quota(5, SECOND, VirtualClock.create()));
        all.put("quota shared", () -> Policies.quota(5, SECOND, VirtualClock.create(), budgets()));
        all.put("spending", () -> Policies.spending(SpendingLimits.of("USD").withTurn("1"), () -> CATALOG, budgets()));
    }

    private static void contents(Map<String, Supplier<Policy>> all) {
        all.put("validReturns", () -> Policies.validReturns((ret, call) -> ValidationResult.OK));
        all.put("moderation", () -> Policies.moderation(Moderator.ofWords(Map.of("secret", new TelemetryName("w")))));
        all.put("redaction", () -> redaction().policy());
        all.put("redaction mask", () -> redaction().mask());
    }

    private static BudgetStore budgets() {
        return Policies.localBudgets(VirtualClock.create());
    }

    private static Redaction redaction() {
        return Redaction.of(
                RedactionOptions.ofDefaults().withPattern("(area|plan)"),
                Secret.of("a key for tests, and only for them".toCharArray()));
    }

    /** Asks for a list of numbers, because the call of the laws asks for no type. */
    private record Typed(Policy repair) implements Policy {
        @Override
        public AiReturn around(AiCall call, Next next) {
            return repair.around(call.withOutputSchema(LIST), next);
        }

        @Override
        public boolean mayRepeat() {
            return true;
        }
    }
}
