package dev.plumbline.planted.layers.tool;

import dev.plumbline.planted.layers.provider.FineDoor;
import java.util.List;

/** Reaches sideways, by an annotation of a parameter type alone. */
final class BadHand {
    void open(List<? extends FineDoor> siblings) {}
}
