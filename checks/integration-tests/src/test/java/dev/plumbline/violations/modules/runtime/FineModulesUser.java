package dev.plumbline.violations.modules.runtime;

import dev.plumbline.violations.modules.policies.BadModuleUser;
import dev.plumbline.violations.modules.tools.FineModuleType;

/** Sees several modules. */
public final class FineModulesUser {
    public int weight() {
        return new FineModuleType().weight() + new BadModuleUser().hashCode();
    }
}
