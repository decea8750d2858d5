package dev.plumbline.planted.cycles.json;

import dev.plumbline.planted.cycles.body.BadEgg;

/** Needs the egg. */
public final class BadHen {
    BadEgg origin() {
        return new BadEgg();
    }
}
