package dev.plumbline.tools;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The policy that caches results of pure tools and evicts the least recently used one. */
final class MemoizationPolicy implements ToolPolicy {
    private final int most;
    private final Map<Question, ToolEnvelope> known = new LinkedHashMap<>(16, 0.75f, true);

    MemoizationPolicy(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("memoization needs at least 1 entry; got " + most);
        }
        this.most = most;
    }

    @Override
    public boolean wraps(ToolDefinition tool) {
        return tool.isPure();
    }

    @Override
    public ToolEnvelope around(ToolContext call, Next next) {
        if (!wraps(call.tool())) {
            return next.proceed(call);
        }
        Question question = new Question(call.tool().fingerprint(), call.call().arguments());
        return find(question).orElseGet(() -> asked(question, next.proceed(call)));
    }

    private synchronized Optional<ToolEnvelope> find(Question question) {
        return Optional.ofNullable(known.get(question));
    }

    /** Caches a successful result, unless it was truncated: the rest of those is stored for one session only. */
    private synchronized ToolEnvelope asked(Question question, ToolEnvelope answer) {
        if (answer.isOk() && !answer.meta().get(ToolEnvelope.TRUNCATED).exists()) {
            known.put(question, answer);
            Iterator<Question> oldest = known.keySet().iterator();
            while (known.size() > most) {
                oldest.next();
                oldest.remove();
            }
        }
        return answer;
    }

    private record Question(Fingerprint tool, Json arguments) {}
}
