package dev.plumbline.violations.modules.cli;

import dev.plumbline.violations.modules.testkit.FineTestkitType;

/** Sees all. */
final class FineCliType {
    FineTestkitType prop() {
        return new FineTestkitType();
    }
}
