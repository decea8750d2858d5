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
 * Adds the facts of a call's snapshot to the call: those that last as one interaction in front,
 * those that were read for this call alone as one at the end, so that what is between them has the same prefix. Stateless.
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
        return withFacts(call, said);
    }

    private static AiCall withFacts(AiCall call, ContextSnapshot said) {
        Map<String, Json> lasting = new LinkedHashMap<>(said.values());
        Map<String, Json> changing = new LinkedHashMap<>(said.values());
        lasting.keySet().removeAll(said.changing());
        changing.keySet().retainAll(said.changing());
        AiCall sent = lasting.isEmpty() ? call : call.withAdded(new Interaction.Context(lasting));
        if (!changing.isEmpty()) {
            sent = sent.withEffective(sent.effective().append(new Interaction.Context(changing)));
        }
        for (Map.Entry<String, String> resource : said.resources().entrySet()) {
            sent = sent.withResource(resource.getKey(), resource.getValue());
        }
        return unkeyed(sent, said);
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
