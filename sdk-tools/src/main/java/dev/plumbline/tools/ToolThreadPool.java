package dev.plumbline.tools;

import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A bounded pool of daemon threads for tools that rejects at once when it is full. An idle thread is taken before a new one
 * is started, the one that was used last first; a thread ends when it was idle for a while.
 *
 * <p>A tool that goes on although its call is over is abandoned. It gives its place to others while few are, so that one
 * bad tool does not stop all; beyond that number it keeps its place, so that there are never more threads than both
 * numbers together.
 */
final class ToolThreadPool implements TaskExecutor {
    private static final Duration IDLE = Duration.ofSeconds(5);

    private final String name;
    private final int mostAbandoned;
    private final Duration idleTime;
    private final Set<Worker> workers = new HashSet<>();
    private final Deque<Worker> idle = new ArrayDeque<>();
    private int free;
    private int abandoned;
    private int numbers;
    private boolean closed;

    ToolThreadPool(String name, int atOnce, int mostAbandoned) {
        this(name, atOnce, mostAbandoned, IDLE);
    }

    /** A thread ends when it was idle for that time. */
    ToolThreadPool(String name, int atOnce, int mostAbandoned, Duration idleTime) {
        this.name = name;
        this.free = atOnce;
        this.mostAbandoned = mostAbandoned;
        this.idleTime = idleTime;
    }

    @Override
    public synchronized Subscription start(ToolTask task) {
        if (closed) {
            throw new RejectedExecutionException("Tools are not run any more: the program is closing.");
        }
        if (free == 0) {
            throw new RejectedExecutionException("Too many tools are running. Try again later.");
        }
        Worker last = idle.pollFirst();
        Worker worker = last == null ? started() : last;
        Slot seat = new Slot(task, worker);
        worker.next.add(seat);
        free--;
        return seat;
    }

    private Worker started() {
        Worker worker = new Worker();
        Thread thread = new Thread(worker, "plumbline-" + name + "-" + ++numbers);
        thread.setDaemon(true);
        worker.thread = thread;
        thread.start();
        workers.add(worker);
        return worker;
    }

    /** How many run although they were cancelled. */
    synchronized int abandoned() {
        return abandoned;
    }

    /** How many threads there are, idle ones among them. */
    synchronized int threads() {
        return workers.size();
    }

    /** Interrupts what runs, drops what has not begun, and takes nothing more. */
    synchronized void close() {
        closed = true;
        workers.forEach(Worker::interrupt);
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** What came for that thread after all, or nothing: then it is none of the pool any more. */
    private synchronized @Nullable Slot retire(Worker worker) {
        idle.remove(worker);
        Slot late = worker.next.poll();
        if (late == null) {
            workers.remove(worker);
        }
        return late;
    }

    private synchronized boolean begins(Slot seat) {
        seat.begun = true;
        return !seat.unwanted && !closed;
    }

    /** Frees the place and its thread before the outcome is known, so that a caller who goes on at once finds both. */
    private synchronized void leave(Slot seat) {
        seat.left = true;
        Thread.interrupted();
        abandoned -= seat.givenUp ? 1 : 0;
        free += seat.handedOn ? 0 : 1;
        idle.addFirst(seat.worker);
    }

    private synchronized void giveUp(Slot seat) {
        if (seat.left || seat.unwanted) {
            return;
        }
        seat.unwanted = true;
        if (seat.begun) {
            seat.givenUp = true;
            abandoned++;
            seat.handedOn = abandoned <= mostAbandoned;
            free += seat.handedOn ? 1 : 0;
            seat.worker.interrupt();
        }
    }

    /** One thread: runs what it is handed until nothing comes for a while. */
    private final class Worker implements Runnable {
        private final BlockingQueue<Slot> next = new ArrayBlockingQueue<>(1);
        private @Nullable Thread thread;

        @Override
        public void run() {
            boolean wanted = true;
            while (wanted) {
                wanted = serve();
            }
        }

        /** Holds nothing of a call once it returns. */
        private boolean serve() {
            Slot seat = await();
            if (seat != null) {
                seat.run();
            }
            return seat != null;
        }

        private @Nullable Slot await() {
            try {
                Slot seat = next.poll(isClosed() ? 0 : idleTime.toNanos(), TimeUnit.NANOSECONDS);
                return seat == null ? retire(this) : seat;
            } catch (InterruptedException closing) {
                return retire(this);
            }
        }

        private void interrupt() {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    /** One place while it is taken; its state is guarded by the pool. */
    private final class Slot implements Subscription {
        private final ToolTask task;
        private final Worker worker;
        private boolean begun;
        private boolean unwanted;
        private boolean left;
        private boolean givenUp;
        private boolean handedOn;

        Slot(ToolTask task, Worker worker) {
            this.task = task;
            this.worker = worker;
        }

        /** Runs the task. What it throws is reported as if the thread ended by it; the thread may already be reused. */
        void run() {
            try {
                work();
            } catch (Throwable t) {
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, t);
            }
        }

        private void work() {
            try {
                if (begins(this) && task.begin()) {
                    task.run();
                }
            } finally {
                leave(this);
                task.done();
            }
        }

        @Override
        public void close() {
            giveUp(this);
        }
    }
}
