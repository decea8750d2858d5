package dev.plumbline.planted.star.runtime;

import dev.plumbline.planted.star.testkit.FineProp;

/** Carries a thing of tests into the house. */
final class BadProp {
    FineProp prop() {
        return new FineProp();
    }
}
