package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.StateKey;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** The layer that counts calls: by turn, by session, and those that run now. */
final class QuotaPolicy implements ToolPolicy {
    private static final StateKey<Map<String, Integer>> TURN =
            StateKey.of("plumbline.tools.calls", StateKey.Scope.TURN, Map.of());
    private static final StateKey<Map<String, Integer>> SESSION =
            StateKey.of("plumbline.tools.calls", StateKey.Scope.SESSION, Map.of());

    private final int perTurn;
    private final int perSession;
    private final int atOnce;
    private final Map<String, Semaphore> running = new ConcurrentHashMap<>();

    QuotaPolicy(int perTurn, int perSession, int atOnce) {
        if (perTurn < 1 || perSession < 1 || atOnce < 1) {
            throw new IllegalArgumentException("every number of a quota is at least 1");
        }
        this.perTurn = perTurn;
        this.perSession = perSession;
        this.atOnce = atOnce;
    }

    @Override
    public ToolEnvelope around(ToolContext call, Next next) {
        String tool = call.tool().name();
        if (count(call, TURN) > perTurn) {
            return refused("At most " + perTurn + " calls of this tool are allowed in one turn.");
        }
        if (count(call, SESSION) > perSession) {
            return refused("At most " + perSession + " calls of this tool are allowed in one conversation.");
        }
        Semaphore places = running.computeIfAbsent(tool, name -> new Semaphore(atOnce));
        if (!places.tryAcquire()) {
            return refused("At most " + atOnce + " calls of this tool run at once. Try again later.")
                    .withRetryable(true);
        }
        try {
            return next.proceed(call);
        } finally {
            places.release();
        }
    }

    private static int count(ToolContext call, StateKey<Map<String, Integer>> key) {
        String tool = call.tool().name();
        return call.state().update(key, before -> oneMore(before, tool)).getOrDefault(tool, 0);
    }

    private static Map<String, Integer> oneMore(Map<String, Integer> before, String tool) {
        Map<String, Integer> counts = new LinkedHashMap<>(before);
        counts.merge(tool, 1, Integer::sum);
        return Map.copyOf(counts);
    }

    private static ToolEnvelope refused(String why) {
        return ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, why);
    }
}
