package dev.plumbline.policies;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import java.time.Instant;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** The cache in memory under every interleaving of its methods that Lincheck tries. Needs {@code -Plincheck}. */
public class InMemoryCacheModelTest {
    private static final ResponseStore.Key ONE = key("a");
    private static final ResponseStore.Key OTHER = key("b");
    private static final ResponseStore.Entry FIRST = new ResponseStore.Entry(Json.of(1), Instant.EPOCH);
    private static final ResponseStore.Entry SECOND = new ResponseStore.Entry(Json.of(2), Instant.EPOCH);

    private final ResponseStore store = ResponseStore.inMemory(100);

    private static ResponseStore.Key key(String namespace) {
        return new ResponseStore.Key(namespace, Fingerprint.parse("plb1:" + "0".repeat(64)), Map.of(), 1);
    }

    private int find(ResponseStore.Key key) {
        return store.find(key).map(entry -> entry == FIRST ? 1 : 2).orElse(0);
    }

    @Operation
    public void storeOne() {
        store.put(ONE, FIRST);
    }

    @Operation
    public void storeTwo() {
        store.put(ONE, SECOND);
    }

    @Operation
    public int findIt() {
        return find(ONE);
    }

    @Operation
    public int findAnother() {
        return find(OTHER);
    }

    @Operation
    public boolean forget() {
        return store.remove(ONE);
    }

    @Test
    void store_isLinearizable() {
        new ModelCheckingOptions()
                .iterations(10)
                .invocationsPerIteration(100)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(1)
                .actorsAfter(1)
                .check(InMemoryCacheModelTest.class);
    }
}
