package dev.plumbline.planted.cycles.call;

import dev.plumbline.planted.cycles.json.BadHen;

/** Needs one of them, and nobody needs it. */
final class FineGuest {
    BadHen seen() {
        return new BadHen();
    }
}
