package dev.plumbline.planted.star.runtime;

import dev.plumbline.planted.star.policies.BadModuleUser;
import dev.plumbline.planted.star.tools.FineModuleType;

/** Sees several modules. */
public final class FineModulesUser {
    public int weight() {
        return new FineModuleType().weight() + new BadModuleUser().hashCode();
    }
}
