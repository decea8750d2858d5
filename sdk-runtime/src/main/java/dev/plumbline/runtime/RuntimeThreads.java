package dev.plumbline.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a runtime: each runs one task and ends, so an idle runtime has none. Daemons;
 * virtual where the JDK has them.
 */
final class RuntimeThreads implements Executor {
    private static final Optional<MethodHandle> VIRTUAL = virtualThreads();

    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private final AtomicInteger numbers = new AtomicInteger();
    private volatile boolean closed;

    @Override
    public void execute(Runnable task) {
        if (closed) {
            throw new IllegalStateException("this runtime is closed");
        }
        Thread thread =
                virtual(() -> run(task)).orElseGet(() -> platform("turn").newThread(() -> run(task)));
        running.add(thread);
        thread.start();
    }

    private void run(Runnable task) {
        try {
            task.run();
        } finally {
            running.remove(Thread.currentThread());
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
        for (Optional<Thread> next = any(); next.isPresent() && System.nanoTime() < end; next = any()) {
            next.get().join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
        }
        return running.size();
    }

    private Optional<Thread> any() {
        running.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        return running.stream().findAny();
    }

    void close() {
        closed = true;
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
