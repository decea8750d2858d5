package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.tool.IToolExecutor;
import java.util.LinkedHashMap;
import java.util.Map;

/** Ends a turn in which the same call with the same arguments fails repeatedly in the same way. */
final class LoopGuard {
    private static final StateKey<Map<Same, Integer>> SEEN =
            StateKey.of("plumbline.tools.failures", StateKey.Scope.TURN, Map.of());

    private LoopGuard() {}

    static void look(Interaction.ToolCall call, ToolEnvelope envelope, IToolExecutor.CallScope scope, int most) {
        if (envelope.isOk()) {
            return;
        }
        envelope.failure()
                .filter(failure -> failure.code() != ToolEnvelope.Code.CANCELLED)
                .ifPresent(failure -> {
                    Same same = new Same(call.name(), call.arguments(), failure);
                    int times = scope.state()
                            .update(SEEN, seen -> counted(seen, same))
                            .getOrDefault(same, 0);
                    if (times >= most) {
                        scope.tell(watch -> watch.ending(again(times)));
                    }
                });
    }

    private static Map<Same, Integer> counted(Map<Same, Integer> seen, Same same) {
        Map<Same, Integer> more = new LinkedHashMap<>(seen);
        more.merge(same, 1, Integer::sum);
        return Map.copyOf(more);
    }

    private static AiError again(int times) {
        return AiError.of(
                AiError.Category.BUDGET,
                "same-tool-call",
                "the same tool call failed in the same way " + times + " times; see maxRepeats of ToolLimits");
    }

    private record Same(String tool, Json arguments, ToolEnvelope.Failure failure) {}
}
