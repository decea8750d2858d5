package dev.plumbline.violations.logs.tools;

/** Logs an exception as it is. */
final class BadLog {
    void run(System.Logger log, RuntimeException thrown) {
        log.log(System.Logger.Level.WARNING, "it failed", thrown);
    }
}
