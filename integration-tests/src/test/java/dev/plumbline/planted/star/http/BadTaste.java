package dev.plumbline.planted.star.http;

import dev.plumbline.planted.star.providers.FineFormat;

/** The edge, walked the other way. */
final class BadTaste {
    Object format() {
        return new FineFormat();
    }
}
