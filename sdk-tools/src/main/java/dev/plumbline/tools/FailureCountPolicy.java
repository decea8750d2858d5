package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** The layer that counts failures in a row. */
final class FailureCountPolicy implements ToolPolicy {

    @Override
    public ToolEnvelope around(ToolContext call, Next next) {
        ToolEnvelope envelope = next.proceed(call);
        String tool = call.tool().name();
        if (!envelope.ok() || call.state().get(ToolPolicies.FAILURES).containsKey(tool)) {
            call.state().update(ToolPolicies.FAILURES, before -> counted(before, tool, envelope.ok()));
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
