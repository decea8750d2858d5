package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.testkit.Await;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the stores promise when the server or the network fails. The server is killed, paused and started again. */
@Tag("external")
class ServerFaultsTest {
    private static final Duration SHORT = Duration.ofMillis(700);
    private static final Duration LONG = Duration.ofSeconds(60);

    private static PostgresServer server;

    private NetworkProxy network;
    private PostgresDatabase database;
    private PostgresSessionStore sessions;
    private PostgresSessionStore patient;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void connect() {
        network = NetworkProxy.to(server.port());
        database = PostgresDatabase.builder(PostgresServer.uri("postgres", network.port()))
                .patience(Duration.ofSeconds(20))
                .build();
        sessions = PostgresSessionStore.of(database);
        sessions.list();
        patient = PostgresSessionStore.at(PostgresServer.uri("postgres", network.port()));
        patient.list(); // has a connection
        server.clear();
    }

    @AfterEach
    void disconnect() {
        sessions.close();
        database.close();
        network.close();
        patient.close();
    }

    static Json record(int number) {
        return Json.object().with("number", number);
    }

    private static List<Json> records(int count) {
        return IntStream.range(0, count).mapToObj(ServerFaultsTest::record).toList();
    }

    private static void append(SessionStore.Writer writer, int number, Duration limit) {
        writer.append(writer.position(), List.of(record(number)), limit, Cancellation.create());
    }

    private List<Json> read(String id) {
        try (Stream<Json> read = sessions.read(id, LONG, Cancellation.create())) {
            return read.toList();
        }
    }

    private static AiError.Category category(Runnable operation) {
        try {
            operation.run();
            throw new AssertionError("it succeeded");
        } catch (AiException e) {
            return e.error().category();
        }
    }

    @Test
    @DisplayName(
            "PG1 a server that was killed and started again between two appends loses nothing and stores nothing twice")
    void pg1_serverKilledBetweenAppends_losesNothing() {
        try (SessionStore.Writer writer = sessions.open("one")) {
            append(writer, 0, LONG);
            server.kill();
            CompletableFuture<Void> restarted = CompletableFuture.runAsync(server::restart);
            append(writer, 1, LONG);
            restarted.join();
            append(writer, 2, LONG);
        }
        assertThat(read("one")).isEqualTo(records(3));
    }

    @Test
    @DisplayName("PG2 a reader goes on after the server was killed and started again")
    void pg2_serverKilledWhileReading_readingContinues() {
        try (SessionStore.Writer writer = sessions.open("one")) {
            writer.append(records(250));
        }
        try (Stream<Json> stream = sessions.read("one", LONG, Cancellation.create())) {
            Iterator<Json> read = stream.iterator();
            assertThat(read.next()).isEqualTo(record(0));
            server.kill();
            server.restart();
            for (int i = 1; i < 250; i++) {
                assertThat(read.next()).isEqualTo(record(i));
            }
            assertThat(read.hasNext()).isFalse();
        }
    }

    @Test
    @DisplayName("PG3 opening, listing, deleting and taking from a budget succeed after a restart of the server")
    void pg3_serverKilledBeforeEachOperation_operationsSucceed() {
        try (SessionStore.Writer writer = sessions.open("one")) {
            append(writer, 0, LONG);
        }
        BudgetStore budgets = PostgresBudgetStore.of(database);
        BudgetStore.Budget budget = new BudgetStore.Budget("calls", 2, Duration.ZERO);
        budgets.take(budget, BudgetStore.Amount.of(1));
        restart();
        assertThat(sessions.list()).hasSize(1);
        restart();
        sessions.open("one").close();
        restart();
        sessions.delete("one");
        assertThat(sessions.list()).isEmpty();
        restart();
        sessions.list(); // finds that the connections are lost, which a budget is not asked twice for
        assertThat(budgets.take(budget, BudgetStore.Amount.of(0)).left()).isEqualTo(1);
    }

    private static void restart() {
        server.kill();
        server.restart();
    }

    @Test
    @DisplayName("PG4 a server that is away costs an operation its limit, and closing a writer no more than its own")
    void pg4_serverAway_operationsEndWithTheirLimit() {
        SessionStore.Writer writer = sessions.open("one");
        network.mode(NetworkProxy.Mode.CLOSED);
        assertThat(category(() -> append(writer, 0, SHORT))).isEqualTo(AiError.Category.TIMEOUT_TOTAL);
        assertThat(category(() -> sessions.list(SHORT, Cancellation.create())))
                .isEqualTo(AiError.Category.TIMEOUT_TOTAL);
        assertThat(category(() -> sessions.open("other", SHORT, Cancellation.create())))
                .isEqualTo(AiError.Category.TIMEOUT_TOTAL);
        writer.close();
        network.mode(NetworkProxy.Mode.PASSING);
        assertThat(read("one")).isEmpty();
    }

    @Test
    @DisplayName("PG5 a paused server costs an append its limit; what it stored then is found out by the next append")
    void pg5_serverPaused_appendEndsWithItsLimit_andIsNeverStoredTwice() {
        SessionStore.Writer writer = sessions.open("one");
        append(writer, 0, LONG);
        server.pause();
        try {
            CompletableFuture<Void> waiting = waitWithoutLimit();
            assertThat(category(() -> append(writer, 1, SHORT))).isEqualTo(AiError.Category.TIMEOUT_TOTAL);
            assertThat(category(() -> sessions.list(SHORT, Cancellation.create())))
                    .isEqualTo(AiError.Category.TIMEOUT_TOTAL);
            assertThat(waiting).as("who has no limit still waits").isNotDone();
        } finally {
            server.resume();
        }
        continueAfterDoubt(writer);
    }

