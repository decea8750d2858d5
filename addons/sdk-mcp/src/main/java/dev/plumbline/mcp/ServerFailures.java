package dev.plumbline.mcp;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.internal.FailureLog;
import dev.plumbline.time.Scheduler;

/**
 * Logs what the code of the host throws, because calls of agents belong to no session of the runtime. A client reads the
 * class of an exception; whoever develops the host reads where it was thrown.
 *
 * @param log receives each failure
 * @param time the clock
 */
record ServerFailures(TelemetryObserver log, Scheduler time) {
    static ServerFailures of(Scheduler time) {
        return new ServerFailures(FailureLog.of(System.Logger.Level.WARNING), time);
    }

    void threw(OpenCall call, Throwable cause) {
        CallIds ids = new CallIds(call.peer().memory().id(), call.id(), 1, "");
        log.onFailure(TelemetryObserver.ExtensionFailure.of(
                ids, time.instant(), call.request().method(), cause));
    }
}
