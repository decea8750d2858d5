package dev.plumbline.call;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A signal to stop; everything that waits sees it at once. It is given once, and later signals change nothing.
 * Thread-safe; no lock is held while an action runs.
 */
public final class Cancellation {
    private final Wait clock;
    private final AtomicReference<Status> status = new AtomicReference<>(Status.WAITING);

    private Cancellation(Wait clock) {
        this.clock = clock;
    }

    /** Returns a cancellation of your own, on the real clock; link it with {@code SessionOptions.addCancellation}. */
    public static Cancellation create() {
        return new Cancellation((time, wake) -> wake.await(time.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** Returns a cancellation that waits by that clock. */
    public static Cancellation create(Scheduler clock) {
        return new Cancellation(clock::sleep);
    }

    /**
     * Gives the signal.
     *
     * @param reason for developers, without content
     * @return false if it was given before
     */
    public boolean cancel(String reason) {
        return give(new Given(AiError.Category.CANCELLED, reason));
    }

    /** Gives the signal because time is up: waits end with TIMEOUT_TOTAL instead of CANCELLED. */
    public boolean expire(String reason) {
        return give(new Given(AiError.Category.TIMEOUT_TOTAL, reason));
    }

    private boolean give(Given now) {
        Status before = status();
        while (before.given == null && !status.compareAndSet(before, new Status(now, Status.NO_ACTIONS))) {
            before = status();
        }
        if (before.given != null) {
            return false;
        }
        for (Action action : before.actions) {
            action.run();
        }
        return true;
    }

    private Status status() {
        return Objects.requireNonNull(status.get());
    }

    /** Returns whether the signal was given; cheap. */
    public boolean isCancelled() {
        return status().given != null;
    }

    /** Returns the reason of the first signal; empty if none was given. */
    public Optional<String> reason() {
        Given now = status().given;
        return now == null ? Optional.empty() : Optional.of(now.reason());
    }

    /**
     * Throws if the signal was given; returns otherwise.
     *
     * @throws dev.plumbline.event.AiException CANCELLED, or TIMEOUT_TOTAL when time was up
     */
    public void throwIfCancelled() {
        Given now = status().given;
        if (now != null) {
            now.raise();
        }
    }

    /**
     * Runs the action once when the signal is given, on the thread that gives it; at once if it was given before. An
     * exception of an action does not keep the others from running.
     */
    public Subscription onCancel(Runnable action) {
        Action added = new Action(this, action);
        Status before = status();
        while (before.given == null && !status.compareAndSet(before, before.with(added))) {
            before = status();
        }
        if (before.given != null) {
            added.run();
        }
        return added;
    }

    private void remove(Action removed) {
        Status before = status();
        Status after = before.without(removed);
        while (after != before && !status.compareAndSet(before, after)) {
            before = status();
            after = before.without(removed);
        }
    }

    /**
     * Waits for that time; the only wait in a policy. Interrupting the thread gives the signal and keeps the interrupt
     * flag.
     *
     * @param why a short text for a status line
     * @throws dev.plumbline.event.AiException CANCELLED or TIMEOUT_TOTAL as soon as the signal is given
     */
    public void sleep(Duration time, String why) {
        CountDownLatch wake = new CountDownLatch(1);
        Subscription waking = onCancel(wake::countDown);
        try {
            clock.sleep(time, wake);
        } catch (InterruptedException e) {
            cancel("the waiting thread was interrupted");
            Thread.currentThread().interrupt();
        } finally {
            waking.close();
        }
        throwIfCancelled();
    }

    private record Given(AiError.Category category, String reason) {
        void raise() {
            String code = category == AiError.Category.CANCELLED ? "cancelled" : "deadline";
            throw new AiException(AiError.of(category, code, reason));
        }
    }

    /** The signal, null before it is given, and the actions that wait for it, in the order of their registration. */
    private static final class Status {
        private static final Action[] NO_ACTIONS = {};
        private static final Status WAITING = new Status(null, NO_ACTIONS);

        private final @Nullable Given given;
        private final Action[] actions;

        Status(@Nullable Given given, Action[] actions) {
            this.given = given;
            this.actions = actions;
        }

        Status with(Action added) {
            Action[] more = Arrays.copyOf(actions, actions.length + 1);
            more[actions.length] = added;
            return new Status(null, more);
        }

        /** Returns the status without that action; this one if it has no such action. */
        Status without(Action removed) {
            int at = Arrays.asList(actions).indexOf(removed);
            if (at < 0) {
                return this;
            }
            if (actions.length == 1) {
                return WAITING;
            }
            Action[] fewer = Arrays.copyOf(actions, actions.length - 1);
            System.arraycopy(actions, at + 1, fewer, at, fewer.length - at);
            return new Status(null, fewer);
        }
    }

    /** An action, and the subscription that ends it. */
    private static final class Action implements Subscription {
        private final Cancellation owner;
        private final Runnable body;

        /** Whether it has run, or will never run. */
        private final AtomicBoolean done = new AtomicBoolean();

        Action(Cancellation owner, Runnable body) {
            this.owner = owner;
            this.body = body;
        }

        @Override
        public void close() {
            done.set(true);
            owner.remove(this);
        }

        void run() {
            if (done.compareAndSet(false, true)) {
                try {
                    body.run();
                } catch (RuntimeException | Error isolated) {
                    // a cancellation must run every callback; the owner of a callback reports its failures itself
                }
            }
        }
    }

    /** Waits until a time has passed or the latch has opened. */
    private interface Wait {
        void sleep(Duration time, CountDownLatch wake) throws InterruptedException;
    }
}
