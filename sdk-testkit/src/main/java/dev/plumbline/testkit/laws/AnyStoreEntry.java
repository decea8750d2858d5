package dev.plumbline.testkit.laws;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import java.time.Instant;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.Combinators;

/** What the laws of response stores are tried on. */
final class AnyStoreEntry {
    private AnyStoreEntry() {}

    /** Keys that often agree in some component; two of the resource names have the same hash. */
    static final class Key implements ArbitrarySupplier<ResponseStore.Key> {
        @Override
        public Arbitrary<ResponseStore.Key> get() {
            Arbitrary<Fingerprint> calls =
                    Arbitraries.of("0", "1").map(digit -> Fingerprint.parse("plb1:" + digit.repeat(64)));
            Arbitrary<Map<String, String>> resources = Arbitraries.maps(
                            Arbitraries.of("Aa", "BB", "plan.dwg"), Arbitraries.of("Aa", "BB"))
                    .ofMaxSize(2);
            return Combinators.combine(
                            Arbitraries.of("", "Aa", "BB", "a/b", "..", "ä"), calls, resources, Arbitraries.of(1, 2))
                    .as(ResponseStore.Key::new)
                    .withoutEdgeCases();
        }
    }

    /** Entries of any JSON and any time. */
    static final class Entry implements ArbitrarySupplier<ResponseStore.Entry> {
        @Override
        public Arbitrary<ResponseStore.Entry> get() {
            Arbitrary<Json> answers = AiArbitraries.json();
            Arbitrary<Instant> times =
                    Arbitraries.longs().between(0, 4_000_000_000_000L).map(Instant::ofEpochMilli);
            return Combinators.combine(answers, times)
                    .as(ResponseStore.Entry::new)
                    .withoutEdgeCases();
        }
    }
}
