package dev.plumbline.testkit.faults;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A policy of a twelfth author, or one of its faults by number: what a namespace may use, so many calls within any hour, and so many
 * tokens on a day in UTC. What a cache saved counts as tokens, too. A refusal names the first moment at which it would not be one, and
 * does not count. A call counts when it begins, and its tokens on the day on which it ends, also if it failed.
 */
final class TenantQuota implements Policy {
    private static final Duration HOUR = Duration.ofHours(1);

    private final int callsPerHour;
    private final long tokensPerDay;
    private final Scheduler otherwise;
    private final int wrong;
    private final Map<String, Account> accounts = new ConcurrentHashMap<>();

    /** The scheduler is for calls that have none. */
    TenantQuota(int wrong, int callsPerHour, long tokensPerDay, Scheduler otherwise) {
        this.wrong = wrong;
        this.callsPerHour = callsPerHour;
        this.tokensPerDay = tokensPerDay;
        this.otherwise = otherwise;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        Scheduler time = call.attribute(AiCall.SCHEDULER).orElse(otherwise);
        Account account = accounts.computeIfAbsent(named(call.namespace()), name -> new Account());
        Instant began = time.instant();
        Instant free = account.begin(began);
        if (free != null) {
            return AiReturn.failed(
                    AiError.of(AiError.Category.BUDGET, "tenant-quota", "the quota of this tenant is used up")
                            .withRetryAt(free));
        }
        if (wrong == 8) {
            account.count(time.instant());
        }
        AiReturn ret = next.proceed(call);
        if (wrong != 9 || ret.isOk()) {
            account.end(
                    wrong == 28 ? began : time.instant(), ret.usage().total() + (wrong == 5 ? 0 : ret.savedTokens()));
        }
        return ret;
    }

    private String named(String namespace) {
        return wrong == 7 ? namespace.toLowerCase(Locale.ROOT) : wrong == 24 ? namespace.strip() : namespace;
    }

    @Override
    public int priority() {
        return 20;
    }

    /** What one tenant has used. */
    private final class Account {
        private final Deque<Instant> begun = new ArrayDeque<>();
        private LocalDate day = LocalDate.EPOCH;
        private long tokens;

        /** Counts a call, or returns when it may be sent. */
        synchronized @Nullable Instant begin(Instant now) {
            turn(now);
            while (!begun.isEmpty() && isOver(begun.peekFirst().plus(HOUR), now)) {
                begun.removeFirst();
            }
            Instant free = null;
            if (begun.size() >= callsPerHour) {
                free = begun.peekFirst().plus(HOUR);
            }
            if (tokens >= tokensPerDay) {
                Instant midnight = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
                free = free == null || midnight.isAfter(free) ? midnight : free;
            }
            if (free == null && wrong != 8) {
                begun.addLast(now);
            }
            return free;
        }

        synchronized void count(Instant now) {
            begun.addLast(now);
        }

        void end(Instant now, long used) {
            if (wrong == 25) {
                add(now, used);
                return;
            }
            synchronized (this) {
                add(now, used);
            }
        }

        private void add(Instant now, long used) {
            turn(now);
            long before = tokens;
            if (wrong == 25) {
                Thread.yield();
            }
            tokens = before + used;
        }

        private boolean isOver(Instant end, Instant now) {
            return wrong == 6 ? end.isBefore(now) : !end.isAfter(now);
        }

        private void turn(Instant now) {
            LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
            if (!today.equals(day)) {
                day = today;
                tokens = 0;
            }
        }
    }
}
