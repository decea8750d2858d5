package dev.plumbline.planted.layers.extend;

import dev.plumbline.planted.layers.provider.FineDoor;

/** Looks down. */
final class FineView {
    FineDoor sibling() {
        return new FineDoor();
    }
}
