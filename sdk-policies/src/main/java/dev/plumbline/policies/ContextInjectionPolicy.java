package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ContextSnapshot;
import dev.plumbline.policy.RequestPolicy;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The layer that tells the model the facts a call carries in its snapshot: those that last as one interaction in front,
 * those that were read for this call alone as one at the end, so that what stands between them begins as before. Stateless.
 */
final class ContextInjectionPolicy implements RequestPolicy {

    @Override
    public AiCall onRequest(AiCall call) {
        Optional<ContextSnapshot> snapshot = call.get(ContextSnapshot.KEY);
        if (snapshot.isEmpty()) {
            return call;
        }
        ContextSnapshot said = snapshot.get();
        if (!said.missing().isEmpty()) {
            call.note("missing: " + String.join(", ", said.missing()));
        }
        return told(call, said);
    }

    private static AiCall told(AiCall call, ContextSnapshot said) {
        Map<String, Json> lasting = new LinkedHashMap<>(said.values());
        Map<String, Json> changing = new LinkedHashMap<>(said.values());
        lasting.keySet().removeAll(said.changing());
        changing.keySet().retainAll(said.changing());
        AiCall told = lasting.isEmpty() ? call : call.withAdded(new Interaction.Context(lasting));
        if (!changing.isEmpty()) {
            told = told.withEffective(told.effective().append(new Interaction.Context(changing)));
        }
        for (Map.Entry<String, String> resource : said.resources().entrySet()) {
            told = told.withResource(resource.getKey(), resource.getValue());
        }
        return unkeyed(told, said);
    }

    private static AiCall unkeyed(AiCall call, ContextSnapshot said) {
        Set<String> keys = new HashSet<>(said.unkeyed());
        keys.retainAll(said.values().keySet());
        if (keys.isEmpty()) {
            return call;
        }
        keys.addAll(call.unkeyedContext());
        return call.withUnkeyedContext(keys);
    }
}
