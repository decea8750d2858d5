package dev.plumbline.violations.apipackages.json;

import dev.plumbline.violations.apipackages.policy.FineIndependent;

/** Looks up. */
public final class BadUpwardUser {
    static int height() {
        return new FineIndependent().height();
    }
}
