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
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A policy of a thirteenth author, or one of its faults by number: what a namespace may ask, so many calls in any hour, and no further
 * call on a day of UTC on which its answers have cost so many tokens. A call counts from when it has begun. The tokens of an answer, also
 * of one that failed and of one that a cache has saved, count for the day on which its call began. What is refused does not count.
 */
final class Allowance implements Policy {
    private static final Duration WINDOW = Duration.ofHours(1);

    private final int wrong;
    private final int calls;
    private final long tokens;
    private final Map<String, Account> accounts = new ConcurrentHashMap<>();

    Allowance(int wrong, int callsInAnHour, long tokensInADay) {
        this.wrong = wrong;
        this.calls = callsInAnHour;
        this.tokens = tokensInADay;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        Scheduler time = call.attribute(AiCall.SCHEDULER).orElseThrow();
        Account account = accounts.computeIfAbsent(call.namespace(), name -> new Account());
        Instant now = time.instant();
        LocalDate day = day(now);
        synchronized (account) {
            account.forget(now);
            Instant again = account.freeAt(now);
            if (again.isAfter(now)) {
                return AiReturn.failed(refused(account, again, day));
            }
            if (wrong != 6) {
                account.begun.addLast(now);
            }
        }
        AiReturn ret = next.proceed(call);
        if (wrong == 8 && !ret.isOk()) {
            return ret;
        }
        synchronized (account) {
            if (wrong == 6) {
                account.begun.addLast(now);
            }
            account.spent.merge(
                    wrong == 7 ? day(time.instant()) : day, ret.usage().total() + ret.savedTokens(), Long::sum);
        }
        return ret;
    }

    @Override
    public Role role() {
        return Role.ATTEMPT;
    }

    private AiError refused(Account account, Instant again, LocalDate day) {
        String code = account.isSpent(day) ? "allowance-tokens" : "allowance-calls";
        return AiError.of(AiError.Category.POLICY_DENIED, code, "the allowance of this department is used up")
                .withRetryAt(again);
    }

    private static LocalDate day(Instant instant) {
        return instant.atZone(ZoneOffset.UTC).toLocalDate();
    }

    private final class Account {
        private final Deque<Instant> begun = new ArrayDeque<>();
        private final TreeMap<LocalDate, Long> spent = new TreeMap<>();

        void forget(Instant now) {
            Instant from = now.minus(WINDOW);
            while (!begun.isEmpty() && isOver(begun.peekFirst(), from)) { // one that began an hour ago counts no more
                begun.removeFirst();
            }
            spent.headMap(day(now)).clear();
        }

        private boolean isOver(Instant began, Instant from) {
            return wrong == 5 ? began.isBefore(from) : !began.isAfter(from);
        }

        boolean isSpent(LocalDate day) {
            return spent.getOrDefault(day, 0L) >= tokens;
        }

        Instant freeAt(Instant now) {
            Instant free = now;
            if (begun.size() >= calls) {
                free = begun.peekFirst().plus(WINDOW);
            }
            if (isSpent(day(now))) {
                Instant midnight =
                        day(now).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
                free = free.isAfter(midnight) ? free : midnight;
            }
            return free;
        }
    }
}
