package dev.plumbline.violations.failsafe.policies;

import dev.failsafe.RetryPolicy;

/** One of two. */
final class BadSecondFailsafeUser {
    Object policy() {
        return RetryPolicy.ofDefaults();
    }
}
