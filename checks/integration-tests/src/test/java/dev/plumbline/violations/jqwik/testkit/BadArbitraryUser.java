package dev.plumbline.violations.jqwik.testkit;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Draws from an arbitrary outside the laws. */
final class BadArbitraryUser {
    Arbitrary<String> texts() {
        return Arbitraries.strings();
    }
}
