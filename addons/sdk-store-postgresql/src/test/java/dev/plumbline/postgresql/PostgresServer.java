package dev.plumbline.postgresql;

import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A real server with a data folder of its own, which a test starts, kills, pauses and starts again. The server refuses to
 * run as root; then it runs as the user nobody.
 */
final class PostgresServer implements AutoCloseable {
    private static final String NOBODY = "65534";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Below the ports that the system gives to clients, one of which could take that of a server that starts (again). */
    private static final int LOWEST_PORT = 21_000;

    private static final int PORTS = 11_000;

    private final Path folder;
    private final Path binaries;
    private final int port;
    private final List<String> settings;
    private Process process;

    private PostgresServer(Path folder, Path binaries, int port, List<String> settings) {
        this.folder = folder;
        this.binaries = binaries;
        this.port = port;
        this.settings = settings;
    }

    /** The server that all tests share that do not disturb it; it ends with the process. */
    private static final class Shared {
        static final PostgresServer SERVER = start();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close));
        }
    }

    static PostgresServer shared() {
        return Shared.SERVER;
    }

    /** Starts a new server that does not wait for the disk. */
    static PostgresServer start(String... settings) {
        List<String> all = new ArrayList<>(List.of("fsync=off", "full_page_writes=off"));
        all.addAll(List.of(settings));
        try {
            return startIn(Files.createTempDirectory("plumbline-postgresql"), all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a new server in that folder. */
    static PostgresServer startIn(Path folder, List<String> settings) {
        try {
            PostgresServer server = new PostgresServer(folder, PostgresBinaries.folder(), freePort(), settings);
            server.create();
            server.restart();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static int freePort() throws IOException {
        Random random = new Random();
        while (true) {
            int port = LOWEST_PORT + random.nextInt(PORTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                continue;
            }
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
        }
        command.add(binaries.resolve("bin").resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private ProcessBuilder builder(List<String> command) {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    }

    private Path log() {
        return folder.resolve("log");
    }

    private Path data() {
        return folder.resolve("data");
    }

    private void create() throws IOException, InterruptedException {
        Files.createDirectories(data());
        if (isRoot()) {
            run(List.of("chown", NOBODY + ":" + NOBODY, folder.toString(), data().toString()));
        }
        run(command(
                "initdb",
                "-D",
                data().toString(),
                "-U",
                "postgres",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "-N",
                "--locale=C",
                "--wal-segsize=1"));
        Path rules = data().resolve("pg_hba.conf");
        Files.writeString(
                rules,
                "host all locked 127.0.0.1/32 scram-sha-256\n" + Files.readString(rules),
                StandardOpenOption.TRUNCATE_EXISTING);
    }

    private void run(List<String> command) throws IOException, InterruptedException {
        if (builder(command).start().waitFor() != 0) {
            throw new IOException(command + " failed: " + Files.readString(log()));
        }
    }

    /** Starts the server with the data that it had. */
    void restart() {
        List<String> command = command("postgres", "-D", data().toString(), "-p", Integer.toString(port));
        Stream.concat(
                        Stream.of("listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=60"),
                        settings.stream())
                .forEach(setting -> command.addAll(List.of("-c", setting)));
        boolean isUp = Await.until(
                () -> {
                    if (process == null || !process.isAlive()) { // children of a killed one may still end
                        process = begin(command);
                    }
                    return isReady();
                },
                PATIENCE);
        if (!isUp) {
            throw new IllegalStateException("the server does not start; see " + log());
        }
    }

    private Process begin(List<String> command) {
        try {
            return builder(command).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isReady() {
        try (Connection connection = connect()) {
            return connection.isValid(5);
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** Ends the server without a chance to finish anything. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Lets all its processes stand still. */
    void pause() {
        signal("-STOP");
    }

    void resume() {
        signal("-CONT");
    }

    private void signal(String signal) {
        List<String> command = new ArrayList<>(List.of("kill", signal, Long.toString(process.pid())));
        process.descendants().forEach(child -> command.add(Long.toString(child.pid())));
        try {
            new ProcessBuilder(command).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int port() {
        return port;
    }

    String uri() {
        return uri("postgres", port);
    }

    static String uri(String user, int port) {
        return uri(user, port, "postgres");
    }

    static String uri(String user, int port, String database) {
        return "postgresql://" + user + "@127.0.0.1:" + port + "/" + database;
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/postgres?connectTimeout=5&socketTimeout=60", "postgres", "");
    }

    /** Runs a statement as the owner of everything. */
    void execute(String sql) {
        execute("postgres", sql);
    }

    /** Runs a statement in a database as the owner of everything. */
    void execute(String database, String sql) {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:postgresql://127.0.0.1:" + port + "/" + database, "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the number in the only row of a query of the owner. */
    long count(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until somebody waits for a lock. */
    void awaitBlocked() {
        while (count("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == 0) {
            Thread.onSpinWait();
        }
    }

    /** Gives a folder to the user that the server runs as. */
    void own(Path given) {
        if (isRoot()) {
            try {
                run(List.of("chown", NOBODY + ":" + NOBODY, given.toString()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the number of rows that a statement of a role returns. */
    int rowsAs(String role, String sql) throws SQLException {
        int rows = 0;
        try (Connection connection =
                        DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/postgres", role, "");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                rows++;
            }
        }
        return rows;
    }

    /** Creates a role, unless there is one, and grants it namespaces. */
    void role(String name, String... namespaces) {
        execute("DO $$ BEGIN CREATE ROLE " + name + " LOGIN; EXCEPTION WHEN duplicate_object THEN END $$");
        for (String namespace : namespaces) {
            execute("SELECT plumbline.grant_namespace('" + name + "', '" + namespace + "')");
        }
    }

    /** Removes what the stores have stored, but not the schema. */
    void clear() {
        execute("DELETE FROM plumbline.conversation; DELETE FROM plumbline.record; DELETE FROM plumbline.set_aside;"
                + " DELETE FROM plumbline.attachment_use; DELETE FROM plumbline.attachment;"
                + " DELETE FROM plumbline.response; DELETE FROM plumbline.budget; DELETE FROM plumbline.batch_item");
    }

    @Override
    public void close() {
        if (process != null) {
            List<ProcessHandle> children = process.descendants().toList();
            kill();
            children.forEach(ProcessHandle::destroyForcibly);
            children.forEach(each -> each.onExit().join()); // from then on nobody writes into the folder
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException leftBehind) {
            // a folder for temporary files
        }
    }
}
