package dev.plumbline.planted.failsafe.policies;

import dev.failsafe.RetryPolicy;

/** One of two. */
final class BadDoor {
    Object policy() {
        return RetryPolicy.ofDefaults();
    }
}
