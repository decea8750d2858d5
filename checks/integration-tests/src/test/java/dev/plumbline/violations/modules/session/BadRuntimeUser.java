package dev.plumbline.violations.modules.session;

import dev.plumbline.violations.modules.runtime.FineModulesUser;

/** A module that sees the runtime. */
final class BadRuntimeUser {
    int weight() {
        return new FineModulesUser().weight();
    }
}
