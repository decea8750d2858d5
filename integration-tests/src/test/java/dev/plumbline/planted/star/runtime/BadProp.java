package dev.plumbline.planted.star.runtime;

import dev.plumbline.planted.star.testkit.FineProp;

/** Uses the test kit in main code. */
final class BadProp {
    FineProp prop() {
        return new FineProp();
    }
}
