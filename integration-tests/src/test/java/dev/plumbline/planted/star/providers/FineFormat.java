package dev.plumbline.planted.star.providers;

import dev.plumbline.planted.star.http.FineWire;

/** A wire format needs a wire: the edge that is allowed. */
public final class FineFormat {
    FineWire wire() {
        return new FineWire();
    }
}
