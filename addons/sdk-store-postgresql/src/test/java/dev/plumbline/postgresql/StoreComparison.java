package dev.plumbline.postgresql;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares this store with LangGraph's checkpointer for PostgreSQL: two writers, a writer that is killed, a server that
 * hangs, what a round costs and how large it is. A program, run by hand; it needs Node and {@code npm ci} in the folder
 * that is its argument, {@code comparison/stores}.
 */
final class StoreComparison {
    private static final int ROUNDS = 200;
    private static final int WRITES = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final PostgresServer server;
    private final Path folder;

    private StoreComparison(PostgresServer server, Path folder) {
        this.server = server;
        this.folder = folder;
    }

    /** Argument: the folder of the script. */
    public static void main(String[] arguments) throws Exception {
        Path data = Files.createTempDirectory("plumbline-comparison");
        try (PostgresServer server = PostgresServer.startIn(data, List.of("shared_buffers=128MB"))) {
            StoreComparison comparison = new StoreComparison(server, Path.of(arguments[0]));
            comparison.theirs("none", "setup", 0, "none").waitFor();
            comparison.twoWriters();
            comparison.killedWriter();
            comparison.cost();
            comparison.hangingServer();
        }
        Runtime.getRuntime().halt(0);
    }

    private Process theirs(String thread, String trial, int rounds, String name) throws IOException {
        return new ProcessBuilder(
                        "node",
                        folder.resolve("langgraph.mjs").toString(),
                        server.uri(),
                        thread,
                        trial,
                        Integer.toString(rounds),
                        name)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String all(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static long acknowledged(String said) {
        return said.lines().filter(line -> line.startsWith("ok ")).count();
    }

    private long storedByThem(String thread) throws IOException {
        String said = all(theirs(thread, "count", 0, "none")).strip();
        return said.equals("stored") ? 0 : said.substring("stored ".length()).split(",").length;
    }

    private void twoWriters() throws IOException {
        Process one = theirs("two", "append", WRITES, "one");
        Process other = theirs("two", "append", WRITES, "other");
        long acknowledged = acknowledged(all(one)) + acknowledged(all(other));
        System.out.printf("two writers: LangGraph acknowledged %d, has %d; ", acknowledged, storedByThem("two"));
        List<Integer> ours =
                IntStream.range(0, 2).parallel().mapToObj(this::append).toList();
        System.out.printf("Plumbline acknowledged %s, has %d%n", ours, storedByUs("two"));
    }

    /** Returns the number of acknowledged records of a writer, which is 0 if it was refused. */
    private int append(int number) {
        int acknowledged = 0;
        try (PostgresSessionStore store = PostgresSessionStore.at(server.uri());
                SessionStore.Writer writer = store.open("two")) {
            for (int i = 0; i < WRITES; i++) {
                writer.append(List.of(record(i, 200)));
                acknowledged++;
            }
        } catch (IllegalStateException heldByTheOther) {
            System.out.printf("writer %d was refused; ", number);
        }
        return acknowledged;
    }

    private long storedByUs(String id) {
        try (PostgresSessionStore store = PostgresSessionStore.at(server.uri());
                Stream<Json> records = store.read(id)) {
            return records.count();
        }
    }

    private void killedWriter() throws IOException, InterruptedException {
        long acknowledged = 0;
        for (int i = 0; i < 5; i++) {
            Process writer = theirs("killed", "append", 10_000, "life" + i);
            StringBuilder said = new StringBuilder();
            int next = writer.getInputStream().read();
            while (next >= 0 && acknowledged(said.toString()) < 10 + i) {
                said.append((char) next);
                next = writer.getInputStream().read();
            }
            writer.destroyForcibly().waitFor();
            acknowledged += acknowledged(said.toString());
        }
        System.out.printf(
                "five killed writers: LangGraph acknowledged %d, has %d (ours: PG34, and HistoryTest)%n",
                acknowledged, storedByThem("killed"));
    }

    private void cost() throws IOException {
        System.out.printf(
                "cost of a round, microseconds: LangGraph %s; ",
                all(theirs("cost", "cost", ROUNDS, "one")).strip());
        double[] times = new double[ROUNDS];
        try (PostgresSessionStore store = PostgresSessionStore.at(server.uri());
                SessionStore.Writer writer = store.open("cost")) {
            for (int i = 0; i < ROUNDS; i++) {
                List<Json> records = List.of(record(i, 200), record(i, 800), record(i, 400));
                long begin = System.nanoTime();
                writer.append(records);
                times[i] = (System.nanoTime() - begin) / 1e3;
            }
        }
        System.out.printf(
                "Plumbline first %.0f last %.0f%n",
                median(Arrays.copyOfRange(times, 10, 60)), median(Arrays.copyOfRange(times, ROUNDS - 50, ROUNDS)));
        System.out.printf(
                "bytes of an entry after %d rounds of three: LangGraph %d, Plumbline %d%n",
                ROUNDS,
                server.count("SELECT sum(pg_column_size(b.*)) FROM checkpoint_blobs b WHERE thread_id = 'cost'")
                                / ROUNDS
                                / 3
                        + server.count("SELECT sum(pg_column_size(c.*)) FROM checkpoints c WHERE thread_id = 'cost'")
                                / ROUNDS
                                / 3,
                server.count("SELECT sum(pg_column_size(r.*)) FROM plumbline.record r JOIN plumbline.conversation c"
                                + " ON c.key = r.conversation WHERE c.id = 'cost'")
                        / ROUNDS
                        / 3);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private void hangingServer() throws IOException, InterruptedException {
        Process theirs = theirs("hang", "hang", 0, "one");
        StringBuilder said = new StringBuilder();
        while (!said.toString().contains("ready")) {
            said.append((char) theirs.getInputStream().read());
        }
        PostgresSessionStore store = PostgresSessionStore.at(server.uri());
        SessionStore.Writer writer = store.open("hang");
        server.pause();
        theirs.getOutputStream().write('\n');
        theirs.getOutputStream().flush();
        long begin = System.nanoTime();
        try {
            writer.append(0, List.of(record(0, 200)), Duration.ofSeconds(2), Cancellation.create());
        } catch (UncheckedIOException | dev.plumbline.event.AiException limited) {
            System.out.printf(
                    "hanging server: Plumbline with a limit of 2 s ended after %d ms; ",
                    (System.nanoTime() - begin) / 1_000_000);
        }
        boolean ended = theirs.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        System.out.printf("LangGraph %s%n", ended ? "ended: " + all(theirs).strip() : "waited longer than " + PATIENCE);
        theirs.destroyForcibly();
        server.resume();
    }

    private static Json record(int number, int size) {
        return Json.object()
                .with("kind", "entry")
                .with("at", "2026-11-24T18:00:00Z")
                .with("number", number)
                .with("text", "wall and pipe ".repeat(size / 14));
    }
}
