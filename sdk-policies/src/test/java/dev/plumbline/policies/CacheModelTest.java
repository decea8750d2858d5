package dev.plumbline.policies;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.extend.ResponseStore;
import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** The cache in memory under every interleaving of its doors that Lincheck tries. Needs {@code -Plincheck}. */
public class CacheModelTest {
    private final InMemoryResponseStore store = InMemoryResponseStore.ofEntries(100);

    private static ResponseStore.Key key(String namespace) {
        return new ResponseStore.Key(namespace, Fingerprint.parse("plb1:" + "0".repeat(64)), Map.of(), 1);
    }

    private void store(String namespace, int answer) {
        store.store(key(namespace), new ResponseStore.Entry(Json.of(answer), Instant.EPOCH));
    }

    private int find(String namespace) {
        return store.find(key(namespace)).map(entry -> entry.answer().asInt()).orElse(0);
    }

    @Operation
    public void storeOne() {
        store("a", 1);
    }

    @Operation
    public void storeTwo() {
        store("a", 2);
    }

    @Operation
    public int findIt() {
        return find("a");
    }

    @Operation
    public int findAnother() {
        return find("b");
    }

    @Operation
    public long forget() {
        return store.invalidate(key("a")::equals);
    }

    @Test
    void store_isLinearizable() {
        new ModelCheckingOptions()
                .iterations(10)
                .invocationsPerIteration(100)
                .threads(2)
                .actorsPerThread(2)
                .check(CacheModelTest.class);
    }
}
