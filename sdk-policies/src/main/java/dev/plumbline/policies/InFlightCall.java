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
 * A running call that several equal calls share. The first caller is the leader; the followers see its stream from the
 * start, each on its own thread. Thread-safe; no callback runs while its lock is held.
 */
final class InFlightCall {
    /** The errors of a leader that do not concern its followers, such as its own cancellation or budget. */
    private static final Set<AiError.Category> ITS_OWN =
            Set.of(AiError.Category.CANCELLED, AiError.Category.TIMEOUT_TOTAL, AiError.Category.BUDGET);

    private final Object lock = new Object();
    private final Thread leader = Thread.currentThread();
    private final List<AiDelta> stream = new ArrayList<>();
    private @Nullable AiReturn end;
    private boolean over;

    /** Returns whether this thread is the leader, because a nested call must not wait for itself. */
    boolean isLedHere() {
        return Thread.currentThread() == leader;
    }

    /** Returns the leader's sink of deltas, which its followers read, too. */
    Consumer<AiDelta> leading(AiCall call) {
        return delta -> {
            synchronized (lock) {
                stream.add(delta);
                lock.notifyAll();
            }
            call.sink().accept(delta);
        };
    }

    /** Ends the flight with the leader's return, which all followers get unless its error does not concern them. */
    void land(AiReturn ret) {
        end(isItsOwn(ret) ? null : ret);
    }

    /** Returns whether a return is a failure that concerns only its caller. */
    static boolean isItsOwn(AiReturn ret) {
        return ret.error().isPresent() && ITS_OWN.contains(ret.error().get().category());
    }

    /** Ends the flight without a return; nothing if it has already ended. */
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
     * Streams the leader's deltas to the follower and returns the leader's return, whose usage it has saved. Empty if the
     * leader was abandoned: then its deltas are invalid, and another caller must lead.
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

    /** Returns the leader's deltas after that index; empty once the flight has ended. */
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
        ret.error()
                .ifPresentOrElse(
                        own::error,
                        () -> own.savedTokens(
                                ret.savedTokens() > 0
                                        ? ret.savedTokens()
                                        : ret.usage().total()));
        return own.build();
    }
}
