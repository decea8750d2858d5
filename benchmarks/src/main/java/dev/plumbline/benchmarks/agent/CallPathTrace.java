package dev.plumbline.benchmarks.agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The course of one call: the threads it went through, and the stack depth when it wrote to a socket. Safe for any number of threads. */
public final class CallPathTrace {
    private final Set<Thread> used = new LinkedHashSet<>();
    private final List<String> path = new ArrayList<>();
    private Frames deepest = new Frames(Map.of(), 0);

    CallPathTrace(Thread caller) {
        used.add(caller);
        path.add(ThreadNames.kind(caller));
    }

    /**
     * What stands between a call and its write to a socket.
     *
     * @param own frames of the SDK by kind of thread, the caller's first: of each thread that the call has gone through so far
     * @param all frames in all, with those of libraries and of the JDK, on these threads: from the first one of the SDK on
     */
    public record Frames(Map<String, Integer> own, int all) {

        /** Frames of the SDK. */
        public int sum() {
            return own.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    synchronized void handedTo(Thread thread) {
        used.add(thread);
        path.add(ThreadNames.kind(thread));
    }

    /** Called on the thread that writes. A thread without a frame of the SDK is one of the server. */
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

    /** The classes of its frames, innermost first, up to the outermost of the SDK; without those that measure. */
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

    /** The threads in the order in which the call went through them, the caller first. */
    public synchronized List<String> path() {
        return List.copyOf(path);
    }

    /** How many threads it went through. */
    public synchronized int threads() {
        return used.size();
    }

    /** The deepest stack of all its writes. */
    public synchronized Frames deepest() {
        return deepest;
    }
}
