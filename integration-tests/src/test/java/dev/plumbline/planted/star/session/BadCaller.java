package dev.plumbline.planted.star.session;

import dev.plumbline.planted.star.runtime.FineWiring;

/** A room that knows the house. */
final class BadCaller {
    int weight() {
        return new FineWiring().weight();
    }
}
