package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** The policy that counts consecutive failures of each tool. */
final class FailureCountPolicy implements ToolPolicy {
    static final StateKey<Map<String, Integer>> FAILURES =
            StateKey.of("plumbline.tools.failed-in-a-row", StateKey.Scope.TURN, Map.of());

    @Override
    public ToolEnvelope around(ToolContext call, Next next) {
        ToolEnvelope envelope = next.proceed(call);
        String tool = call.tool().name();
        if (!envelope.isOk() || call.state().get(FAILURES).containsKey(tool)) {
            call.state().update(FAILURES, before -> counted(before, tool, envelope.isOk()));
        }
        return envelope;
    }

    @Override
    public int priority() {
        return 150;
    }

    private static Map<String, Integer> counted(Map<String, Integer> before, String tool, boolean ok) {
        Map<String, Integer> counts = new LinkedHashMap<>(before);
        if (ok) {
            counts.remove(tool);
        } else {
            counts.merge(tool, 1, Integer::sum);
        }
        return Map.copyOf(counts);
    }
}
