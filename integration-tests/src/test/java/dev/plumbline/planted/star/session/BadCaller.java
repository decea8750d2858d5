package dev.plumbline.planted.star.session;

import dev.plumbline.planted.star.runtime.FineWiring;

/** A module that sees the runtime. */
final class BadCaller {
    int weight() {
        return new FineWiring().weight();
    }
}
