package dev.plumbline.planted.star.runtime;

import dev.plumbline.planted.star.policies.BadBorrower;
import dev.plumbline.planted.star.tools.FineHammer;

/** Sees several modules. */
public final class FineWiring {
    public int weight() {
        return new FineHammer().weight() + new BadBorrower().hashCode();
    }
}
