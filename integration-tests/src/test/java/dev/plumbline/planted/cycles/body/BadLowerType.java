package dev.plumbline.planted.cycles.body;

import dev.plumbline.planted.cycles.json.BadUpperType;

/** Needs the hen. */
public final class BadLowerType {
    BadUpperType hen() {
        return new BadUpperType();
    }
}
