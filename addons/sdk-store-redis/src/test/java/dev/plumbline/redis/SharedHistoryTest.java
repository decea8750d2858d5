package dev.plumbline.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.redis.History.Event;
import dev.plumbline.redis.History.Kind;
import dev.plumbline.redis.History.Outcome;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Five programs with stores of their own do random operations, while the server is killed or stopped and connections are
 * cut or dropped. The server writes each change to its disk. {@link History} judges what they saw.
 */
@Tag("external")
class SharedHistoryTest {
    private static final int PROGRAMS = 5;
    private static final int KEYS = 6;
    private static final long SIZE = 40;
    private static final Duration PATIENCE = Duration.ofSeconds(240);

    /** The number of faults; more in {@code .ci/deep}. */
    private static final int FAULTS = Integer.getInteger("plumbline.faults", 6);

    private final long seed = Long.getLong("plumbline.seed", new Random().nextLong());
    private final History history = new History();
    private final Random random = new Random(seed);
    private final Map<String, Long> sizes = new HashMap<>();
    private volatile boolean over;
    private volatile int round;

    /** A program: its stores, its network, and how many of its operations succeeded. */
    private final class Program {
        final FaultProxy network;
        final RedisResponseStore answers;
        final RedisBudgetStore budgets;
        final Random chance;
        final String name;
        final AtomicInteger done = new AtomicInteger();

        Program(int number, RedisProcess server) {
            network = new FaultProxy(server.port());
            RedisServer address = RedisServer.at(network.uri()).withLimit(Duration.ofSeconds(1));
            answers = RedisResponseStore.on(address).withLease(Duration.ofMinutes(10));
            budgets = RedisBudgetStore.on(address);
            chance = new Random(seed + number);
            name = "p" + number;
        }

        boolean run() {
            for (int i = 0; !over; i++) {
                if (operate(i)) {
                    done.incrementAndGet();
                } else {
                    Thread.onSpinWait();
                }
            }
            return true;
        }

        private boolean operate(int number) {
            String namespace = "n" + chance.nextInt(2);
            int key = chance.nextInt(KEYS);
            String id = namespace + "/" + key;
            ResponseStore.Key at = Answers.key(namespace, key);
            return switch (chance.nextInt(5)) {
                case 0 -> history.write(Kind.PUT, id, name + "-" + number, () -> answers.put(at, entry(number)));
                case 1 ->
                    history.note(
                            Kind.FIND,
                            id,
                            () -> answers.find(at)
                                    .map(found -> found.answer().asText())
                                    .orElse(""));
                case 2 -> history.write(Kind.REMOVE, id, "", () -> answers.remove(at));
                case 3 -> take("b" + round);
                default -> lease(namespace + "/r" + round + "-" + key, number);
            };
        }

        private ResponseStore.Entry entry(int number) {
            return new ResponseStore.Entry(Json.of(name + "-" + number), Answers.STORED);
        }

        private boolean take(String key) {
            BudgetStore.Budget budget = new BudgetStore.Budget(key, SIZE, Duration.ZERO);
            return history.note(
                    Kind.TAKE,
                    key,
                    () -> budgets.take(budget, BudgetStore.Amount.of(1)).isGranted() ? "granted" : "");
        }

        /** Holds a lease for a while; some programs die with it. */
        private boolean lease(String id, int number) {
            ResponseStore.Lease lease;
            try {
                ResponseStore.Key key = Answers.key(id, 0);
                lease = answers.lease(key, "", PATIENCE, Cancellation.create());
            } catch (java.io.UncheckedIOException unknown) {
                return false;
            }
            if (lease.state() == ResponseStore.Lease.State.HELD) {
                long start = history.now();
                boolean found = take("b" + round);
                history.add(new Event(Kind.LEASE, id, name + "-" + number, start, history.now(), Outcome.DONE));
                lease.release(found);
            }
            return true;
        }

        void close() {
            answers.close();
            budgets.close();
            network.close();
        }
    }

    @Test
    @DisplayName("RD8 whatever fails, no budget is exceeded, no answer is of another key, and a lease has one holder")
    void rd8_history_keepsTheRules() {
        try (RedisProcess server = RedisProcess.start("--appendonly", "yes", "--appendfsync", "always")) {
            List<Program> programs = IntStream.range(0, PROGRAMS)
                    .mapToObj(number -> new Program(number, server))
                    .toList();
            sizes.put("b0", SIZE);
            List<CompletableFuture<Boolean>> running = new ArrayList<>();
            programs.forEach(program -> running.add(ConcurrentRunner.begin(program::run)));
            for (int i = 0; i < FAULTS; i++) {
                awaitSuccesses(programs, 20);
                fault(i, server, programs);
                sizes.put("b" + (i + 1), SIZE);
                round = i + 1;
            }
            awaitSuccesses(programs, 50);
            over = true;
            running.forEach(CompletableFuture::join);
            programs.forEach(Program::close);
            assertThat(history.violations(sizes, left(server)))
                    .as("seed %d", seed)
                    .isEmpty();
            assertThat(history.count(Outcome.UNKNOWN)).as("failures").isPositive();
        }
    }

    private void awaitSuccesses(List<Program> programs, int more) {
        List<Integer> before =
                programs.stream().map(program -> program.done.get()).toList();
        assertThat(Await.until(
                        () -> IntStream.range(0, PROGRAMS)
                                .allMatch(i -> programs.get(i).done.get() >= before.get(i) + more),
                        PATIENCE))
                .as("all programs go on, seed %d", seed)
                .isTrue();
    }

    private void fault(int number, RedisProcess server, List<Program> programs) {
        Program one = programs.get(random.nextInt(PROGRAMS));
        switch (number % 3) {
            case 0 -> {
                server.kill();
                awaitFailures();
                server.restart();
            }
            case 1 -> {
                one.network.cutRequests(random.nextInt(500));
                one.network.cutAnswers(random.nextInt(50));
            }
            default -> disconnect(server, one);
        }
    }

    /** Stops the server, or the network of one program. */
    private void disconnect(RedisProcess server, Program one) {
        if (random.nextBoolean()) {
            server.freeze();
            awaitFailures();
            server.thaw();
        } else {
            one.network.mode(FaultProxy.Mode.DROP);
            awaitFailures();
            one.network.mode(FaultProxy.Mode.PASS);
        }
    }

    private void awaitFailures() {
        long before = history.count(Outcome.UNKNOWN);
        assertThat(Await.until(() -> history.count(Outcome.UNKNOWN) > before, PATIENCE))
                .as("the fault is noticed, seed %d", seed)
                .isTrue();
    }

    private Map<String, Long> left(RedisProcess server) {
        Map<String, Long> left = new HashMap<>();
        try (RedisBudgetStore budgets =
                RedisBudgetStore.on(RedisServer.at(server.uri()).withLimit(PATIENCE))) {
            for (String key : sizes.keySet()) {
                BudgetStore.Budget budget = new BudgetStore.Budget(key, SIZE, Duration.ZERO);
                left.put(key, budgets.take(budget, BudgetStore.Amount.of(0)).left());
            }
        }
        return left;
    }
}
