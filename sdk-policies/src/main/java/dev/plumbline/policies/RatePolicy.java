package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Label;
import dev.plumbline.policy.Policy;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets so many calls through in a time, for each provider. It keeps the one number of the generic cell
 * rate algorithm (ITU-T I.371) for each: when the next call would be due if all came evenly. A call that comes too early
 * waits, or is refused when the wait is longer than allowed. Safe for any number of threads.
 */
final class RatePolicy implements Policy {
    private static final Label WHY = Label.of("rate-limit");

    private final long interval;
    private final long burst;
    private final Duration longest;
    private final Timekeeper time;
    private final ConcurrentMap<String, AtomicLong> due = new ConcurrentHashMap<>();

    RatePolicy(int calls, Duration per, Duration longest, Timekeeper time) {
        this.interval = per.toNanos() / calls;
        this.burst = per.toNanos() - interval;
        this.longest = longest;
        this.time = time;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        long now = time.nanos();
        AtomicLong theirs = due.computeIfAbsent(call.model().provider(), provider -> new AtomicLong(now));
        Duration wait = Duration.ofNanos(take(theirs, now));
        Duration allowed = longest.compareTo(call.spending().timeLeft()) < 0
                ? longest
                : call.spending().timeLeft();
        if (wait.compareTo(allowed) > 0) {
            theirs.addAndGet(-interval);
            return AiReturn.failed(refusal(call, wait));
        }
        if (!wait.isZero()) {
            await(call, wait);
        }
        return next.proceed(call);
    }

    /** Takes the next place and says how long it is until then. */
    private long take(AtomicLong due, long now) {
        long mine = due.getAndUpdate(at -> Math.max(at, now) + interval);
        return Math.max(0, mine - burst - now);
    }

    private void await(AiCall call, Duration wait) {
        call.note("waited for the rate");
        call.recorder().waits(wait, WHY);
        call.cancellation().sleep(wait, "the rate of this provider");
    }

    private AiError refusal(AiCall call, Duration wait) {
        return AiError.of(
                        AiError.Category.BUDGET,
                        "rate-limit",
                        "more calls to provider " + call.model().provider()
                                + " than its quota allows; come back then, or raise the quota")
                .withRetryAt(time.instant().plus(wait))
                .withRetryable(false);
    }
}
