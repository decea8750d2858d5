package dev.plumbline.call;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Sleeper;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The cancellation: one reference that is set once, and the actions that wait for it. */
final class Signal implements Cancellation {
    private final Sleeper sleeper;
    private final AtomicReference<@Nullable Given> given = new AtomicReference<>();
    private final Queue<Action> actions = new ConcurrentLinkedQueue<>();

    Signal(Sleeper sleeper) {
        this.sleeper = sleeper;
    }

    @Override
    public boolean cancel(String reason) {
        return give(new Given(AiError.Category.CANCELLED, reason));
    }

    @Override
    public boolean expire(String reason) {
        return give(new Given(AiError.Category.TIMEOUT_TOTAL, reason));
    }

    private boolean give(Given now) {
        if (!given.compareAndSet(null, now)) {
            return false;
        }
        actions.forEach(Action::run);
        return true;
    }

    @Override
    public boolean isCancelled() {
        return given.get() != null;
    }

    @Override
    public Optional<String> reason() {
        Given now = given.get();
        return now == null ? Optional.empty() : Optional.of(now.reason());
    }

    @Override
    public void throwIfCancelled() {
        Given now = given.get();
        if (now != null) {
            now.raise();
        }
    }

    @Override
    public Subscription onCancel(Runnable body) {
        Action action = new Action(body);
        actions.add(action);
        if (isCancelled()) {
            action.run();
        }
        return () -> {
            action.done.set(true);
            actions.remove(action);
        };
    }

    @Override
    public void sleep(Duration time, String why) {
        CountDownLatch wake = new CountDownLatch(1);
        Subscription waking = onCancel(wake::countDown);
        try {
            sleeper.sleep(time, wake);
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

    private static final class Action {
        private final Runnable body;
        private final AtomicBoolean done = new AtomicBoolean();

        Action(Runnable body) {
            this.body = body;
        }

        void run() {
            if (done.compareAndSet(false, true)) {
                try {
                    body.run();
                } catch (RuntimeException | Error isolated) {
                    // whoever cancels must reach everybody who waits; the action's owner has its own way to report
                }
            }
        }
    }
}
