package dev.plumbline.planted.cycles.call;

import dev.plumbline.planted.cycles.json.BadUpperType;

/** Needs one of them, and nobody needs it. */
final class FineDependent {
    BadUpperType seen() {
        return new BadUpperType();
    }
}
