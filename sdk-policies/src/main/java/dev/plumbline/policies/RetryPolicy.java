package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Key;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Label;
import dev.plumbline.policy.Policy;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * Repeats a call after a failure outside the program. One retry policy owns a call: an inner one passes it on, so
 * attempts never multiply. Safe for any number of threads, which share one allowance.
 */
final class RetryPolicy implements Policy {
    /** The longest wait a provider may ask for; beyond it the call fails and says when to try again. */
    private static final Duration LONGEST_ASKED = Duration.ofMinutes(2);

    /** The least share of the bound, so that no draw makes a hot loop. */
    private static final double LEAST_SHARE = 0.1;

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
            call.note("left to the outer retry policy");
            return next.proceed(call);
        }
        AiCall owned = call.with(OWNED, true);
        allowance.called();
        long started = time.nanos();
        AiReturn first = next.proceed(owned);
        return first.isOk() ? first : new Retrying(owned, started).goOn(first, next);
    }

    @Override
    public boolean repeats() {
        return true;
    }

    @Override
    public Role role() {
        return Role.RETRY;
    }

    /** One call that failed at first: the waits and attempts that follow. Used by one thread. */
    private final class Retrying {
        private final AiCall call;
        private final long started;
        private final Attempts attempts;

        Retrying(AiCall call, long started) {
            this.call = call;
            this.started = started;
            this.attempts = new Attempts(options);
        }

        AiReturn goOn(AiReturn first, Policy.Next next) {
            AiReturn ret = first;
            Optional<Duration> bound = attempts.after(ret);
            while (bound.isPresent()) {
                AiError error = ret.error().orElseThrow();
                Wait wait = Wait.of(jittered(bound.get()), error, time.instant());
                Optional<AiReturn> refused = refused(ret, error, wait);
                if (refused.isPresent()) {
                    return refused.get();
                }
                await(wait, error);
                ret = next.proceed(call);
                bound = attempts.after(ret);
            }
            if (ret.isOk()) {
                allowance.helped();
            }
            return ret;
        }

        private Duration jittered(Duration bound) {
            double share = Math.max(LEAST_SHARE, random.getAsDouble());
            return Duration.ofNanos((long) (bound.toNanos() * share));
        }

        /** What to return when no further attempt is made although one is due. */
        private Optional<AiReturn> refused(AiReturn ret, AiError error, Wait wait) {
            if (call.sink().hasDelivered()) {
                return refused(ret, "content was delivered");
            }
            if (wait.asked() && wait.time().compareTo(longestAsked()) > 0) {
                return refused(
                        ret.withError(wait.advise(error)), "the provider asks for a longer wait than is made here");
            }
            if (wait.time().compareTo(timeLeft()) > 0) {
                return refused(ret.withError(wait.advise(error)), "the wait is longer than the time left");
            }
            return allowance.take() ? Optional.empty() : refused(ret, "too many calls fail at present");
        }

        private Optional<AiReturn> refused(AiReturn ret, String why) {
            call.note(count(attempts.made()) + ", not retried: " + why);
            return Optional.of(ret);
        }

        private Duration longestAsked() {
            Duration own = options.maxDelay();
            return own.compareTo(LONGEST_ASKED) > 0 ? own : LONGEST_ASKED;
        }

        private Duration timeLeft() {
            Duration own = options.total().minusNanos(time.nanos() - started);
            Duration turn = call.spending().timeLeft();
            return own.compareTo(turn) < 0 ? own : turn;
        }

        private void await(Wait wait, AiError error) {
            call.recorder().attemptFailed(attempts.made(), error.category());
            call.recorder().waits(wait.time(), wait.why());
            call.cancellation().sleep(wait.time(), "waiting to try again");
            call.note(count(attempts.made() + 1));
        }

        private String count(int attempt) {
            return "attempt " + attempt + " of " + options.attempts();
        }

        /** The wait before an attempt: our own, or what the provider asked for when that is longer. */
        private record Wait(Duration time, boolean asked, Instant until) {
            private static final Label BACKOFF = Label.of("backoff");
            private static final Label ASKED = Label.of("retry-after");

            static Wait of(Duration own, AiError error, Instant now) {
                Duration asked =
                        error.retryAt().map(at -> Duration.between(now, at)).orElse(Duration.ZERO);
                return asked.compareTo(own) > 0
                        ? new Wait(asked, true, error.retryAt().orElse(now))
                        : new Wait(own, false, now.plus(own));
            }

            Label why() {
                return asked ? ASKED : BACKOFF;
            }

            AiError advise(AiError error) {
                return error.withRetryAt(until);
            }
        }
    }
}
