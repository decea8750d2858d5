package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Stops asking a provider that keeps failing: after so many failures in a row its calls fail at once for a
 * pause, then one call tries. Providers are counted separately. Safe for any number of threads.
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
    private final Timekeeper time;
    private final ConcurrentMap<String, Circuit> circuits = new ConcurrentHashMap<>();

    CircuitBreakerPolicy(int failures, Duration pause, Timekeeper time) {
        this.failures = failures;
        this.pause = pause;
        this.time = time;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        Circuit circuit = circuits.computeIfAbsent(call.model().provider(), provider -> new Circuit());
        Optional<Duration> open = circuit.enter(time.nanos());
        if (open.isPresent()) {
            call.note("open");
            return AiReturn.failed(refusal(call, open.get()));
        }
        boolean recorded = false;
        try {
            AiReturn ret = next.proceed(call);
            circuit.left(ret, time.nanos());
            recorded = true;
            return ret;
        } finally {
            if (!recorded) {
                circuit.gaveUp();
            }
        }
    }

    /** Not to be retried here, so that another provider is asked at once; the time says when this one is tried again. */
    private AiError refusal(AiCall call, Duration left) {
        String message = "provider " + call.model().provider() + " failed " + failures
                + " times in a row and is left alone for a while; ask another one, or come back then";
        return AiError.of(AiError.Category.OVERLOADED, "circuit-open", message)
                .withRetryAt(time.instant().plus(left))
                .withRetryable(false);
    }

    /** One provider: how often it failed in a row, and since when nobody asks it. */
    private final class Circuit {
        private int failed;
        private long openedAt;
        private boolean trying;

        /** How long it stays open; empty when the call may go on. */
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
            } else if (DOWN.contains(ret.error().orElseThrow().category())) {
                failed = Math.min(failures, failed + 1);
                openedAt = now;
            }
        }

        synchronized void gaveUp() {
            trying = false;
        }
    }
}
