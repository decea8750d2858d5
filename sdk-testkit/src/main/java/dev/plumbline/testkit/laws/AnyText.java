package dev.plumbline.testkit.laws;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;

/** What people and models say. */
final class AnyText implements ArbitrarySupplier<String> {
    @Override
    public Arbitrary<String> get() {
        return AiArbitraries.texts();
    }
}
