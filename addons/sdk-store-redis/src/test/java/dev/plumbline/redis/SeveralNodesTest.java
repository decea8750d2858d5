package dev.plumbline.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.ResponseStore.Selection;
import dev.plumbline.testkit.Await;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Sentinels that change the primary, and a cluster whose slots move. */
@Tag("external")
class SeveralNodesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int SLOTS = 16_384;
    private static final BudgetStore.Budget BUDGET = new BudgetStore.Budget("calls", 10, Duration.ZERO);

    private static void await(String what, BooleanSupplier condition) {
        assertThat(Await.until(condition, PATIENCE)).as(what).isTrue();
    }

    private static boolean isDone(Runnable operation) {
        try {
            operation.run();
            return true;
        } catch (UncheckedIOException away) {
            return false;
        }
    }

    @Test
    @DisplayName("RD7 after a failover the stores use the new primary, which has what was stored")
    void rd7_failover() {
        try (RedisProcess first = RedisProcess.start();
                RedisProcess second = RedisProcess.start("--replicaof", "127.0.0.1 " + first.port())) {
            await("replication", () -> second.text("INFO", "replication").contains("master_link_status:up"));
            try (RedisProcess sentinel = RedisProcess.sentinel(
                            "sentinel monitor main 127.0.0.1 " + first.port() + " 1",
                            "sentinel down-after-milliseconds main 3000",
                            "sentinel failover-timeout main 2000");
                    RedisResponseStore store = RedisResponseStore.on(main(sentinel));
                    RedisBudgetStore budgets = RedisBudgetStore.on(main(sentinel))) {
                await(
                        "the replica is known",
                        () -> ((List<?>) sentinel.command("SENTINEL", "REPLICAS", "main")).size() == 1);
                await("stored", () -> isDone(() -> store.put(Answers.key(1), Answers.entry("a"))));
                await("taken", () -> isDone(() -> budgets.take(BUDGET, BudgetStore.Amount.of(4))));
                await("replicated", () -> second.command("DBSIZE").equals(first.command("DBSIZE")));
                first.kill();
                await("a new primary", () -> isDone(() -> store.put(Answers.key(2), Answers.entry("b"))));
                assertThat(second.text("INFO", "replication")).contains("role:master");
                await(
                        "found",
                        () -> isDone(
                                () -> assertThat(store.find(Answers.key(1))).contains(Answers.entry("a"))));
                await(
                        "looked",
                        () -> isDone(() -> assertThat(budgets.take(BUDGET, BudgetStore.Amount.of(0))
                                        .left())
                                .isLessThanOrEqualTo(6)));
            }
        }
    }

    private static RedisServer main(RedisProcess sentinel) {
        return RedisServer.at(address(sentinel, "main")).withLimit(Duration.ofSeconds(5));
    }

    private static String address(RedisProcess sentinel, String name) {
        return "redis+sentinel://127.0.0.1:" + sentinel.port() + "/" + name;
    }

    @Test
    @DisplayName("RD7 a primary that no Sentinel knows, and Sentinels that are away, are named")
    void rd7_unknownPrimary() {
        try (RedisProcess sentinel = RedisProcess.sentinel("sentinel monitor main 127.0.0.1 6379 1");
                RedisResponseStore store = RedisResponseStore.on(
                        RedisServer.at(address(sentinel, "other")).withLimit(PATIENCE))) {
            assertThatThrownBy(() -> store.find(Answers.key(1)))
                    .hasMessageContaining("no Sentinel knows the primary other");
            sentinel.kill();
            assertThatThrownBy(() -> store.find(Answers.key(1))).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    @DisplayName("RD7 in a cluster each operation is in one slot, and follows slots that move")
    void rd7_cluster() {
        try (RedisProcess one = RedisProcess.start("--cluster-enabled", "yes");
                RedisProcess two = RedisProcess.start("--cluster-enabled", "yes");
                RedisProcess three = RedisProcess.start("--cluster-enabled", "yes")) {
            join(List.of(one, two, three));
            String uri = "redis+cluster://127.0.0.1:" + two.port();
            try (RedisResponseStore store =
                            RedisResponseStore.on(RedisServer.at(uri).withLimit(PATIENCE));
                    RedisBudgetStore budgets =
                            RedisBudgetStore.on(RedisServer.at(uri).withLimit(PATIENCE))) {
                IntStream.range(0, 60).forEach(i -> store.put(Answers.key(i), Answers.entry("a", "plan")));
                assertThat(IntStream.range(0, 60)
                                .allMatch(i -> store.find(Answers.key(i)).isPresent()))
                        .isTrue();
                for (RedisProcess node : List.of(one, two, three)) {
                    assertThat((Long) node.command("DBSIZE")).isPositive();
                }
                assertThat(store.invalidate(Selection.ofTag("plan"))).isEqualTo(60);
                IntStream.range(0, 20)
                        .mapToObj(i -> new BudgetStore.Budget("b" + i, 1, Duration.ZERO))
                        .forEach(b -> assertThat(budgets.take(b, BudgetStore.Amount.of(1))
                                        .isGranted())
                                .isTrue());
                movedSlot(store, List.of(one, two, three));
            }
        }
    }

    /** Moves the slot of a key, which has no data: while it moves, and then. */
    private static void movedSlot(RedisResponseStore store, List<RedisProcess> nodes) {
        store.invalidate(Selection.all());
        ResponseStore.Key key = Answers.key(7);
        AnswerKeys keys = new AnswerKeys(KeyPrefix.USUAL, "");
        int slot = JedisClusterCRC16.getSlot(keys.answer(keys.name(key)));
        RedisProcess from = nodes.get(owner(slot));
        RedisProcess to = nodes.get((owner(slot) + 1) % nodes.size());
        empty(from, slot);
        to.command("CLUSTER", "SETSLOT", String.valueOf(slot), "IMPORTING", from.text("CLUSTER", "MYID"));
        from.command("CLUSTER", "SETSLOT", String.valueOf(slot), "MIGRATING", to.text("CLUSTER", "MYID"));
        to.command("SCRIPT", "FLUSH");
        assertThat(store.find(key)).isEmpty();
        assertThat(store.lease(key, "", PATIENCE, Cancellation.create()).state())
                .isEqualTo(ResponseStore.Lease.State.HELD);
        assertThatThrownBy(() -> store.put(key, Answers.entry("moves"))).hasMessageContaining("try again");
        String owner = to.text("CLUSTER", "MYID");
        to.command("CLUSTER", "SETSLOT", String.valueOf(slot), "NODE", owner);
        nodes.forEach(node -> node.command("CLUSTER", "SETSLOT", String.valueOf(slot), "NODE", owner));
        assertThat(store.lease(key, "", PATIENCE, Cancellation.create()).state())
                .isEqualTo(ResponseStore.Lease.State.BUSY);
        store.put(key, Answers.entry("moved"));
        assertThat(store.find(key)).contains(Answers.entry("moved"));
    }

    private static void empty(RedisProcess node, int slot) {
        for (Object key : (List<?>) node.command("CLUSTER", "GETKEYSINSLOT", String.valueOf(slot), "1000")) {
            node.command("DEL", new String((byte[]) key, StandardCharsets.UTF_8));
        }
    }

    private static int owner(int slot) {
        return Math.min(2, slot / (SLOTS / 3));
    }

    /**
     * Makes a cluster. Each node gets an epoch of its own, as by {@code redis-cli --cluster create}: nodes that begin with
     * the same one settle that later, and the loser may claim a slot again that has just moved, with its keys.
     */
    private static void join(List<RedisProcess> nodes) {
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i).command("CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(i + 1));
        }
        for (int i = 0; i < nodes.size(); i++) {
            int last = i == 2 ? SLOTS - 1 : (i + 1) * (SLOTS / 3) - 1;
            nodes.get(i).command("CLUSTER", "ADDSLOTSRANGE", String.valueOf(i * (SLOTS / 3)), String.valueOf(last));
            nodes.get(i).command("CONFIG", "SET", "cluster-require-full-coverage", "no");
            nodes.get(0)
                    .command(
                            "CLUSTER",
                            "MEET",
                            RedisProcess.HOST,
                            String.valueOf(nodes.get(i).port()));
        }
        await(
                "the cluster is one",
                () -> nodes.stream()
                        .allMatch(node -> node.text("CLUSTER", "INFO").contains("cluster_known_nodes:3")
                                && node.text("CLUSTER", "INFO").contains("cluster_slots_ok:16384")
                                && node.text("CLUSTER", "INFO").contains("cluster_state:ok")));
    }
}
