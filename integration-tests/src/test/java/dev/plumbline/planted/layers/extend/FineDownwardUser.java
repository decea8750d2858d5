package dev.plumbline.planted.layers.extend;

import dev.plumbline.planted.layers.provider.FineSibling;

/** Looks down. */
final class FineDownwardUser {
    FineSibling sibling() {
        return new FineSibling();
    }
}
