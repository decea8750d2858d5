package dev.plumbline.violations.apipackages.extend;

import dev.plumbline.violations.apipackages.provider.FineSibling;

/** Looks down. */
final class FineDownwardUser {
    FineSibling sibling() {
        return new FineSibling();
    }
}
