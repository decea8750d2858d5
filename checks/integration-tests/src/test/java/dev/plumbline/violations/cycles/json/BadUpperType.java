package dev.plumbline.violations.cycles.json;

import dev.plumbline.violations.cycles.body.BadLowerType;

/** Needs the egg. */
public final class BadUpperType {
    BadLowerType origin() {
        return new BadLowerType();
    }
}
