package dev.plumbline.tools;

import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.HostApplication;
import java.time.Duration;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on the host's UI thread, in order, for all sessions. Several tasks run in one runnable of the UI thread
 * until its time slice is used; then the thread is released for a moment. A task waits while the host may not be
 * edited; a cancelled one never begins.
 */
final class UiThreadExecutor implements TaskExecutor {
    private static final long SLICE = Duration.ofMillis(50).toNanos();
    private static final Duration PAUSE = Duration.ofMillis(100);

    /**
     * How long the UI thread waits for the next task of a batch, because a new runnable for each would cost a repaint.
     */
    private static final long MOMENT = Duration.ofMillis(1).toNanos();

    private final HostApplication host;
    private final Scheduler time;
    private final Duration patience;
    private final Subscription attached;
    private final BlockingDeque<QueuedTask> waiting = new LinkedBlockingDeque<>();
    private final AtomicBoolean posted = new AtomicBoolean();
    private volatile @Nullable QueuedTask running;

    UiThreadExecutor(HostApplication host, Scheduler time, Duration patience) {
        this.host = host;
        this.time = time;
        this.patience = patience;
        this.attached = host.attach();
    }

    boolean isUiThread() {
        return host.isUiThread();
    }

    /** Runs an action soon on the UI thread, also while the host may not be edited. */
    void execute(Runnable action) {
        host.execute(action);
    }

    @Override
    public Duration patience() {
        return patience;
    }

    /** Schedules an action for the end of the maximum wait for this thread. */
    Subscription afterPatience(Runnable giveUp) {
        return time.schedule(patience, giveUp);
    }

    @Override
    public Subscription start(ToolTask task) {
        if (isStuck()) {
            throw new RejectedExecutionException(
                    "The program's window is busy with a tool whose time is up. Try again later.");
        }
        QueuedTask queued = new QueuedTask(task, task.isFollowed() && !isUiThread());
        waiting.add(queued);
        post();
        return queued;
    }

    /** Returns whether an abandoned tool blocks the UI thread, so that new tasks would only wait. */
    boolean isStuck() {
        QueuedTask now = running;
        return now != null && now.isBlocking();
    }

    private void post() {
        if (posted.compareAndSet(false, true)) {
            try {
                host.execute(this::serve);
            } catch (RuntimeException e) {
                posted.set(false);
                throw new RejectedExecutionException("The program accepts no task on its UI thread now.", e);
            }
        }
    }

    /** Runs queued tasks until the time slice is used. */
    private void serve() {
        long end = time.nanoTime() + SLICE;
        boolean open = true;
        while (open && time.nanoTime() - end < 0) {
            QueuedTask next = waiting.peekFirst();
            if (next == null) {
                break;
            }
            open = next.isOver() || mayEdit();
            if (open) {
                waiting.remove(next);
                next.run();
                awaitNext(next);
            }
        }
        leave(open);
    }

    /** Returns whether the host may be edited; not if it throws. */
    private boolean mayEdit() {
        try {
            return host.canEditNow();
        } catch (RuntimeException | Error e) {
            return false;
        }
    }

    private void awaitNext(QueuedTask before) {
        if (before.followed && waiting.isEmpty()) {
            try {
                QueuedTask next = waiting.pollFirst(MOMENT, TimeUnit.NANOSECONDS);
                if (next != null) {
                    waiting.addFirst(next);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void leave(boolean open) {
        if (open) {
            again();
        } else {
            time.schedule(PAUSE, this::again);
        }
    }

    private void again() {
        posted.set(false);
        if (!waiting.isEmpty()) {
            try {
                post();
            } catch (RejectedExecutionException refusedNow) {
                // the host may accept tasks again before the calls that wait are out of time
                time.schedule(PAUSE, this::again);
            }
        }
    }

    /** Detaches from the host and cancels waiting tasks. */
    void close() {
        attached.close();
        waiting.forEach(QueuedTask::close);
    }

    /** The state of a task, from which its owner follows: who changes it is the only one to tell the task that it is done. */
    private enum Phase {
        /** Nobody owns the task. */
        WAITING,
        /** The UI thread owns it. */
        RUNNING,
        /** The UI thread owns it, and its caller has gone on. */
        ABANDONED,
        /** It has run, or never will. */
        OVER
    }

    /** One task on the UI thread. */
    private final class QueuedTask implements Subscription {
        private final ToolTask task;
        private final boolean followed;
        private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);

        QueuedTask(ToolTask task, boolean followed) {
            this.task = task;
            this.followed = followed;
        }

        /** Returns whether the UI thread is in this task although nobody waits for it; not of one that has returned. */
        boolean isBlocking() {
            return phase.get() == Phase.ABANDONED;
        }

        boolean isOver() {
            return phase.get() == Phase.OVER;
        }

        private void run() {
            if (phase.compareAndSet(Phase.WAITING, Phase.RUNNING)) {
                running = this;
                try {
                    if (task.begin()) {
                        task.run();
                    }
                } finally {
                    phase.set(Phase.OVER);
                    running = null;
                    task.done();
                }
            }
        }

        @Override
        public void close() {
            if (phase.compareAndSet(Phase.WAITING, Phase.OVER)) {
                waiting.remove(this);
                task.done();
            } else {
                phase.compareAndSet(Phase.RUNNING, Phase.ABANDONED);
            }
        }
    }
}
