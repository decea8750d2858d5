package dev.plumbline.planted.cycles.json;

import dev.plumbline.planted.cycles.body.BadLowerType;

/** Needs the egg. */
public final class BadUpperType {
    BadLowerType origin() {
        return new BadLowerType();
    }
}
