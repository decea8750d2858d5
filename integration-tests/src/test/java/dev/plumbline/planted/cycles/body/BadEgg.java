package dev.plumbline.planted.cycles.body;

import dev.plumbline.planted.cycles.json.BadHen;

/** Needs the hen. */
public final class BadEgg {
    BadHen hen() {
        return new BadHen();
    }
}
