package dev.plumbline.violations.modules.runtime;

import dev.plumbline.violations.modules.testkit.FineTestkitType;

/** Uses the test kit in main code. */
final class BadTestkitUser {
    FineTestkitType prop() {
        return new FineTestkitType();
    }
}
