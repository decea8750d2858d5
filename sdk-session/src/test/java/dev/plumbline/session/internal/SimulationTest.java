package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Whether a conversation keeps its promises in every order of events that a seed chooses. A seed that fails is printed with
 * its trace, and {@code -Dplumbline.seed=} repeats it.
 */
class SimulationTest {
    private static final long FIRST = 480_000_000L;

    /** The most broken seeds that are described, one with its trace. */
    private static final int MOST = 20;

    @Test
    void promises_everySeed() throws InterruptedException {
        assertThat(broken(seeds())).isEmpty();
    }

    /** Seeds that have found something, each with what it found behind it. */
    @Test
    void promises_seedsThatFoundSomething() throws IOException, InterruptedException {
        List<Long> seeds = new ArrayList<>();
        for (String line : lines()) {
            if (!line.isBlank() && !line.startsWith("#")) {
                seeds.add(Long.parseLong(line.split(" ", 2)[0]));
            }
        }
        assertThat(broken(seeds)).isEmpty();
    }

    @Test
    void trace_sameSeedTwice() {
        for (long seed = FIRST; seed < FIRST + 20; seed++) {
            String first = Simulation.run(seed, new ArrayDeque<>()).trace();
            assertThat(Simulation.run(seed, new ArrayDeque<>()).trace()).isEqualTo(first);
        }
    }

    @Test
    void trace_sameSeedInAnotherProcess() throws IOException, InterruptedException {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData", // or it may warn on its output
                        "-cp",
                        System.getProperty("java.class.path"),
                        TraceOfSeeds.class.getName(),
                        String.valueOf(FIRST))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(other.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(printed.strip()).isEqualTo(String.valueOf(TraceOfSeeds.hash(FIRST)));
    }

    /** A program that prints a number that depends on everything that happens in some seeds. */
    static final class TraceOfSeeds {
        private TraceOfSeeds() {}

        public static void main(String[] args) {
            new PrintStream(System.out, true, StandardCharsets.UTF_8).println(hash(Long.parseLong(args[0])));
        }

        static long hash(long first) {
            Deque<SimulationScheduler.Worker> threads = new ArrayDeque<>();
            long hash = 0;
            for (long seed = first; seed < first + 10; seed++) {
                hash = 31 * hash + Simulation.run(seed, threads).trace().hashCode();
            }
            return hash;
        }
    }

    private static List<Long> seeds() {
        Long one = Long.getLong("plumbline.seed");
        long from = Long.getLong("plumbline.seeds.from", FIRST);
        return one != null
                ? List.of(one)
                : LongStream.range(from, from + Long.getLong("plumbline.seeds", 2000))
                        .boxed()
                        .toList();
    }

    private static List<String> lines() throws IOException {
        try (InputStream in = SimulationTest.class.getResourceAsStream("/simulation-seeds.txt");
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    /** Runs seeds on as many threads as there are processors, and describes those whose promises are broken. */
    private static List<String> broken(List<Long> seeds) throws InterruptedException {
        Queue<Long> left = new ConcurrentLinkedQueue<>(seeds);
        Queue<String> broken = new ConcurrentLinkedQueue<>();
        List<Thread> runners = new ArrayList<>();
        for (int i = 0; i < Math.min(4, Runtime.getRuntime().availableProcessors()); i++) {
            Thread runner = new Thread(() -> runAll(left, broken), "seeds");
            runner.start();
            runners.add(runner);
        }
        for (Thread runner : runners) {
            runner.join();
        }
        return List.copyOf(broken);
    }

    private static void runAll(Queue<Long> left, Queue<String> broken) {
        Deque<SimulationScheduler.Worker> threads = new ArrayDeque<>();
        for (Long seed = left.poll(); seed != null && broken.size() < MOST; seed = left.poll()) {
            try {
                Simulation.Result result = Simulation.run(seed, threads);
                if (!result.broken().isEmpty()) {
                    String trace = broken.isEmpty() ? "\n" + result.trace() : "";
                    broken.add("seed " + seed + ": " + result.broken() + trace);
                }
            } catch (AssertionError | RuntimeException failed) {
                broken.add("seed " + seed + ": " + failed);
                threads = new ArrayDeque<>(); // a thread of these may wait for ever
            }
        }
    }
}
