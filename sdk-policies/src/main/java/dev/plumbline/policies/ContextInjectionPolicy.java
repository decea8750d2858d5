package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ContextSnapshot;
import dev.plumbline.policy.RequestPolicy;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Adds the facts of a call's snapshot to the call: lasting ones as one interaction in front, those that change at each
 * call as one at the end, so that the prefix stays equal. Stateless.
 */
final class ContextInjectionPolicy implements RequestPolicy {

    @Override
    public AiCall onRequest(AiCall call) {
        ContextSnapshot facts = call.attribute(ContextSnapshot.KEY).orElse(null);
        if (facts == null) {
            return call;
        }
        if (!facts.missing().isEmpty()) {
            call.addRemark("missing: " + String.join(", ", facts.missing()));
        }
        return withFacts(call, facts);
    }

    private static AiCall withFacts(AiCall call, ContextSnapshot facts) {
        AiCall changed = facts.values().isEmpty() ? call : withValues(call, facts);
        for (Map.Entry<String, String> resource : facts.resources().entrySet()) {
            changed = changed.withResource(resource.getKey(), resource.getValue());
        }
        return unkeyed(changed, facts);
    }

    private static AiCall withValues(AiCall call, ContextSnapshot facts) {
        Map<String, Json> lasting = new LinkedHashMap<>(facts.values());
        Map<String, Json> changing = new LinkedHashMap<>(facts.values());
        lasting.keySet().removeAll(facts.volatileKeys());
        changing.keySet().retainAll(facts.volatileKeys());
        AiCall changed = lasting.isEmpty() ? call : call.withAdded(new Interaction.Context(lasting));
        return changing.isEmpty()
                ? changed
                : changed.withEffective(changed.effective().append(new Interaction.Context(changing)));
    }

    private static AiCall unkeyed(AiCall call, ContextSnapshot facts) {
        if (facts.cacheIrrelevant().isEmpty()) {
            return call;
        }
        Set<String> keys = new HashSet<>(facts.cacheIrrelevant());
        keys.retainAll(facts.values().keySet());
        if (keys.isEmpty()) {
            return call;
        }
        keys.addAll(call.cacheIrrelevantContext());
        return call.withCacheIrrelevantContext(keys);
    }
}
