package dev.plumbline.planted.star.policies;

import dev.plumbline.planted.star.tools.FineHammer;

/** Uses another module. */
public final class BadBorrower {
    int weight() {
        return new FineHammer().weight();
    }
}
