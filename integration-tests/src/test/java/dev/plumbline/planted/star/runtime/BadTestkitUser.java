package dev.plumbline.planted.star.runtime;

import dev.plumbline.planted.star.testkit.FineTestkitType;

/** Uses the test kit in main code. */
final class BadTestkitUser {
    FineTestkitType prop() {
        return new FineTestkitType();
    }
}
