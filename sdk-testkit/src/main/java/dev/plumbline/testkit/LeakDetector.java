package dev.plumbline.testkit;

import dev.plumbline.testkit.internal.OpenHandles;
import java.lang.Thread.UncaughtExceptionHandler;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Detects what a piece of code leaves behind: threads, TCP sockets and open files (on Linux), uncaught exceptions, and
 * {@linkplain #track tracked} objects, such as a plugin's class loader. Use it as a resource around that code, or open
 * it before a test and close it afterwards. Only one test may run at a time, because threads of parallel tests are
 * detected, too. While open, it is the default handler of uncaught exceptions.
 */
public final class LeakDetector implements AutoCloseable {
    private static final String REACHABLE = "still reachable: ";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern PLATFORM = Pattern.compile(
            "ForkJoinPool\\.commonPool-.*|CompletableFutureDelayScheduler|junit-.*|surefire-.*|Attach Listener|process reaper.*"
                    + "|Common-Cleaner|Cleaner-.*|Keep-Alive-Timer|VirtualThread-.*|MasterPoller|(Read|Write)-Poller.*");

    /** The JDK's own threads for virtual threads, which start and end at any time. */
    private static final Set<String> CARRIERS =
            Set.of("jdk.internal.misc.CarrierThread", "java.util.concurrent.DelayScheduler");

    private final Duration patience;
    private final Set<Thread> threads = Thread.getAllStackTraces().keySet();
    private final Map<String, String> sockets = OpenHandles.sockets();
    private final Set<String> files = OpenHandles.files();
    private final Map<String, WeakReference<Object>> followed = new ConcurrentHashMap<>();
    private final Queue<String> uncaught = new ConcurrentLinkedQueue<>();
    private final @Nullable UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();

    private LeakDetector(Duration patience) {
        this.patience = patience;
        Thread.setDefaultUncaughtExceptionHandler(this::caught);
    }

    /** Opens a detector and records the current state. */
    public static LeakDetector watch() {
        return watch(PATIENCE);
    }

    /** The same; waits at the end for that time at most. */
    public static LeakDetector watch(Duration patience) {
        return new LeakDetector(patience);
    }

    /**
     * Tracks an object that must be collectable at the end, such as a plugin, its class loader or a session. It is
     * referenced weakly; drop all references before {@link #close}.
     */
    public LeakDetector track(Object leaving) {
        String name = leaving.getClass().getName() + " " + (followed.size() + 1);
        followed.put(name, new WeakReference<>(leaving));
        return this;
    }

    /**
     * Waits up to thirty seconds, or as long as was asked, until everything new is gone. Runs the garbage collector only to check {@linkplain
     * #track tracked} objects, and only if nothing else is left: threads, sockets and files must end without it. The
     * HTTP client of JDK 17 to 20 does not, so code that uses it fails here.
     *
     * @throws AssertionError if something is left: lists every thread with its stack, every socket, file, uncaught
     *     exception and tracked object
     */
    @Override
    public void close() {
        Thread.setDefaultUncaughtExceptionHandler(before);
        Await.until(this::isClean, patience);
        List<String> left = left();
        if (!left.isEmpty()) {
            throw new AssertionError(left.size() + " left behind since watch(); close what started them:\n  "
                    + String.join("\n  ", left));
        }
    }

    private void caught(Thread thread, Throwable thrown) {
        uncaught.add("uncaught in thread \"" + thread.getName() + "\": "
                + thrown.getClass().getName() + stack(thrown.getStackTrace()));
    }

    @SuppressWarnings("GarbageCollection") // to be collectable is what is asked of what is followed
    private boolean isClean() {
        List<String> left = left();
        if (!left.isEmpty() && left.stream().allMatch(what -> what.startsWith(REACHABLE))) {
            System.gc();
        }
        return left.isEmpty() || !uncaught.isEmpty();
    }

    private List<String> left() {
        List<String> left = new ArrayList<>(uncaught);
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (thread.isAlive() && !threads.contains(thread) && !isOfPlatform(thread)) {
                left.add("thread \"" + thread.getName() + "\" " + thread.getState() + stack(stack));
            }
        });
        Map<String, String> open = new TreeMap<>(OpenHandles.sockets());
        open.keySet().removeAll(sockets.keySet());
        open.values().forEach(socket -> left.add("socket " + socket));
        OpenHandles.files().stream()
                .filter(file -> !files.contains(file))
                .sorted()
                .forEach(file -> left.add("open file " + file));
        followed.forEach((name, leaving) -> {
            if (leaving.get() != null) {
                left.add(REACHABLE + name);
            }
        });
        return left;
    }

    private static boolean isOfPlatform(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null
                || group.getName().equals("system")
                || CARRIERS.contains(thread.getClass().getName())
                || PLATFORM.matcher(thread.getName()).matches();
    }

    private static String stack(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .limit(12)
                .map(frame -> "\n      at " + frame)
                .collect(Collectors.joining());
    }
}
