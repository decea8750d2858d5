package dev.plumbline.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.Thread.UncaughtExceptionHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A watch over what a piece of code leaves behind: threads, TCP sockets (on Linux) and uncaught exceptions. Used as a
 * resource around that code, or opened before a test and closed after it. Tests that run beside each other see each
 * other's threads, so watch one at a time. While it watches, it is the default handler of uncaught exceptions.
 */
public final class Leaks implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Pattern HOUSEHOLD = Pattern.compile(
            "ForkJoinPool\\.commonPool-.*|CompletableFutureDelayScheduler|junit-.*|surefire-.*|Attach Listener|process reaper.*"
                    + "|Common-Cleaner|Cleaner-.*|Keep-Alive-Timer|VirtualThread-.*");

    /** What carries the JDK's virtual threads and wakes them: it belongs to the JDK and comes and goes as that pleases. */
    private static final Set<String> CARRIERS =
            Set.of("jdk.internal.misc.CarrierThread", "java.util.concurrent.DelayScheduler");

    private final Duration patience;
    private final Set<Thread> threads = Thread.getAllStackTraces().keySet();
    private final Map<String, String> sockets = OpenSockets.byInode();
    private final Queue<String> uncaught = new ConcurrentLinkedQueue<>();
    private final @Nullable UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();

    private Leaks(Duration patience) {
        this.patience = patience;
        Thread.setDefaultUncaughtExceptionHandler(this::caught);
    }

    /** Remembers what there is. */
    public static Leaks watch() {
        return watch(PATIENCE);
    }

    static Leaks watch(Duration patience) {
        return new Leaks(patience);
    }

    /**
     * Waits up to five seconds until everything that came since is gone. Runs the garbage collector meanwhile, because
     * the HTTP client of JDK 17 ends its threads only when it is collected.
     *
     * @throws AssertionError lists every thread with its stack, every socket and every uncaught exception that is left
     */
    @Override
    public void close() {
        Thread.setDefaultUncaughtExceptionHandler(before);
        Waiting.until(this::isClean, patience);
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

    @SuppressWarnings("GarbageCollection") // JDK 17 has no other way to end an HTTP client's threads
    private boolean isClean() {
        if (left().isEmpty()) {
            return true;
        }
        System.gc();
        return !uncaught.isEmpty();
    }

    private List<String> left() {
        List<String> left = new ArrayList<>(uncaught);
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (thread.isAlive() && !threads.contains(thread) && !isHousehold(thread)) {
                left.add("thread \"" + thread.getName() + "\" " + thread.getState() + stack(stack));
            }
        });
        Map<String, String> open = new TreeMap<>(OpenSockets.byInode());
        open.keySet().removeAll(sockets.keySet());
        open.values().forEach(socket -> left.add("socket " + socket));
        return left;
    }

    private static boolean isHousehold(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null
                || group.getName().equals("system")
                || CARRIERS.contains(thread.getClass().getName())
                || HOUSEHOLD.matcher(thread.getName()).matches();
    }

    private static String stack(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .limit(12)
                .map(frame -> "\n      at " + frame)
                .collect(Collectors.joining());
    }

    /** The TCP sockets this process has open, as Linux lists them; none where there is no such list. */
    private static final class OpenSockets {
        private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
        private static final List<Path> TABLES = List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

        private OpenSockets() {}

        /** Local and remote address of each, by the number the system knows it by. */
        static Map<String, String> byInode() {
            Map<String, String> open = new HashMap<>();
            if (!Files.isDirectory(DESCRIPTORS)) {
                return open;
            }
            Set<String> own = ownInodes();
            for (Path table : TABLES) {
                rows(table)
                        .map(row -> row.strip().split("\\s+"))
                        .filter(row -> own.contains(row[9]))
                        .forEach(row ->
                                open.put(row[9], "local port " + port(row[1]) + ", remote port " + port(row[2])));
            }
            return open;
        }

        private static Stream<String> rows(Path table) {
            try {
                return Files.isReadable(table)
                        ? Files.readAllLines(table).stream().skip(1)
                        : Stream.empty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static int port(String hexAddress) {
            return Integer.parseInt(hexAddress.substring(hexAddress.lastIndexOf(':') + 1), 16);
        }

        private static Set<String> ownInodes() {
            Set<String> inodes = new HashSet<>();
            try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
                descriptors
                        .map(OpenSockets::target)
                        .filter(target -> target.startsWith("socket:["))
                        .forEach(target -> inodes.add(target.substring("socket:[".length(), target.length() - 1)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return inodes;
        }

        private static String target(Path descriptor) {
            try {
                return Files.readSymbolicLink(descriptor).toString();
            } catch (IOException closedMeanwhile) {
                return "";
            }
        }
    }
}
