package dev.plumbline.violations.logs.tools;

import dev.plumbline.event.TelemetryObserver.ExtensionFailure;

/** Logs the class and the frames of an exception. */
final class FineLog {
    void run(System.Logger log, RuntimeException thrown) {
        log.log(System.Logger.Level.WARNING, "it failed", ExtensionFailure.withoutMessages(thrown));
    }
}
