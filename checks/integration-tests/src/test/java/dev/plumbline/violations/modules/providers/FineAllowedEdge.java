package dev.plumbline.violations.modules.providers;

import dev.plumbline.violations.modules.http.FineApiUser;

/** A wire format needs a wire: the edge that is allowed. */
public final class FineAllowedEdge {
    FineApiUser wire() {
        return new FineApiUser();
    }
}
