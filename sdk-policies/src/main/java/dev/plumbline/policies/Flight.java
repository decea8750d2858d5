package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.time.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One question on its way for several who ask it at the same time. Who asked first leads; the others see its stream from
 * the start, each on its own thread. Safe for any number of threads; nobody is called while its lock is held.
 */
final class Flight {
    /** What ends a leader and says nothing about the question: its own end, or its own account. */
    private static final Set<AiError.Category> ITS_OWN =
            Set.of(AiError.Category.CANCELLED, AiError.Category.TIMEOUT_TOTAL, AiError.Category.BUDGET);

    private final Object lock = new Object();
    private final Thread leader = Thread.currentThread();
    private final List<AiDelta> stream = new ArrayList<>();
    private @Nullable AiReturn end;
    private boolean over;

    /** Whether this thread leads it: a call made within a call must not wait for itself. */
    boolean isLedHere() {
        return Thread.currentThread() == leader;
    }

    /** The sink of the leader, which its followers read along. */
    Consumer<AiDelta> leading(AiCall call) {
        return delta -> {
            synchronized (lock) {
                stream.add(delta);
                lock.notifyAll();
            }
            call.sink().accept(delta);
        };
    }

    /** The leader is done: all followers get its return, unless it ended for reasons of its own. */
    void land(AiReturn ret) {
        boolean itsOwn =
                ret.error().filter(error -> ITS_OWN.contains(error.category())).isPresent();
        end(itsOwn ? null : ret);
    }

    /** The leader gave up without a return. Once the flight has landed nothing happens. */
    void abandon() {
        end(null);
    }

    private void end(@Nullable AiReturn ret) {
        synchronized (lock) {
            end = over ? end : ret;
            over = true;
            lock.notifyAll();
        }
    }

    /**
     * Shows the leader's stream as the follower's own and returns how it ended, without its usage. Empty when the leader
     * gave up: then nothing of it is valid, and another call must ask.
     *
     * @throws dev.plumbline.event.AiException as soon as the follower itself is cancelled
     */
    Optional<AiReturn> follow(AiCall call) {
        Subscription waking = call.cancellation().onCancel(this::wake);
        try {
            return followed(call);
        } finally {
            waking.close();
        }
    }

    private Optional<AiReturn> followed(AiCall call) {
        int seen = 0;
        for (List<AiDelta> more = next(call, seen); !more.isEmpty(); more = next(call, seen)) {
            call.cancellation().throwIfCancelled();
            seen += more.size();
            more.stream()
                    .filter(delta -> !(delta instanceof AiDelta.UsageReport))
                    .forEach(call.sink());
        }
        call.cancellation().throwIfCancelled();
        Optional<AiReturn> ended = ended();
        if (ended.isEmpty() && seen > 0) {
            call.sink().accept(new AiDelta.Reset(2));
        }
        return ended.map(ret -> own(ret, call));
    }

    /** What the leader said since; empty once it is over. */
    private List<AiDelta> next(AiCall call, int seen) {
        synchronized (lock) {
            try {
                while (stream.size() == seen && !over && !call.cancellation().isCancelled()) {
                    lock.wait();
                }
                return List.copyOf(stream.subList(seen, stream.size()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        call.cancellation().cancel("the waiting thread was interrupted");
        return List.of();
    }

    private void wake() {
        synchronized (lock) {
            lock.notifyAll();
        }
    }

    private Optional<AiReturn> ended() {
        synchronized (lock) {
            return Optional.ofNullable(end);
        }
    }

    private static AiReturn own(AiReturn ret, AiCall call) {
        AiReturn.Builder own = AiReturn.builder()
                .interactions(ret.interactions())
                .finish(ret.finish())
                .model(ret.model())
                .ids(call.ids());
        ret.error().ifPresent(own::error);
        return own.build();
    }
}
