package dev.plumbline.session.internal;

import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Tasks on threads of which exactly one runs at a time, and their virtual time. A task runs until it pauses, waits or ends;
 * which one continues then, and whether time passes first, is chosen by the random numbers of the simulation.
 */
final class SimulationScheduler implements Scheduler {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration STUCK = Duration.ofSeconds(20);
    /** How far time may jump although tasks could go on: they are as slow as that. */
    private static final long SOON = Duration.ofSeconds(20).toNanos();

    private static final int MOST_STEPS = 20_000;

    private final Random random;
    private final Deque<Worker> idle;
    private final List<Task> tasks = new ArrayList<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::number));
    private final StringBuilder trace = new StringBuilder();
    private final Thread owner = Thread.currentThread();
    private final int patience;
    private Task current = new Task(0, "nobody", new Program("none"), () -> {});
    private long nanos;
    private int numbers;
    private int steps;
    private volatile boolean over;
    private volatile Worker running;

    /** Is called after each step, by the task that ends it. */
    Runnable afterStep = () -> {};

    /** Receives what a task has thrown. */
    java.util.function.BiConsumer<String, Throwable> thrown = (task, why) -> {};

    /** Creates a scheduler without tasks that takes threads from those that have nothing to do. */
    SimulationScheduler(Random random, Deque<Worker> idle) {
        this.random = random;
        this.idle = idle;
        this.patience = 1 + random.nextInt(4);
    }

    /** A program of the simulated computer: its tasks and timers end when it dies. */
    static final class Program {
        final String name;
        boolean dead;
        int dying;

        Program(String name) {
            this.name = name;
        }
    }

    /** Ends the tasks of a program that has died. */
    static final class Died extends Error {
        private static final long serialVersionUID = 1;

        Died() {
            super("the program has died", null, false, false);
        }
    }

    /** A unit of work with a stack of its own. */
    private static final class Task {
        final int number;
        final String name;
        final Program program;
        final Runnable work;
        BooleanSupplier until = () -> true;
        long deadline = Long.MAX_VALUE;
        String where = "start";
        boolean onUi;
        Worker worker;

        Task(int number, String name, Program program, Runnable work) {
            this.number = number;
            this.name = name;
            this.program = program;
            this.work = work;
        }

        @Override
        public String toString() {
            return program.name + "/" + name + "@" + where;
        }
    }

    private record Timer(long at, long number, Program program, Runnable action) {}

    /** A thread that runs tasks one after the other; it outlives the scheduler. */
    static final class Worker {
        private final Thread thread;
        private volatile Runnable next = () -> {};
        private volatile boolean mayRun;

        Worker() {
            thread = started(this::run);
        }

        /** Starts a virtual thread if the JDK has them, because the processor changes between them in less time. */
        private static Thread started(Runnable work) {
            if (Runtime.version().feature() >= 24) {
                try {
                    return (Thread) Thread.class
                            .getMethod("startVirtualThread", Runnable.class)
                            .invoke(null, work);
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            }
            Thread thread = new Thread(work, "simulation");
            thread.setDaemon(true);
            thread.start();
            return thread;
        }

        private void run() {
            while (true) {
                awaitTurn();
                next.run();
            }
        }

        private void awaitTurn() {
            while (!mayRun) {
                LockSupport.park(this);
            }
            mayRun = false;
        }

        private void wake() {
            mayRun = true;
            LockSupport.unpark(thread);
        }
    }

    // ---- tasks

    /** Runs tasks until all have ended, and returns what they did. */
    String run(Program program, String name, Runnable first) {
        add(program, name, first);
        hand(choose());
        long deadline = System.nanoTime() + STUCK.toNanos();
        while (!over) {
            LockSupport.parkNanos(this, TimeUnit.SECONDS.toNanos(1));
            Worker now = running;
            if (!over && System.nanoTime() - deadline > 0) {
                StringBuilder stack = new StringBuilder("a task waits outside of the simulation:\n");
                for (StackTraceElement at : now.thread.getStackTrace()) {
                    stack.append("\tat ").append(at).append('\n');
                }
                throw new AssertionError(stack + trace.toString());
            }
        }
        return trace.toString();
    }

    /** Adds a task of the program whose task runs. */
    void add(String name, Runnable work) {
        requireAlive();
        add(current.program, name, work);
    }

    /** Adds a task of a program. */
    void add(Program program, String name, Runnable work) {
        Task task = new Task(++numbers, name, program, work);
        tasks.add(task);
    }

    /** Adds a task that runs on the UI thread. */
    void addUi(String name, Runnable work) {
        requireAlive();
        Task task = new Task(++numbers, name, current.program, work);
        task.onUi = true;
        tasks.add(task);
    }

    /** Returns the program whose task runs. */
    Program program() {
        return current.program;
    }

    boolean isOnUi() {
        return current.onUi;
    }

    /** Lets another task go on, or not. */
    void pause(String where) {
        if (random.nextInt(patience) == 0) {
            requireAlive();
            return;
        }
        await(where, () -> true, Long.MAX_VALUE);
    }

    /** Waits until a condition holds. */
    void await(String where, BooleanSupplier until) {
        if (!until.getAsBoolean()) {
            await(where, until, Long.MAX_VALUE);
        } else {
            requireAlive();
        }
    }

    /** Waits until a condition holds or the time has passed. */
    void await(String where, BooleanSupplier until, Duration atMost) {
        await(where, until, nanos + Math.max(0, atMost.toNanos()));
    }

    /** Waits for a time. */
    void sleep(String where, Duration time) {
        await(where, () -> false, time);
    }

    private void await(String where, BooleanSupplier until, long deadline) {
        requireAlive();
        Task me = current;
        me.where = where;
        me.until = until;
        me.deadline = deadline;
        afterStep.run();
        Task next = choose();
        if (next != me) {
            hand(next);
            me.worker.awaitTurn();
        }
        entered(me);
        requireAlive();
    }

    /** Ends the current task if its program has died. */
    void requireAlive() {
        if (current.program.dead) {
            if (++current.program.dying > MOST_STEPS) {
                throw new IllegalStateException("a dead program goes on and on: " + current);
            }
            throw new Died();
        }
    }

    /** Ends a program: each of its tasks ends where it waits, and its timers are forgotten. */
    void kill(Program program) {
        program.dead = true;
        timers.removeIf(timer -> timer.program == program);
        note("dies " + program.name);
    }

    private void entered(Task me) {
        current = me;
        running = me.worker;
        me.until = () -> true;
        me.deadline = Long.MAX_VALUE;
        if (!me.program.dead) {
            note(me.number + " " + me.where);
        }
    }

    private Task choose() {
        if (++steps > MOST_STEPS) {
            giveUp("it does not end");
        }
        List<Task> ready = ready();
        long due = nextTime();
        boolean soon = due < Long.MAX_VALUE && due - nanos < SOON;
        boolean passes = due < Long.MAX_VALUE && (ready.isEmpty() || (soon && random.nextInt(12) == 0));
        if (passes) {
            nanos = Math.max(nanos, due);
            if (!timers.isEmpty() && timers.peek().at <= nanos) {
                Timer timer = timers.remove();
                Task ring = new Task(++numbers, "timer", timer.program, timer.action);
                tasks.add(ring);
                return ring;
            }
            ready = ready();
        }
        if (ready.isEmpty()) {
            giveUp("nothing can go on");
            ready = ready();
        }
        return ready.size() == 1 ? ready.get(0) : ready.get(random.nextInt(ready.size()));
    }

    /** Ends all programs, because they would never end themselves. */
    private void giveUp(String why) {
        thrown.accept("scheduler", new AssertionError(why + ": " + tasks));
        for (Task task : tasks) {
            if (!task.program.dead) {
                kill(task.program);
            }
        }
        timers.clear();
        steps = 0;
    }

    /** Returns the tasks that may go on; those of a dead program alone if there are any, because they only end. */
    private List<Task> ready() {
        List<Task> ready = new ArrayList<>(tasks.size());
        for (Task task : tasks) {
            if (task.program.dead) {
                return List.of(task);
            }
            if (task.deadline <= nanos || task.until.getAsBoolean()) {
                ready.add(task);
            }
        }
        return ready;
    }

    private long nextTime() {
        long first = timers.isEmpty() ? Long.MAX_VALUE : timers.peek().at;
        for (Task task : tasks) {
            first = Math.min(first, task.deadline > nanos ? task.deadline : Long.MAX_VALUE);
        }
        return first;
    }

    private void hand(Task next) {
        if (next.worker == null) {
            Worker free = idle.poll();
            if (free == null) {
                free = new Worker();
            }
            next.worker = free;
            Worker chosen = free;
            free.next = () -> runAll(next, chosen);
        }
        next.worker.wake();
    }

    /** Runs a task, and after it others that have not begun, until one must go on that has a thread. */
    private void runAll(Task first, Worker worker) {
        Task task = first;
        while (task != null) {
            task.worker = worker;
            runOne(task);
            tasks.remove(task);
            afterStep.run();
            Task next = tasks.isEmpty() ? null : choose();
            if (next == null) {
                idle.push(worker);
                over = true;
                LockSupport.unpark(owner);
            } else if (next.worker != null) {
                idle.push(worker);
                hand(next);
                next = null;
            }
            task = next;
        }
    }

    private void runOne(Task task) {
        if (task.program.dead) {
            return;
        }
        entered(task);
        note("begins " + task.name);
        try {
            task.work.run();
        } catch (Died ended) {
            // its program has died
        } catch (Throwable why) {
            if (!task.program.dead) {
                thrown.accept(task.name, why);
            }
        }
        current = task;
    }

    // ---- random numbers and the trace

    /** Returns a number from 0 to below a bound. */
    int next(int bound) {
        return random.nextInt(bound);
    }

    /** Returns true in that many of a hundred cases. */
    boolean isLuckOf(int percent) {
        return random.nextInt(100) < percent;
    }

    /** Adds a line to the trace. */
    void note(String what) {
        trace.append(nanos / 1_000_000).append(' ').append(what).append('\n');
    }

    String trace() {
        return trace.toString();
    }

    int steps() {
        return steps;
    }

    // ---- time

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nanos);
    }

    @Override
    public Subscription schedule(Duration delay, Runnable action) {
        Program mine = current.program;
        if (mine.dead) {
            return () -> {};
        }
        Timer timer = new Timer(nanos + Math.max(0, delay.toNanos()), ++numbers, mine, action);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    @Override
    public void sleep(Duration time, CountDownLatch wake) {
        await("sleep", () -> wake.getCount() == 0, time);
    }

    /** Returns the number of timers of a program. */
    int pending(Program program) {
        int count = 0;
        for (Timer timer : timers) {
            count += timer.program == program ? 1 : 0;
        }
        return count;
    }

    /** Returns the timers of a program, for messages. */
    String timers(Program program) {
        return timers.stream()
                .filter(timer -> timer.program == program)
                .map(timer -> timer.action.getClass().getName().replaceAll("\\$\\$Lambda.*", "") + " in "
                        + Duration.ofNanos(timer.at - nanos))
                .toList()
                .toString();
    }

    /** Returns whether the current task is the only one of its program. */
    boolean isAlone() {
        return tasks.stream().filter(task -> task.program == current.program).count() == 1;
    }

    /** Returns the other tasks of the current program, for messages. */
    String others() {
        return tasks.stream()
                .filter(task -> task.program == current.program && task != current)
                .toList()
                .toString();
    }

    /** A lock for which tasks wait in the simulation. */
    final class Lock extends ReentrantLock {
        private static final long serialVersionUID = 1;
        private transient Task holder;
        private int holds;

        @Override
        public void lock() {
            if (holder != current) {
                await("lock", () -> holder == null);
                holder = current;
            }
            holds++;
        }

        @Override
        public void unlock() {
            if (holder == current && --holds == 0) {
                holder = null;
            }
        }
    }
}
