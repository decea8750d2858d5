package dev.plumbline.planted.world.tools;

/** Touches the world. */
final class BadTimedWait {
    synchronized void touch() throws InterruptedException {
        while (hashCode() == 0) {
            wait(1);
        }
    }
}
