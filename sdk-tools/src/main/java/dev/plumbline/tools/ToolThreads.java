package dev.plumbline.tools;

import dev.plumbline.call.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads tools run on: daemons, so many at most, none when idle for a while. What finds no place is told so at once.
 *
 * <p>A tool that goes on although its call is over is abandoned. It gives its place to others while few are, so that one
 * bad tool does not stop all; beyond that number it keeps its place, so that there are never more threads than both
 * numbers together.
 */
final class ToolThreads implements Place {
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger abandoned = new AtomicInteger();
    private final Semaphore places;
    private final int mostAbandoned;
    private final String name;
    private final ThreadPoolExecutor pool;

    ToolThreads(String name, int atOnce, int mostAbandoned) {
        this.name = name;
        this.mostAbandoned = mostAbandoned;
        this.places = new Semaphore(atOnce);
        int most = atOnce + mostAbandoned;
        pool = new ThreadPoolExecutor(most, most, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::make);
        pool.allowCoreThreadTimeOut(true);
    }

    private Thread make(Runnable task) {
        Thread thread = new Thread(task, "plumbline-" + name + "-" + numbers.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Subscription start(Errand errand) {
        if (!places.tryAcquire()) {
            throw new RejectedExecutionException("Too many tools are running. Try again later.");
        }
        Seat seat = new Seat(errand);
        try {
            pool.execute(seat);
        } catch (RejectedExecutionException closed) {
            places.release();
            throw new RejectedExecutionException("Tools are not run any more: the program is closing.", closed);
        }
        return seat;
    }

    /** How many run although nobody wants them. */
    int abandoned() {
        return abandoned.get();
    }

    /** Interrupts what runs, drops what has not begun, and takes nothing more. */
    void close() {
        pool.shutdownNow().stream().map(Seat.class::cast).forEach(Seat::drop);
    }

    /** One place while it is taken. */
    private final class Seat implements Runnable, Subscription {
        private final Errand errand;
        private @Nullable Thread thread;
        private boolean unwanted;
        private boolean left;
        private boolean givenUp;
        private boolean handedOn;

        Seat(Errand errand) {
            this.errand = errand;
        }

        @Override
        public void run() {
            try {
                if (sit() && errand.begin()) {
                    errand.run();
                }
            } finally {
                drop();
            }
        }

        private void drop() {
            leave();
            errand.done();
        }

        private synchronized boolean sit() {
            thread = Thread.currentThread();
            return !unwanted;
        }

        /** The place is free before anybody learns the outcome: whoever goes on at once finds it. */
        private synchronized void leave() {
            left = true;
            Thread.interrupted();
            if (givenUp) {
                abandoned.decrementAndGet();
            }
            if (!handedOn) {
                places.release();
            }
        }

        @Override
        public synchronized void close() {
            if (left || unwanted) {
                return;
            }
            unwanted = true;
            if (thread != null) {
                givenUp = true;
                handedOn = abandoned.incrementAndGet() <= mostAbandoned;
                places.release(handedOn ? 1 : 0);
                thread.interrupt();
            }
        }
    }
}
