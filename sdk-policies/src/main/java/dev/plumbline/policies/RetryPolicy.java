package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.TypedKey;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.policy.Policy;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * Retries a call after a failure outside the program. The outermost retry policy handles a call and inner ones pass it
 * on, so attempts never multiply. Thread-safe; all calls share one retry budget.
 */
final class RetryPolicy implements Policy {
    /** The longest wait that a provider may require; beyond it the call fails, and its error says when to retry. */
    private static final Duration LONGEST_ASKED = Duration.ofMinutes(2);

    /** The minimum share of the bound, so that no random number causes a hot loop. */
    private static final double LEAST_SHARE = 0.1;

    private static final TypedKey<Boolean> OWNED = TypedKey.of("plumbline.retried", Boolean.class);

    private final RetryOptions options;
    private final Scheduler time;
    private final DoubleSupplier random;
    private final RetryBudget retryBudget;

    RetryPolicy(RetryOptions options, Scheduler time, DoubleSupplier random, RetryBudget retryBudget) {
        this.options = options;
        this.time = time;
        this.random = random;
        this.retryBudget = retryBudget;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        if (call.attribute(OWNED).isPresent()) {
            call.addRemark("left to the outer retry policy");
            return next.proceed(call);
        }
        AiCall owned = call.withAttribute(OWNED, true);
        retryBudget.called();
        long started = time.nanoTime();
        AiReturn first = next.proceed(owned);
        return first.isOk() ? first : new Retrying(owned, started).goOn(first, next);
    }

    @Override
    public boolean mayRepeat() {
        return true;
    }

    @Override
    public Role role() {
        return Role.RETRY;
    }

    /** The retries of one failed call. Used by one thread. */
    private final class Retrying {
        private final AiCall call;
        private final long started;
        private final RetryAttempts attempts;

        Retrying(AiCall call, long started) {
            this.call = call;
            this.started = started;
            this.attempts = new RetryAttempts(options);
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
                retryBudget.helped();
            }
            return ret;
        }

        private Duration jittered(Duration bound) {
            double share = Math.max(LEAST_SHARE, random.getAsDouble());
            return Duration.ofNanos((long) (bound.toNanos() * share));
        }

        /** Returns the failed return if no further attempt is made although one is due. */
        private Optional<AiReturn> refused(AiReturn ret, AiError error, Wait wait) {
            if (call.sink().hasDelivered()) {
                return refused(ret, "content was delivered");
            }
            if (Wait.isUnanswered(error) && !options.repeatUnanswered()) {
                return refused(ret, "nothing arrived in time, and the request may be billed");
            }
            if (wait.asked() && wait.time().compareTo(longestAsked()) > 0) {
                return refused(
                        ret.withError(wait.advise(error)), "the provider asks for a longer wait than is made here");
            }
            if (wait.time().compareTo(timeLeft()) > 0) {
                return refused(ret.withError(wait.advise(error)), "the wait is longer than the time left");
            }
            return retryBudget.take() ? Optional.empty() : refused(ret, "too many calls fail at present");
        }

        private Optional<AiReturn> refused(AiReturn ret, String why) {
            call.addRemark(count(attempts.made()) + ", not retried: " + why);
            return Optional.of(ret);
        }

        private Duration longestAsked() {
            Duration own = options.maxDelay();
            return own.compareTo(LONGEST_ASKED) > 0 ? own : LONGEST_ASKED;
        }

        private Duration timeLeft() {
            Duration own = options.maxElapsedTime().minusNanos(time.nanoTime() - started);
            Duration turn = call.budget().timeLeft();
            return own.compareTo(turn) < 0 ? own : turn;
        }

        private void await(Wait wait, AiError error) {
            CallAccess.recorder(call).attemptFailed(attempts.made(), error.category());
            CallAccess.recorder(call).waitStarted(wait.time(), Wait.isUnanswered(error) ? Wait.UNANSWERED : wait.why());
            call.cancellation().sleep(wait.time(), "waiting to try again");
            call.addRemark(count(attempts.made() + 1) + " after " + error.category() + " "
                    + TelemetryName.of(error.code())
                    + (Wait.isUnanswered(error) ? ": nothing arrived before, and both requests may be billed" : ""));
        }

        private String count(int attempt) {
            return "attempt " + attempt + " of " + options.attempts();
        }

        /** The wait before an attempt: the own delay, or the provider's if that is longer. */
        private record Wait(Duration time, boolean asked, Instant until) {
            private static final TelemetryName BACKOFF = TelemetryName.of("backoff");
            private static final TelemetryName UNANSWERED = TelemetryName.of("no-answer");
            private static final TelemetryName ASKED = TelemetryName.of("retry-after");

            static Wait of(Duration own, AiError error, Instant now) {
                Duration asked =
                        error.retryAt().map(at -> Duration.between(now, at)).orElse(Duration.ZERO);
                return asked.compareTo(own) > 0
                        ? new Wait(asked, true, error.retryAt().orElse(now))
                        : new Wait(own, false, now.plus(own));
            }

            /** Returns whether a request got no event at all: its provider may have processed it. */
            static boolean isUnanswered(AiError error) {
                return error.category() == AiError.Category.TIMEOUT_IDLE
                        && error.code().equals("first-event");
            }

            TelemetryName why() {
                return asked ? ASKED : BACKOFF;
            }

            AiError advise(AiError error) {
                return error.withRetryAt(until);
            }
        }
    }
}
