package dev.plumbline.violations.environment.tools;

/** Touches the world. */
final class BadSleep {
    void touch() throws InterruptedException {
        Thread.sleep(1);
    }
}
