package dev.plumbline.violations.jqwik.testkit.laws;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Draws where it may. */
final class FineArbitraryUser {
    Arbitrary<String> texts() {
        return Arbitraries.strings();
    }
}
