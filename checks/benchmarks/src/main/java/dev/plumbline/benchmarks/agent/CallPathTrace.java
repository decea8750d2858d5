package dev.plumbline.benchmarks.agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The path of one call: its threads, and the stack depth at its writes to a socket. Thread-safe. */
public final class CallPathTrace {
    private final Set<Thread> used = new LinkedHashSet<>();
    private final List<String> path = new ArrayList<>();
    private Frames deepest = new Frames(Map.of(), 0);

    CallPathTrace(Thread caller) {
        used.add(caller);
        path.add(ThreadNames.kind(caller));
    }

    /**
     * The stack frames between a call and its write to a socket.
     *
     * @param own the frames of the SDK by kind of thread, the caller's first, of each thread so far
     * @param all the frames of all code on these threads from the first one of the SDK, including those of libraries and the JDK
     */
    public record Frames(Map<String, Integer> own, int all) {

        /** Returns the number of frames of the SDK. */
        public int sum() {
            return own.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    synchronized void handedTo(Thread thread) {
        used.add(thread);
        path.add(ThreadNames.kind(thread));
    }

    /** Records a write to a socket on the current thread. A thread without a frame of the SDK belongs to the server. */
    synchronized void written() {
        if (own(stack(Thread.currentThread())) == 0) {
            return;
        }
        Map<String, Integer> own = new LinkedHashMap<>();
        int all = 0;
        for (Thread thread : used) {
            List<String> stack = stack(thread);
            if (own(stack) > 0) {
                own.merge(ThreadNames.kind(thread), own(stack), Integer::sum);
                all += stack.size();
            }
        }
        if (own.values().stream().mapToInt(Integer::intValue).sum() > deepest.sum()) {
            deepest = new Frames(own, all);
        }
    }

    /**
     * Returns the classes of the frames, innermost first, up to the outermost of the SDK, without those of the
     * measurement.
     */
    private static List<String> stack(Thread thread) {
        List<String> stack = new ArrayList<>();
        int end = 0;
        for (StackTraceElement frame : thread.getStackTrace()) {
            String type = frame.getClassName();
            if (!SdkClassFilter.isMeasuring(type) && !(type.equals("java.lang.Thread") && stack.isEmpty())) {
                stack.add(type);
                end = SdkClassFilter.isSdk(type) ? stack.size() : end;
            }
        }
        return stack.subList(0, end);
    }

    private static int own(List<String> stack) {
        return (int) stack.stream().filter(SdkClassFilter::isSdk).count();
    }

    /** Returns the threads of the call in order, the caller first. */
    public synchronized List<String> path() {
        return List.copyOf(path);
    }

    /** Returns the number of threads of the call. */
    public synchronized int threads() {
        return used.size();
    }

    /** Returns the deepest stack of all its writes. */
    public synchronized Frames deepest() {
        return deepest;
    }
}
