package dev.plumbline.violations.failsafe.policies;

import dev.failsafe.RetryPolicy;

/** One of two. */
final class BadFailsafeUser {
    Object policy() {
        return RetryPolicy.ofDefaults();
    }
}
