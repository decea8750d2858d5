package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.policy.ContextSnapshot;
import dev.plumbline.policy.RequestPolicy;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The layer that tells the model the facts a call carries in its snapshot, as one interaction. Stateless. */
final class ContextInjectionPolicy implements RequestPolicy {

    @Override
    public AiCall onRequest(AiCall call) {
        Optional<ContextSnapshot> snapshot = call.get(ContextSnapshot.KEY);
        snapshot.filter(said -> !said.missing().isEmpty())
                .ifPresent(said -> call.note("missing: " + String.join(", ", said.missing())));
        return snapshot.map(said -> told(call, said)).orElse(call);
    }

    private static AiCall told(AiCall call, ContextSnapshot said) {
        AiCall told = call;
        if (!said.values().isEmpty()) {
            told = unkeyed(call.withAdded(new Interaction.Context(said.values())), said);
        }
        for (Map.Entry<String, String> resource : said.resources().entrySet()) {
            told = told.withResource(resource.getKey(), resource.getValue());
        }
        return told;
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
