package dev.plumbline.benchmarks.agent;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Traces calls from thread to thread. A hand-over is the first method of the SDK that a thread enters after it was
 * started, or after it waited for another thread in a queue or for a result. Waiting for bytes of a socket is not a
 * hand-over.
 */
public final class CallPath implements ProbeListener {
    /** The time for other threads to finish and to wait again before the next call. */
    private static final long SETTLE_NANOS = 5_000_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Thread caller = Thread.currentThread();
    private final Map<Thread, Long> waits = new ConcurrentHashMap<>();
    private volatile CallPathTrace course = new CallPathTrace(caller);

    CallPath() {}

    /**
     * Traces that many calls, one at a time.
     *
     * @throws IllegalStateException if this process was started without the agent
     */
    public static List<CallPathTrace> follow(int calls, Runnable call) {
        CountingAgent.require();
        CallPath path = new CallPath();
        List<CallPathTrace> courses = new ArrayList<>();
        InstrumentationProbe.record(path);
        for (int i = 0; i < calls; i++) {
            courses.add(path.followed(call));
        }
        InstrumentationProbe.record(ProbeListener.NONE);
        return courses;
    }

    CallPathTrace followed(Runnable call) {
        waits.put(caller, waited(caller));
        course = new CallPathTrace(caller);
        call.run();
        LockSupport.parkNanos(SETTLE_NANOS);
        return course;
    }

    /** Returns how often a thread has waited for another one. */
    private long waited(Thread thread) {
        @Nullable ThreadInfo info = threads.getThreadInfo(thread.getId());
        return info == null ? 0 : info.getWaitedCount();
    }

    @Override
    public void entered(int method) {
        Thread thread = Thread.currentThread();
        long now = waited(thread);
        Long before = waits.put(thread, now);
        if (before == null || before < now) {
            course.handedTo(thread);
        }
    }

    @Override
    public void socketWritten() {
        course.written();
    }
}
