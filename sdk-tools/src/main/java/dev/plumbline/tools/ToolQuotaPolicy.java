package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** The policy that limits calls: per turn, per session, and at the same time. */
final class ToolQuotaPolicy implements ToolPolicy {
    private final int perTurn;
    private final int perSession;
    private final int atOnce;
    private final Map<String, Counters> tools = new ConcurrentHashMap<>();

    ToolQuotaPolicy(int perTurn, int perSession, int atOnce) {
        if (perTurn < 1 || perSession < 1 || atOnce < 1) {
            throw new IllegalArgumentException("every number of a quota must be at least 1; got " + perTurn + ", "
                    + perSession + " and " + atOnce);
        }
        this.perTurn = perTurn;
        this.perSession = perSession;
        this.atOnce = atOnce;
    }

    @Override
    public ToolEnvelope around(ToolContext call, Next next) {
        Counters tool = tools.computeIfAbsent(call.tool().name(), name -> Counters.of(name, atOnce));
        if (count(call, tool.turn()) > perTurn) {
            return refused("At most " + perTurn + " calls of this tool are allowed in one turn.");
        }
        if (count(call, tool.session()) > perSession) {
            return refused("At most " + perSession + " calls of this tool are allowed in one conversation.");
        }
        if (!tool.places().tryAcquire()) {
            return refused("At most " + atOnce + " calls of this tool run at once. Try again later.")
                    .withRetryable(true);
        }
        try {
            return next.proceed(call);
        } finally {
            tool.places().release();
        }
    }

    private static int count(ToolContext call, StateKey<Integer> calls) {
        return call.state().update(calls, n -> n + 1);
    }

    private static ToolEnvelope refused(String why) {
        return ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, why);
    }

    /** The call counters of one tool, and the permits of its concurrent calls. */
    private record Counters(StateKey<Integer> turn, StateKey<Integer> session, Semaphore places) {
        static Counters of(String tool, int atOnce) {
            String name = "plumbline.tools.calls." + tool;
            return new Counters(
                    StateKey.of(name, StateKey.Scope.TURN, 0),
                    StateKey.of(name, StateKey.Scope.SESSION, 0),
                    new Semaphore(atOnce));
        }
    }
}
