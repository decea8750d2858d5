package dev.plumbline.planted.layers.tool;

import dev.plumbline.planted.layers.provider.FineSibling;
import java.util.List;

/** Reaches sideways, by an annotation of a parameter type alone. */
final class BadSidewaysUser {
    void open(List<? extends FineSibling> siblings) {}
}
