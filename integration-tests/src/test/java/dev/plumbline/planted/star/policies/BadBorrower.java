package dev.plumbline.planted.star.policies;

import dev.plumbline.planted.star.tools.FineHammer;

/** Takes from the next room. */
public final class BadBorrower {
    int weight() {
        return new FineHammer().weight();
    }
}
