package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients in processes of their own write the same conversations while clients and server are killed, paused and cut off;
 * a checker judges the history. Sizes: {@code -Dplumbline.histories}, the number of faults.
 */
@Tag("external")
class HistoryTest {
    private static final int FAULTS = Integer.getInteger("plumbline.histories", 6);
    private static final int CLIENTS = 4;
    private static final int MORE = 150;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final PostgresServer server = PostgresServer.start();
    private final HistoryChecker checker = new HistoryChecker();
    private final List<NetworkProxy> networks = new ArrayList<>();
    private final List<Process> clients = new ArrayList<>();
    private final List<Thread> readers = new ArrayList<>();
    private final long seed = Long.getLong("plumbline.seed", System.nanoTime());

    @AfterEach
    void end() {
        clients.forEach(Process::destroyForcibly);
        networks.forEach(NetworkProxy::close);
        server.close();
    }

    private static String namespace(int client) {
        return client % 2 == 0 ? "office" : "plant";
    }

    private Process client(int number, String name) {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:-UsePerfData", // or it may warn on its output
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-Xmx64m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            HistoryClientProgram.class.getName(),
                            PostgresServer.uri(
                                    namespace(number), networks.get(number).port()),
                            namespace(number),
                            name,
                            Long.toString(seed + name.hashCode()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Thread reader = new Thread(() -> listen(process));
            reader.setDaemon(true);
            reader.start();
            readers.add(reader);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen(Process process) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(this::heard);
        } catch (IOException | UncheckedIOException killed) {
            // what it said before counts
        }
    }

    private void heard(String line) {
        if (line.endsWith(HistoryClientProgram.END)) {
            checker.heard(line);
        }
    }

    private void awaitProgress(int more) {
        int enough = checker.acknowledgements() + more;
        assertThat(Await.until(() -> checker.acknowledgements() >= enough, PATIENCE))
                .as("clients make progress, seed " + seed)
                .isTrue();
    }

    private void prepare() {
        try (PostgresDatabase database = PostgresDatabase.at(server.uri())) {
            PostgresSessionStore.of(database).list();
        }
        for (String role : List.of("office", "plant")) {
            server.execute("CREATE ROLE " + role + " LOGIN");
            server.execute("SELECT plumbline.grant_namespace('" + role + "', '" + role + "')");
        }
        for (int i = 0; i < CLIENTS; i++) {
            networks.add(NetworkProxy.to(server.port()));
        }
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(client(i, "client" + i));
        }
    }

    @Test
    @DisplayName(
            "PG34 no acknowledged entry is lost, none is stored twice, no token becomes smaller, no namespace is read by another")
    void pg34_histories_areSound() throws InterruptedException {
        prepare();
        awaitProgress(MORE);
        Random random = new Random(seed);
        for (int fault = 0; fault < FAULTS; fault++) {
            disturb(fault, random.nextInt(CLIENTS));
            awaitProgress(MORE);
        }
        clients.forEach(Process::destroyForcibly);
        for (Thread reader : readers) {
            reader.join(); // until everything is heard that was said
        }
        server.kill(); // so that nothing is under way
        server.restart();
        assertThat(checker.faults(stored())).as("seed " + seed).isEmpty();
    }

    private void disturb(int fault, int victim) {
        NetworkProxy network = networks.get(victim);
        switch (fault % 6) {
            case 0 -> network.mode(NetworkProxy.Mode.ANSWERS_LOST);
            case 1 -> {
                clients.get(victim).destroyForcibly();
                clients.set(victim, client(victim, "client" + victim + "x" + fault));
            }
            case 2 -> {
                server.kill();
                server.restart();
            }
            case 3 -> {
                network.mode(NetworkProxy.Mode.SILENT);
                awaitProgress(10);
                network.mode(NetworkProxy.Mode.PASSING);
            }
            case 4 -> {
                network.mode(NetworkProxy.Mode.CLOSED);
                awaitProgress(10);
                network.mode(NetworkProxy.Mode.PASSING);
            }
            default -> {
                server.pause();
                network.mode(NetworkProxy.Mode.CLOSED);
                server.resume();
                network.mode(NetworkProxy.Mode.PASSING);
            }
        }
    }

    private Map<String, List<Json>> stored() {
        Map<String, List<Json>> stored = new TreeMap<>();
        try (PostgresSessionStore sessions = PostgresSessionStore.at(server.uri())) {
            sessions.list().forEach(session -> {
                try (Stream<Json> records = sessions.read(session.id())) {
                    stored.put(session.id(), records.toList());
                }
            });
        }
        return stored;
    }

    @Test
    @DisplayName("PG34 the checker finds lost, invented, repeated and overtaken entries, and foreign namespaces")
    void pg34_checker_findsWhatIsPlanted() {
        String[] said = {
            "opened\ta\t1\t10", "try\ta\t1\t0\tx\t20", "ok\ta\t1\t0\tx",
            "opened\ta\t2\t30", "try\ta\t2\t1\ty,z\t40", "ok\ta\t2\t1\ty,z"
        };
        for (String line : said) {
            checker.heard(line);
        }
        Json x = record("x", 1);
        Json y = record("y", 2);
        Json z = record("z", 2);
        assertThat(checker.faults(Map.of("a", List.of(x, y, z)))).isEmpty();
        assertThat(checker.faults(Map.of("a", List.of(x, y))))
                .singleElement()
                .asString()
                .contains("z was acknowledged");
        assertThat(checker.faults(Map.of("a", List.of(x, y, z, record("w", 2)))))
                .containsExactly("w was not sent");
        assertThat(checker.faults(Map.of("a", List.of(x, y, z), "b", List.of(y))))
                .contains("y is stored twice");
        assertThat(checker.faults(Map.of("a", List.of(y, x, z)))).anyMatch(fault -> fault.contains("token 1 after 2"));
        checker.heard("try\ta\t1\t3\tlate\t50"); // the token that was replaced, at the position that is expected
        checker.heard("opened\tb\t9\t45");
        assertThat(checker.faults(Map.of("a", List.of(x, y, z)))).isEmpty();
        assertThat(checker.faults(Map.of("a", List.of(x, y, z, record("late", 2)))))
                .singleElement()
                .asString()
                .contains("late is stored, and another writer had opened a");
        checker.heard("foreign\ta");
        assertThat(checker.faults(Map.of("a", List.of(x, y, z)))).hasSize(1);
    }

    private static Json record(String tag, long token) {
        return Json.object().with("tag", tag).with("token", token);
    }
}
