package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.StateKey;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** The layer that counts calls: by turn, by session, and those that run now. */
final class QuotaPolicy implements ToolPolicy {
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
        if (count(call, StateKey.Scope.TURN) > perTurn) {
            return refused("At most " + perTurn + " calls of this tool are allowed in one turn.");
        }
        if (count(call, StateKey.Scope.SESSION) > perSession) {
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

    private static int count(ToolContext call, StateKey.Scope scope) {
        return call.state()
                .update(StateKey.of("plumbline.tools.calls." + call.tool().name(), scope, 0), n -> n + 1);
    }

    private static ToolEnvelope refused(String why) {
        return ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, why);
    }
}
