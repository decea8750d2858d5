package dev.plumbline.testkit;

import dev.plumbline.extend.ResponseStore;
import dev.plumbline.json.Json;
import java.time.Instant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.Combinators;

/** Entries of any JSON and any time. */
final class AnyStoreEntry implements ArbitrarySupplier<ResponseStore.Entry> {
    @Override
    public Arbitrary<ResponseStore.Entry> get() {
        Arbitrary<Json> answers = AiArbitraries.json();
        Arbitrary<Instant> times =
                Arbitraries.longs().between(0, 4_000_000_000_000L).map(Instant::ofEpochMilli);
        return Combinators.combine(answers, times).as(ResponseStore.Entry::new).withoutEdgeCases();
    }
}
