package dev.plumbline.planted.star.session;

import dev.plumbline.planted.star.runtime.FineModulesUser;

/** A module that sees the runtime. */
final class BadRuntimeUser {
    int weight() {
        return new FineModulesUser().weight();
    }
}
