package dev.plumbline.planted.star.providers;

import dev.plumbline.planted.star.http.FineApiUser;

/** A wire format needs a wire: the edge that is allowed. */
public final class FineAllowedEdge {
    FineApiUser wire() {
        return new FineApiUser();
    }
}
