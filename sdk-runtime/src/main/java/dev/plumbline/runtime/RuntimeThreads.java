package dev.plumbline.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a runtime. Virtual ones, where the JDK has them, run one task each; platform ones cost more to start than most
 * turns cost to run, so that one which has nothing to do waits a moment for the next task. Then it ends, so an idle runtime has
 * none. Daemons.
 */
final class RuntimeThreads implements Executor {
    private static final Optional<MethodHandle> VIRTUAL = virtualThreads();
    private static final long MOMENT_MILLIS = 300;

    private final Set<Running> running = ConcurrentHashMap.newKeySet();
    private final AtomicInteger numbers = new AtomicInteger();
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            MOMENT_MILLIS,
            TimeUnit.MILLISECONDS,
            new SynchronousQueue<>(),
            platform("turn"),
            (task, full) -> refuse());
    private volatile boolean closed;

    @Override
    public void execute(Runnable task) {
        if (closed) {
            refuse();
        }
        Running told = new Running(task);
        running.add(told);
        virtual(told).ifPresentOrElse(Thread::start, () -> pool.execute(told));
    }

    private static void refuse() {
        throw new IllegalStateException("this runtime is closed");
    }

    /** A task that is known until it is over. */
    private final class Running implements Runnable {
        private final Runnable task;
        private final CompletableFuture<Void> over = new CompletableFuture<>();

        Running(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            try {
                task.run();
            } finally {
                running.remove(this);
                over.complete(null);
            }
        }

        boolean endsWithin(long nanos) throws InterruptedException {
            try {
                over.get(nanos, TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException | ExecutionException stillRunning) {
                return false;
            }
        }
    }

    /** Makes daemon platform threads of that name. */
    ThreadFactory platform(String name) {
        return task -> {
            Thread thread = new Thread(task, "plumbline-" + name + "-" + numbers.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Waits until no task is running, that long at most, and says how many still are. */
    int awaitIdle(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (Optional<Running> next = any(); next.isPresent(); next = any()) {
            if (!next.get().endsWithin(end - System.nanoTime())) {
                break;
            }
        }
        return running.size();
    }

    private Optional<Running> any() {
        return running.stream().findAny();
    }

    /** Takes no more tasks, and returns when threads that have nothing to do are gone. */
    void close() {
        closed = true;
        pool.shutdown();
        if (running.isEmpty()) {
            awaitThreads();
        }
    }

    private void awaitThreads() {
        try {
            pool.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Optional<Thread> virtual(Runnable task) {
        return VIRTUAL.map(factory -> {
            try {
                return (Thread) factory.invoke(task);
            } catch (Throwable t) {
                throw new IllegalStateException("this JDK has virtual threads and does not make one", t);
            }
        });
    }

    /** {@code Thread.ofVirtual().unstarted(task)}, where there is such a thing: this source is compiled for Java 17. */
    private static Optional<MethodHandle> virtualThreads() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Class<?> virtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandle made = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(virtual));
            MethodHandle unstarted =
                    lookup.findVirtual(builder, "unstarted", MethodType.methodType(Thread.class, Runnable.class));
            return Optional.of(MethodHandles.foldArguments(
                    MethodHandles.dropArguments(
                            unstarted.asType(unstarted.type().changeParameterType(0, virtual)), 1),
                    made));
        } catch (ReflectiveOperationException none) {
            return Optional.empty();
        }
    }
}
