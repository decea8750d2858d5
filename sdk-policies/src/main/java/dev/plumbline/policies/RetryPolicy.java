package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Key;
import dev.plumbline.policy.Policy;
import dev.plumbline.time.Timekeeper;
import java.util.function.DoubleSupplier;

/**
 * The layer that tries again when the world failed. One retry layer owns a call: another one further in passes it on, so
 * attempts never multiply. Safe for any number of threads, which share one allowance.
 */
final class RetryPolicy implements Policy {
    private static final Key<Boolean> OWNED = Key.of("plumbline.retried", Boolean.class);

    private final RetryOptions options;
    private final Timekeeper time;
    private final DoubleSupplier random;
    private final RetryAllowance allowance = new RetryAllowance();

    RetryPolicy(RetryOptions options, Timekeeper time, DoubleSupplier random) {
        this.options = options;
        this.time = time;
        this.random = random;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        if (call.get(OWNED).isPresent()) {
            call.note("left to the retry layer further out");
            return next.proceed(call);
        }
        AiCall owned = call.with(OWNED, true);
        allowance.called();
        long started = time.nanos();
        AiReturn first = next.proceed(owned);
        return first.ok() ? first : new Retrying(this, owned, started).goOn(first, next);
    }

    @Override
    public boolean repeats() {
        return true;
    }

    @Override
    public Role role() {
        return Role.RETRY;
    }

    RetryOptions options() {
        return options;
    }

    Timekeeper time() {
        return time;
    }

    DoubleSupplier random() {
        return random;
    }

    RetryAllowance allowance() {
        return allowance;
    }
}
