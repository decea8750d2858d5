package dev.plumbline.violations.cycles.body;

import dev.plumbline.violations.cycles.json.BadUpperType;

/** Needs the hen. */
public final class BadLowerType {
    BadUpperType hen() {
        return new BadUpperType();
    }
}
