package dev.plumbline.planted.world.tools;

/** Touches the world. */
final class BadSleep {
    void touch() throws InterruptedException {
        Thread.sleep(1);
    }
}