    /** Begins an operation that ends when the server does not answer for half a minute, or answers. */
    private CompletableFuture<Void> waitWithoutLimit() {
        return CompletableFuture.runAsync(() -> patient.list(SessionStore.NO_LIMIT, Cancellation.create()));
    }

    /** Begins an operation, and waits until it waits for the server. */
    private static Thread inDriver(Runnable operation) {
        Thread thread = new Thread(operation, "operation");
        thread.start();
        assertThat(Await.until(
                        () -> Stream.of(thread.getStackTrace())
                                .anyMatch(frame -> frame.getMethodName().equals("executeUpdate")),
                        LONG))
                .isTrue();
        return thread;
    }

    /** After an append whose effect is not known: the next one is refused, or it is the only one at its position. */
    private void continueAfterDoubt(SessionStore.Writer writer) {
        try {
            append(writer, 7, LONG);
            assertThat(read("one")).containsExactly(record(0), record(7));
        } catch (WriterLostException committed) {
            assertThat(read("one")).containsExactly(record(0), record(1));
        }
        writer.close();
        sessions.open("one", LONG, Cancellation.create()).close();
    }

    @Test
    @DisplayName("PG6 a cancellation ends the wait for a paused server")
    void pg6_serverPaused_cancellationEndsTheWait() throws InterruptedException {
        SessionStore.Writer writer = sessions.open("one");
        append(writer, 0, LONG);
        Cancellation cancellation = Cancellation.create();
        server.pause();
        try {
            CompletableFuture<Void> waiting = waitWithoutLimit();
            AtomicReference<AiError.Category> ended = new AtomicReference<>();
            Thread append = inDriver(() -> ended.set(
                    category(() -> writer.append(1, List.of(record(1)), SessionStore.NO_LIMIT, cancellation))));
            cancellation.cancel("the test says so");
            append.join();
            assertThat(ended.get()).isEqualTo(AiError.Category.CANCELLED);
            assertThat(waiting).as("who was not cancelled still waits").isNotDone();
        } finally {
            server.resume();
        }
        continueAfterDoubt(writer);
    }

    @Test
    @DisplayName("PG7 a network that drops everything costs an append its limit, and nothing is stored twice")
    void pg7_partition_appendEndsWithItsLimit() {
        SessionStore.Writer writer = sessions.open("one");
        append(writer, 0, LONG);
        network.mode(NetworkProxy.Mode.SILENT);
        CompletableFuture<Void> waiting = waitWithoutLimit();
        assertThat(category(() -> append(writer, 1, SHORT))).isEqualTo(AiError.Category.TIMEOUT_TOTAL);
        assertThat(category(() -> sessions.list(SHORT, Cancellation.create())))
                .isEqualTo(AiError.Category.TIMEOUT_TOTAL);
        assertThat(waiting).as("who has no limit still waits").isNotDone();
        network.mode(NetworkProxy.Mode.PASSING);
        continueAfterDoubt(writer);
    }

    @Test
    @DisplayName("PG8 an append whose answer is lost after its commit is stored once, and the writer goes on")
    void pg8_answerLostAfterCommit_isStoredOnce() {
        try (SessionStore.Writer writer = sessions.open("one")) {
            for (int i = 0; i < 5; i++) {
                network.mode(NetworkProxy.Mode.ANSWERS_LOST);
                append(writer, i, LONG);
            }
        }
        assertThat(read("one")).isEqualTo(records(5));
    }

    @Test
    @DisplayName("PG9 an opening whose answer is lost is not refused by its own lease")
    void pg9_answerOfOpeningLost_isOpen() {
        network.mode(NetworkProxy.Mode.ANSWERS_LOST);
        try (SessionStore.Writer writer = sessions.open("one", LONG, Cancellation.create())) {
            append(writer, 0, LONG);
        }
        assertThat(read("one")).isEqualTo(records(1));
    }

    @Test
    @DisplayName("PG10 a writer behind a partition is replaced after its lease, and changes nothing when it returns")
    void pg10_writerBehindAPartition_isReplaced() {
        PostgresSessionStore mine = sessions.withLease(Duration.ofSeconds(1));
        SessionStore.Writer cut = mine.open("one");
        append(cut, 0, LONG);
        network.mode(NetworkProxy.Mode.SILENT);
        assertThat(category(() -> append(cut, 1, SHORT))).isEqualTo(AiError.Category.TIMEOUT_TOTAL);
        try (PostgresSessionStore elsewhere = PostgresSessionStore.at(server.uri());
                SessionStore.Writer next = openWhenFree(elsewhere)) {
            append(next, 2, LONG);
            network.mode(NetworkProxy.Mode.PASSING);
            assertThatThrownBy(() -> append(cut, 3, LONG)).isInstanceOf(WriterLostException.class);
            assertThat(next.lease().token()).isGreaterThan(cut.lease().token());
            append(next, 4, LONG);
        }
        assertThat(read("one")).containsSubsequence(record(2), record(4)).doesNotContain(record(3));
    }

    private static SessionStore.Writer openWhenFree(PostgresSessionStore store) {
        while (true) {
            try {
                return store.open("one", LONG, Cancellation.create());
            } catch (IllegalStateException held) {
                Thread.onSpinWait(); // until the second of the lease has passed
            }
        }
    }

    @Test
    @DisplayName("PG11 connections that the server has ended are replaced without an error")
    void pg11_connectionsEndedByTheServer_areReplaced() {
        try (SessionStore.Writer writer = sessions.open("one")) {
            for (int i = 0; i < 3; i++) {
                server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE application_name = 'plumbline'");
                append(writer, i, LONG);
            }
        }
        assertThat(read("one")).isEqualTo(records(3));
    }
}
