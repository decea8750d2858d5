package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.internal.ContextWindow;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.internal.ContextSnapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Sends the facts of a call's snapshot that the model does not know from the transcript, behind everything that was said: so
 * nothing changes that was sent before. Stateless.
 */
final class ContextInjectionPolicy implements RequestPolicy {

    /** The tokens of replaced values that are sent: a tenth of the smallest window of the services' current models. */
    private static final int REPLACED_TOKENS = 12_800;

    /** The share of a smaller window that replaced values may have. */
    private static final int SHARE = 8;

    @Override
    public Role role() {
        return Role.CONTENT;
    }

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
        Optional<Interaction.Context> unknown = facts.unknownTo(call.effective());
        AiCall changed = withoutReplaced(unknown.isPresent() ? call.withFacts(unknown.get()) : call);
        for (Map.Entry<String, String> resource : facts.resources().entrySet()) {
            changed = changed.withResource(resource.getKey(), resource.getValue());
        }
        return unkeyed(changed, facts.cacheIrrelevant());
    }

    @SuppressWarnings("ReferenceEquality") // all that is sent is returned as it is
    private static AiCall withoutReplaced(AiCall call) {
        Transcript all = call.effective();
        List<Interaction> sent = all.contexts() < 2 ? all : ReplacedFacts.leftOut(all, mostReplaced(call));
        return sent == all ? call : call.withEffective(sent);
    }

    private static int mostReplaced(AiCall call) {
        int window =
                call.attribute(ContextWindow.KEY).orElse(ContextWindow.UNKNOWN).tokens();
        return window == 0 ? REPLACED_TOKENS : Math.min(REPLACED_TOKENS, window / SHARE);
    }

    private static AiCall unkeyed(AiCall call, Set<String> keys) {
        if (keys.isEmpty()) {
            return call;
        }
        Set<String> all = new HashSet<>(keys);
        all.addAll(call.cacheIrrelevantContext());
        return call.withCacheIrrelevantContext(all);
    }
}
