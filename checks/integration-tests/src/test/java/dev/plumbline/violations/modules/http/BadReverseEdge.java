package dev.plumbline.violations.modules.http;

import dev.plumbline.violations.modules.providers.FineAllowedEdge;

/** The edge, walked the other way. */
final class BadReverseEdge {
    Object format() {
        return new FineAllowedEdge();
    }
}
