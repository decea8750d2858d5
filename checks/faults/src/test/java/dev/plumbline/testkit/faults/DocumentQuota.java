package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.policy.Policy;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** A policy of a tenth author that allows so many calls of a document in a time, or one of its faults by number. */
final class DocumentQuota implements Policy {
    private static final class Counted {
        final Instant at;

        Counted(Instant at) {
            this.at = at;
        }
    }

    /** The counts of all policies, of fault 8. */
    private static final Map<String, Deque<Counted>> SHARED = new HashMap<>();

    private final int wrong;
    private final int calls;
    private final Duration window;
    private final int longest;
    private final Map<String, Deque<Counted>> counted;

    DocumentQuota(int wrong, int calls, Duration window, int longest) {
        this.wrong = wrong;
        this.counted = wrong == 8 ? SHARED : new HashMap<>();
        this.calls = calls;
        this.window = window;
        this.longest = longest;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        if (length(call) > longest) {
            return AiReturn.failed(AiError.of(Category.POLICY_DENIED, "too-long", "the text is too long to be sent"));
        }
        Instant now = now(call);
        Counted mine = new Counted(now);
        if (wrong == 10) {
            synchronized (counted) {
                return counted(call, next, now, mine);
            }
        }
        return counted(call, next, now, mine);
    }

    private AiReturn counted(AiCall call, Next next, Instant now, Counted mine) {
        synchronized (counted) {
            Deque<Counted> own = counted.computeIfAbsent(call.namespace(), name -> new ArrayDeque<>());
            while (!own.isEmpty() && isOver(own.getFirst().at.plus(window), now)) {
                own.removeFirst();
            }
            if (wrong == 9) {
                own.addLast(mine);
            }
            if (own.size() >= calls + (wrong == 9 ? 1 : 0)) {
                Instant free = own.getFirst().at.plus(wrong == 7 ? Duration.ofSeconds(window.toMinutes()) : window);
                return AiReturn.failed(AiError.of(Category.BUDGET, "document-quota", "this document has used its calls")
                        .withRetryAt(free));
            }
            if (wrong != 9) {
                own.addLast(mine);
            }
        }
        boolean costs = true;
        try {
            AiReturn ret = next.proceed(call);
            costs = ret.error().isEmpty() || ret.usage().total() > 0;
            return ret;
        } catch (RuntimeException | Error failed) {
            costs = false;
            throw failed;
        } finally {
            if (!costs) {
                giveBack(call.namespace(), mine);
            }
        }
    }

    private boolean isOver(Instant end, Instant now) {
        return wrong == 6 ? end.isBefore(now) : !end.isAfter(now);
    }

    private void giveBack(String namespace, Counted mine) {
        synchronized (counted) {
            Deque<Counted> own = counted.get(namespace);
            if (own != null) {
                own.removeIf(each -> each == mine);
                if (own.isEmpty()) {
                    counted.remove(namespace);
                }
            }
        }
    }

    private static long length(AiCall call) {
        return call.effective().stream()
                .map(Interaction::text)
                .mapToLong(String::length)
                .sum();
    }

    private static Instant now(AiCall call) {
        return call.attribute(AiCall.SCHEDULER).map(Scheduler::instant).orElseGet(Instant::now);
    }
}
