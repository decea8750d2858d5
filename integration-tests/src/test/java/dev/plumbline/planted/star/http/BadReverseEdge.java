package dev.plumbline.planted.star.http;

import dev.plumbline.planted.star.providers.FineAllowedEdge;

/** The edge, walked the other way. */
final class BadReverseEdge {
    Object format() {
        return new FineAllowedEdge();
    }
}
