package dev.plumbline.violations.environment.tools;

/** Touches the world. */
final class BadTimedWait {
    synchronized void touch() throws InterruptedException {
        while (hashCode() == 0) {
            wait(1);
        }
    }
}
