package dev.plumbline.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.ResponseStore.Lease.State;
import dev.plumbline.testkit.Await;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The leases of missing answers, between two stores as two programs have them. */
@Tag("external")
class AnswerLeasesTest {
    private static final ResponseStore.Key KEY = Answers.key(1);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static RedisProcess server;

    @BeforeAll
    static void start() {
        server = RedisProcess.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void empty() {
        server.command("FLUSHALL");
    }

    private static RedisResponseStore store(Duration lease) {
        return RedisResponseStore.on(RedisServer.at(server.uri()).withLimit(PATIENCE))
                .withLease(lease);
    }

    private static ResponseStore.Lease lease(RedisResponseStore store, String awaited) {
        return store.lease(KEY, awaited, ResponseStore.NO_LIMIT, Cancellation.create());
    }

    private static String leaseKey() {
        AnswerKeys keys = new AnswerKeys(KeyPrefix.USUAL, "");
        return keys.lease(keys.name(KEY));
    }

    @Test
    @DisplayName("RD5 one program has the lease, and only it can release it")
    void rd5_oneHolder() {
        try (RedisResponseStore one = store(PATIENCE);
                RedisResponseStore other = store(PATIENCE)) {
            ResponseStore.Lease first = lease(one, "");
            ResponseStore.Lease second = lease(other, "");
            assertThat(first.state()).isEqualTo(State.HELD);
            assertThat(second.state()).isEqualTo(State.BUSY);
            assertThat(second.holder()).isEqualTo(first.holder());
            second.release(false);
            assertThat(lease(other, second.holder()).state()).isEqualTo(State.BUSY);
            first.release(false);
            ResponseStore.Lease third = lease(other, second.holder());
            assertThat(third.state()).isEqualTo(State.HELD);
            first.release(false);
            assertThat(lease(one, "").state()).isEqualTo(State.BUSY);
            third.release(false);
        }
    }

    @Test
    @DisplayName("RD5 who waited for an answer that is not stored learns it; others get the lease")
    void rd5_unanswered() {
        try (RedisResponseStore one = store(PATIENCE);
                RedisResponseStore other = store(PATIENCE)) {
            ResponseStore.Lease first = lease(one, "");
            first.release(true);
            assertThat(lease(other, first.holder()).state()).isEqualTo(State.UNANSWERED);
            assertThat(lease(other, first.holder()).state()).isEqualTo(State.UNANSWERED);
            assertThat(lease(other, "").state()).isEqualTo(State.HELD);
        }
    }

    @Test
    @DisplayName("RD5 the lease of a program that died ends, and another one gets it")
    void rd5_deadHolder_isReplaced() {
        try (RedisResponseStore other = store(PATIENCE)) {
            RedisResponseStore dies = store(Duration.ofMillis(200));
            assertThat(lease(dies, "").state()).isEqualTo(State.HELD);
            dies.close();
            assertThat(Await.until(() -> lease(other, "").state() == State.HELD, PATIENCE))
                    .isTrue();
        }
    }

    @Test
    @DisplayName("RD5 the lease of a living program is renewed")
    void rd5_lease_isRenewed() {
        try (RedisResponseStore one = store(Duration.ofSeconds(9))) {
            lease(one, "");
            AtomicLong left = new AtomicLong(Long.MAX_VALUE);
            assertThat(Await.until(
                            () -> {
                                long now = (Long) server.command("PTTL", leaseKey());
                                return now > left.getAndSet(now);
                            },
                            PATIENCE))
                    .isTrue();
        }
    }

    @Test
    @DisplayName("RD5 of many leases, none has two holders: no token looks like the note of an end")
    void rd5_manyLeases_haveOneHolderEach() {
        try (RedisResponseStore one = store(PATIENCE);
                RedisResponseStore other = store(PATIENCE)) {
            for (int i = 0; i < 500; i++) { // a token of one in 64 began with a minus
                ResponseStore.Lease first = lease(one, "");
                assertThat(lease(other, "").holder()).isEqualTo(first.holder());
                first.release(false);
            }
        }
    }

    @Test
    @DisplayName("RD5 a lease that was lost in the middle of a call does not disturb its next holder")
    void rd5_lostLease() {
        try (RedisResponseStore one = store(Duration.ofMillis(300));
                RedisResponseStore other = store(PATIENCE)) {
            ResponseStore.Lease lost = lease(one, "");
            server.command("DEL", leaseKey());
            ResponseStore.Lease next = lease(other, "");
            long renewals = renewals();
            Await.until(() -> renewals() > renewals, Duration.ofSeconds(2)); // it may have been earlier
            one.put(KEY, Answers.entry("late"));
            lost.release(true);
            assertThat(server.text("GET", leaseKey())).isEqualTo(next.holder());
            assertThat(other.find(KEY)).isPresent();
        }
    }

    /** The number of times that a holder has asked whether the lease is its own. */
    private static long renewals() {
        String stats = server.text("INFO", "commandstats");
        return stats.lines()
                .filter(line -> line.startsWith("cmdstat_evalsha:calls="))
                .map(line -> line.replaceAll(".*calls=([0-9]+),.*", "$1"))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(0);
    }

    @Test
    @DisplayName("RD5 after a restart of the server, which forgets leases, the next program gets it")
    void rd5_restart() {
        try (RedisProcess own = RedisProcess.start();
                RedisResponseStore one =
                        RedisResponseStore.on(RedisServer.at(own.uri()).withLimit(PATIENCE))) {
            assertThat(lease(one, "").state()).isEqualTo(State.HELD);
            own.kill();
            own.restart();
            assertThat(lease(one, "").state()).isEqualTo(State.HELD);
        }
    }
}
