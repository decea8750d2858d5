package dev.plumbline.planted.star.cli;

import dev.plumbline.planted.star.testkit.FineProp;

/** Sees all. */
final class FineDemo {
    FineProp prop() {
        return new FineProp();
    }
}
