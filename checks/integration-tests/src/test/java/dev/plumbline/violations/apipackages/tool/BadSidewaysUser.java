package dev.plumbline.violations.apipackages.tool;

import dev.plumbline.violations.apipackages.provider.FineSibling;
import java.util.List;

/** Reaches sideways, by an annotation of a parameter type alone. */
final class BadSidewaysUser {
    void open(List<? extends FineSibling> siblings) {}
}
