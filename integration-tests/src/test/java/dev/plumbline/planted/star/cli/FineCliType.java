package dev.plumbline.planted.star.cli;

import dev.plumbline.planted.star.testkit.FineTestkitType;

/** Sees all. */
final class FineCliType {
    FineTestkitType prop() {
        return new FineTestkitType();
    }
}
