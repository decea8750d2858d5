package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Stops calls to a provider that keeps failing: after a number of consecutive failures its calls fail at once during a
 * pause, then one call tries again. Providers are counted separately. Thread-safe.
 */
final class CircuitBreakerPolicy implements Policy {
    private static final Set<AiError.Category> DOWN = Set.of(
            AiError.Category.NETWORK,
            AiError.Category.TIMEOUT_CONNECT,
            AiError.Category.TIMEOUT_IDLE,
            AiError.Category.OVERLOADED,
            AiError.Category.SERVER);

    private final int failures;
    private final Duration pause;
    private final Scheduler time;
    private final ConcurrentMap<String, Circuit> circuits = new ConcurrentHashMap<>();

    CircuitBreakerPolicy(int failures, Duration pause, Scheduler time) {
        this.failures = failures;
        this.pause = pause;
        this.time = time;
    }

    @Override
    public Role role() {
        return Role.ATTEMPT;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        Circuit circuit = circuits.computeIfAbsent(call.model().provider(), provider -> new Circuit());
        Optional<Duration> open = circuit.enter(time.nanoTime());
        if (open.isPresent()) {
            call.addRemark("open");
            return AiReturn.failed(refusal(call, failures, time.instant().plus(open.get())));
        }
        boolean recorded = false;
        try {
            AiReturn ret = next.proceed(call);
            circuit.left(ret, time.nanoTime());
            recorded = true;
            return ret;
        } finally {
            if (!recorded) {
                circuit.gaveUp();
            }
        }
    }

    /**
     * Returns the error of a refused call. It is not retryable, so that a fallback answers at once; its time says when
     * the provider is tried again.
     */
    static AiError refusal(AiCall call, int failures, Instant retryAt) {
        String message = "provider " + call.model().provider() + " failed " + failures
                + " times in a row and is not called during a pause; use another provider, or retry after the pause";
        return AiError.of(AiError.Category.OVERLOADED, "circuit-open", message)
                .withRetryAt(retryAt)
                .withRetryable(false);
    }

    /** Returns whether a failed call counts as a failure of its provider. */
    static boolean isDown(AiReturn ret) {
        return DOWN.contains(ret.error().orElseThrow().category());
    }

    /** The state of one provider: its consecutive failures and the start of the pause. */
    private final class Circuit {
        private int failed;
        private long openedAt;
        private boolean trying;

        /** Returns how long the circuit stays open; empty if the call may proceed. */
        synchronized Optional<Duration> enter(long now) {
            if (failed < failures) {
                return Optional.empty();
            }
            Duration left = pause.minusNanos(now - openedAt);
            if (trying || (!left.isNegative() && !left.isZero())) {
                return Optional.of(left.isNegative() ? Duration.ZERO : left);
            }
            trying = true;
            return Optional.empty();
        }

        synchronized void left(AiReturn ret, long now) {
            trying = false;
            if (ret.isOk()) {
                failed = 0;
            } else if (isDown(ret)) {
                failed = Math.min(failures, failed + 1);
                openedAt = now;
            }
        }

        synchronized void gaveUp() {
            trying = false;
        }
    }
}
