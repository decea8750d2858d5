package dev.plumbline.violations.cycles.call;

import dev.plumbline.violations.cycles.json.BadUpperType;

/** Needs one of them, and nobody needs it. */
final class FineDependent {
    BadUpperType seen() {
        return new BadUpperType();
    }
}
