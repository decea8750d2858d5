package dev.plumbline.violations.modules.policies;

import dev.plumbline.violations.modules.tools.FineModuleType;

/** Uses another module. */
public final class BadModuleUser {
    int weight() {
        return new FineModuleType().weight();
    }
}
