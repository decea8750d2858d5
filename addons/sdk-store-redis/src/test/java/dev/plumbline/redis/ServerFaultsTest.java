package dev.plumbline.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;

/** A server that hangs, dies, drops or is slow: each operation ends with its limit, and the next good answer is used. */
@Tag("external")
class ServerFaultsTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final ResponseStore.Key KEY = Answers.key(1);

    private RedisProcess server;
    private FaultProxy proxy;

    @BeforeEach
    void start() {
        server = RedisProcess.start();
        proxy = new FaultProxy(server.port());
    }

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    private RedisResponseStore store(Duration limit) {
        return RedisResponseStore.on(RedisServer.at(server.uri()).withLimit(limit));
    }

    private RedisResponseStore overProxy(Duration limit) {
        return RedisResponseStore.on(RedisServer.at(proxy.uri()).withLimit(limit));
    }

    private static void assertUnanswered(ThrowingCallable operation) {
        assertThatThrownBy(operation)
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(SocketTimeoutException.class)
                .hasMessageContaining("did not answer within");
    }

    private static void assertTimeout(ThrowingCallable operation, AiError.Category category) {
        assertThatThrownBy(operation)
                .isInstanceOfSatisfying(
                        AiException.class, e -> assertThat(e.error().category()).isEqualTo(category));
    }

    /** A scheduler whose timers are real, and whose clock only moves by hand. */
    private static final class StoppedClock implements Scheduler {
        private final Scheduler timers = Scheduler.system(Clock.systemUTC(), task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
        private final AtomicLong nanos = new AtomicLong();

        @Override
        public long nanoTime() {
            return nanos.get();
        }

        @Override
        public Instant instant() {
            return timers.instant();
        }

        @Override
        public Subscription schedule(Duration delay, Runnable action) {
            return timers.schedule(delay, action);
        }

        @Override
        public void sleep(Duration time, CountDownLatch wake) throws InterruptedException {
            timers.sleep(time, wake);
        }
    }

    @Test
    @DisplayName("RD2 a server that hangs costs one limit: after it, operations fail at once until the pause is over")
    void rd2_hungServer_costsOneLimit() {
        StoppedClock clock = new StoppedClock();
        try (ServerCommands commands =
                new ServerCommands(RedisServer.at(server.uri()).withLimit(SHORT), clock)) {
            ThrowingCallable ping =
                    () -> commands.run("k", new CommandArguments(Protocol.Command.PING), OperationDeadline.ofServer());
            server.freeze();
            assertUnanswered(ping);
            for (int i = 0; i < 50; i++) {
                assertThatThrownBy(ping).hasMessageContaining("it is asked again in 2000 ms");
            }
            server.thaw();
            assertThat(Await.until(
                            () -> {
                                clock.nanos.addAndGet(Duration.ofSeconds(2).toNanos());
                                return isDone(ping);
                            },
                            LONG))
                    .isTrue();
        }
    }

    @Test
    @DisplayName("RD2 the limit of the caller is TIMEOUT_TOTAL, also in the middle of an operation")
    void rd2_limitOfCaller() {
        try (RedisResponseStore store = store(LONG)) {
            store.put(KEY, Answers.entry("a"));
            server.freeze();
            assertTimeout(() -> store.find(KEY, SHORT, Cancellation.create()), AiError.Category.TIMEOUT_TOTAL);
            assertTimeout(() -> store.find(KEY, Duration.ZERO, Cancellation.create()), AiError.Category.TIMEOUT_TOTAL);
            server.thaw();
            assertThat(store.find(KEY)).isPresent();
        }
    }

    @Test
    @DisplayName("RD2 a cancellation ends the wait for a server that hangs")
    void rd2_cancellation_endsTheWait() throws InterruptedException {
        try (RedisResponseStore store = store(LONG);
                RedisResponseStore patient = store(LONG.minusSeconds(5))) {
            store.put(KEY, Answers.entry("a"));
            patient.find(KEY);
            server.freeze();
            CompletableFuture<?> waiting = ConcurrentRunner.begin(() -> patient.find(KEY));
            Cancellation cancellation = Cancellation.create();
            CompletableFuture<Object> ended = new CompletableFuture<>();
            Thread thread =
                    new Thread(() -> complete(ended, () -> store.find(KEY, ResponseStore.NO_LIMIT, cancellation)));
            thread.start();
            assertThat(Await.until(() -> isIn(thread, "executeCommand"), LONG)).isTrue();
            cancellation.cancel("by the test");
            assertTimeout(() -> unwrapped(ended), AiError.Category.CANCELLED);
            assertThat(waiting).as("who was not cancelled still waits").isNotDone();
        }
    }

    private static void complete(CompletableFuture<Object> future, Supplier<?> operation) {
        try {
            Object found = operation.get();
            future.complete(found);
        } catch (RuntimeException failed) {
            future.completeExceptionally(failed);
        }
    }

    private static boolean isIn(Thread thread, String method) {
        return Stream.of(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals(method));
    }

    private static void unwrapped(CompletableFuture<?> future) throws Throwable {
        try {
            future.join();
        } catch (java.util.concurrent.CompletionException e) {
            throw e.getCause();
        }
    }

    @Test
    @DisplayName("RD2 a value that the server does not read ends with the limit, although no read waits")
    void rd2_blockedWrite_ends() {
        byte[] noise = new byte[9 << 20];
        new Random(1).nextBytes(noise);
        ResponseStore.Entry large =
                new ResponseStore.Entry(Json.of(Base64.getEncoder().encodeToString(noise)), Answers.STORED);
        try (RedisResponseStore store = store(Duration.ofSeconds(2))) {
            server.freeze();
            assertUnanswered(() -> store.put(KEY, large));
        }
    }

    @Test
    @DisplayName("RD2 an answer that arrives byte by byte ends with the limit")
    void rd2_drippingAnswer_ends() {
        try (RedisResponseStore straight = store(LONG);
                RedisResponseStore store = overProxy(SHORT)) {
            straight.put(KEY, Answers.entry("a".repeat(100)));
            proxy.mode(FaultProxy.Mode.DRIP);
            assertUnanswered(() -> store.find(KEY));
        }
    }

    @Test
    @DisplayName("RD2 a partition fails operations, and the store is used again when it is over")
    void rd2_partition_heals() {
        try (RedisResponseStore straight = store(LONG);
                RedisResponseStore store = overProxy(Duration.ofSeconds(2))) {
            straight.put(KEY, Answers.entry("a"));
            proxy.mode(FaultProxy.Mode.DROP);
            assertUnanswered(() -> store.find(KEY));
            proxy.mode(FaultProxy.Mode.PASS);
            assertThat(Await.until(() -> isDone(() -> store.find(KEY).orElseThrow()), LONG))
                    .isTrue();
        }
    }

    private static boolean isDone(ThrowingCallable operation) {
        try {
            operation.call();
            return true;
        } catch (Throwable away) {
            return false;
        }
    }

    @Test
    @DisplayName("RD2 a server that was restarted is used at once: closed connections are noticed before they are used")
    void rd2_restart_isNoticed() {
        try (RedisResponseStore store = store(LONG)) {
            store.put(KEY, Answers.entry("a"));
            server.kill();
            assertThatThrownBy(() -> store.find(KEY))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("check that it runs");
            server.restart();
            assertThat(store.find(KEY)).isEmpty();
            store.put(KEY, Answers.entry("b"));
            server.kill();
            server.restart();
            assertThat(store.find(KEY)).isEmpty();
        }
    }

    @Test
    @DisplayName("RD2 if all connections are in use, an operation waits no longer than its limit")
    void rd2_noFreeConnection() {
        try (RedisResponseStore store = RedisResponseStore.on(
                RedisServer.at(proxy.uri()).withLimit(LONG).withConnections(1))) {
            store.put(KEY, Answers.entry("a"));
            proxy.mode(FaultProxy.Mode.DROP);
            Cancellation first = Cancellation.create();
            CompletableFuture<?> waiting = ConcurrentRunner.begin(() -> store.find(KEY, ResponseStore.NO_LIMIT, first));
            assertTimeout(() -> store.find(KEY, SHORT, Cancellation.create()), AiError.Category.TIMEOUT_TOTAL);
            first.cancel("by the test");
            assertTimeout(() -> unwrapped(waiting), AiError.Category.CANCELLED);
            proxy.mode(FaultProxy.Mode.PASS);
            assertThat(store.find(KEY)).isPresent();
        }
    }

    @Test
    @DisplayName("RD2 a connection that is cut at any byte of a request or an answer leaves the whole answer or none")
    void rd2_cutAnywhere_leavesAllOrNothing() {
        try (RedisResponseStore straight = store(LONG);
                RedisResponseStore store = overProxy(LONG)) {
            for (int cut = 0; cut < 900; cut += 13) {
                awaitConnection(store);
                proxy.cutRequests(cut);
                assertAllOrNothing(store, straight, Answers.key(cut));
                awaitConnection(store);
                proxy.cutAnswers(cut % 7);
                assertAllOrNothing(store, straight, Answers.key(10_000 + cut));
            }
        }
    }

    /** Waits until cut connections are replaced: the proxy may still be closing. */
    private static void awaitConnection(RedisResponseStore store) {
        Await.until(
                () -> {
                    try {
                        return store.find(KEY).isEmpty();
                    } catch (UncheckedIOException cut) {
                        return false;
                    }
                },
                LONG);
    }

    private void assertAllOrNothing(RedisResponseStore store, RedisResponseStore straight, ResponseStore.Key key) {
        boolean stored = false;
        try {
            store.put(key, Answers.entry("whole"));
            stored = true;
        } catch (UncheckedIOException cut) {
            assertThat(cut).hasMessageContaining("the connection");
        }
        proxy.passAll();
        Optional<ResponseStore.Entry> whole = Optional.of(Answers.entry("whole"));
        assertThat(straight.find(key)).isIn(stored ? List.of(whole) : List.of(whole, Optional.empty()));
    }

    @Test
    @DisplayName("RD2 after close there is no thread and no connection, and nothing is found or stored")
    void rd2_close_leavesNothing() {
        RedisResponseStore store = overProxy(LONG);
        store.put(KEY, Answers.entry("a"));
        store.close();
        store.close();
        assertThat(store.find(KEY)).isEmpty();
        store.put(KEY, Answers.entry("b"));
        Await.until(
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("plumbline-redis")),
                () -> "a thread is left");
        assertThat(Await.until(() -> server.text("CLIENT", "LIST").lines().count() == 1, LONG))
                .as("the server has no connection but that of this question")
                .isTrue();
        try (RedisResponseStore other = store(LONG)) {
            assertThat(other.find(KEY)).contains(Answers.entry("a"));
        }
    }
}
