package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.ToolContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The policy that rejects calls of a tool for a while after repeated failures. */
final class ToolCircuitBreakerPolicy implements ToolPolicy {
    private final int failures;
    private final long pause;
    private final Scheduler time;
    private final Map<String, Health> tools = new ConcurrentHashMap<>();

    ToolCircuitBreakerPolicy(int failures, Duration pause, Scheduler time) {
        if (failures < 1 || pause.isNegative() || pause.isZero()) {
            throw new IllegalArgumentException("a circuit breaker needs at least 1 failure and a positive pause; got "
                    + failures + " and " + pause);
        }
        this.failures = failures;
        this.pause = pause.toNanos();
        this.time = time;
    }

    @Override
    public ToolEnvelope around(ToolContext call, Next next) {
        String tool = call.tool().name();
        if (!enter(tool)) {
            return ToolEnvelope.failed(
                    ToolEnvelope.Code.QUOTA,
                    "This tool failed several times and is disabled for a while. Continue without it.");
        }
        ToolEnvelope envelope = next.proceed(call);
        leave(tool, isFailure(envelope));
        return envelope;
    }

    /**
     * Returns whether the call may run. After the pause one call is let through, and the pause begins again for the
     * others.
     */
    private boolean enter(String tool) {
        if (!tools.containsKey(tool)) {
            return true;
        }
        long now = time.nanoTime();
        boolean[] open = {true};
        tools.computeIfPresent(tool, (name, health) -> {
            open[0] = health.inARow() < failures || now - health.since() >= pause;
            return open[0] ? new Health(health.inARow(), now) : health;
        });
        return open[0];
    }

    private void leave(String tool, boolean failed) {
        if (failed) {
            long now = time.nanoTime();
            tools.compute(tool, (name, health) -> new Health(health == null ? 1 : health.inARow() + 1, now));
        } else {
            tools.remove(tool);
        }
    }

    private static boolean isFailure(ToolEnvelope envelope) {
        return envelope.failure()
                .filter(failure ->
                        failure.code() == ToolEnvelope.Code.FAILED || failure.code() == ToolEnvelope.Code.TIMEOUT)
                .isPresent();
    }

    private record Health(int inARow, long since) {}
}
