package dev.plumbline.integration.teams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redis.RedisBudgetStore;
import dev.plumbline.redis.RedisResponseStore;
import dev.plumbline.redis.RedisServer;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ConcurrentRunner;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs with one runtime each, which share a server. */
@Tag("external")
class SharedCallsTest {
    private static final int PROGRAMS = 20;
    private static final int CALLERS = 200;
    private static final int KEYS = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static RedisForTests server;

    @BeforeAll
    static void start() throws IOException {
        server = RedisForTests.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static RedisResponseStore store(String prefix, Duration lease) {
        return RedisResponseStore.on(RedisServer.at(server.uri()).withLimit(PATIENCE))
                .withPrefix(prefix)
                .withLease(lease);
    }

    private static AiRuntime runtime(AiProvider provider, ResponseStore store) {
        return AiRuntime.builder().addProvider(provider).cache(store).build();
    }

    /** Answers every question with itself, and counts. */
    private static final class CountingProvider implements AiProvider {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public String id() {
            return "counting";
        }

        @Override
        public String defaultModel() {
            return "model";
        }

        @Override
        public AiReturn call(dev.plumbline.call.AiCall call) {
            calls.incrementAndGet();
            return AiReturn.ofText("answer");
        }
    }

    private static void callTogether(List<AiRuntime> programs) {
        List<CompletableFuture<String>> answers = IntStream.range(0, CALLERS)
                .mapToObj(number -> ConcurrentRunner.begin(() -> programs.get(number % PROGRAMS)
                        .send("question " + number / PROGRAMS % KEYS)
                        .text()))
                .toList();
        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isEqualTo("answer"));
    }

    @Test
    @DisplayName("RD10 200 callers in 20 programs with 10 questions are 10 calls")
    void rd10_equalCallsOfPrograms_areOneCall() {
        CountingProvider provider = new CountingProvider();
        List<AiRuntime> programs = IntStream.range(0, PROGRAMS)
                .mapToObj(i -> runtime(provider, store("together", PATIENCE)))
                .toList();
        callTogether(programs);
        programs.forEach(AiRuntime::close);
        assertThat(provider.calls).hasValue(KEYS);
    }

    @Test
    @DisplayName("RD10 if the programs that lead die, another one of each question leads: 10 calls that are answered")
    void rd10_deadLeaders_areReplacedOnce() {
        CountingProvider provider = new CountingProvider();
        ConcurrentHashMap<ResponseStore.Key, Boolean> dead = new ConcurrentHashMap<>();
        RedisResponseStore dying = store("dead", Duration.ofSeconds(1));
        try (AiRuntime asks = runtime(provider, new KeyNotes(dead))) {
            IntStream.range(0, KEYS).forEach(i -> asks.send("question " + i));
        }
        provider.calls.set(0);
        dead.keySet()
                .forEach(key -> assertThat(dying.lease(key, "", PATIENCE, Cancellation.create())
                                .state())
                        .isEqualTo(ResponseStore.Lease.State.HELD));
        dying.close(); // with it the renewals: what another program sees of one that was killed
        List<AiRuntime> programs = IntStream.range(0, PROGRAMS)
                .mapToObj(i -> runtime(provider, store("dead", PATIENCE)))
                .toList();
        callTogether(programs);
        programs.forEach(AiRuntime::close);
        assertThat(dead).hasSize(KEYS);
        assertThat(provider.calls).hasValue(KEYS);
    }

    /** A store that only notes the keys that are looked up. */
    private record KeyNotes(ConcurrentHashMap<Key, Boolean> keys) implements ResponseStore {
        @Override
        public java.util.Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
            keys.put(key, true);
            return java.util.Optional.empty();
        }

        @Override
        public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {}

        @Override
        public boolean remove(Key key, Duration limit, Cancellation cancellation) {
            return false;
        }

        @Override
        public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
            return 0;
        }

        @Override
        public void close() {}
    }

    @Test
    @DisplayName("RD10 programs whose clocks differ by minutes share answers")
    void rd10_clocks_mayDiffer() {
        CountingProvider provider = new CountingProvider();
        Clock now = Clock.systemUTC();
        for (Duration skew : List.of(Duration.ofMinutes(5), Duration.ofMinutes(-4), Duration.ZERO)) {
            try (AiRuntime ai = AiRuntime.builder()
                    .addProvider(provider)
                    .clock(Clock.offset(now, skew).withZone(ZoneOffset.UTC))
                    .cache(store("clocks", PATIENCE))
                    .build()) {
                assertThat(ai.send("what time is it?").text()).isEqualTo("answer");
            }
        }
        assertThat(provider.calls).hasValue(1);
    }

    @Test
    @DisplayName("RD10 answers of another namespace are not served")
    void rd10_namespaces_areApart() {
        CountingProvider provider = new CountingProvider();
        try (AiRuntime ai = runtime(provider, store("spaces", PATIENCE))) {
            for (String namespace : List.of("one", "two", "one")) {
                ai.send(
                        AiBody.of("hi"),
                        dev.plumbline.call.SessionOptions.builder()
                                .namespace(namespace)
                                .build());
            }
        }
        assertThat(provider.calls).hasValue(2);
    }

    @Test
    @DisplayName("RD10 runtimes that share budgets have one rate limit")
    void rd10_rateLimit_isShared() {
        RedisServer address = RedisServer.at(server.uri()).withLimit(PATIENCE);
        Duration year = Duration.ofDays(365);
        for (int i = 0; i < 2; i++) {
            try (AiRuntime ai = AiRuntime.builder()
                    .addProvider(new CountingProvider())
                    .rateLimit(2, year)
                    .budgets(RedisBudgetStore.on(address))
                    .build()) {
                assertThat(ai.send("hi").isOk()).isTrue();
            }
        }
        try (RedisBudgetStore budgets = RedisBudgetStore.on(address)) {
            BudgetStore.Budget rate = new BudgetStore.Budget("rate/counting", 2, year);
            assertThat(budgets.take(rate, BudgetStore.Amount.of(0)).left()).isZero();
        }
    }
}
