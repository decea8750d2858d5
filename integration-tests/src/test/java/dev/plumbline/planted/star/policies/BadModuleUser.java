package dev.plumbline.planted.star.policies;

import dev.plumbline.planted.star.tools.FineModuleType;

/** Uses another module. */
public final class BadModuleUser {
    int weight() {
        return new FineModuleType().weight();
    }
}
