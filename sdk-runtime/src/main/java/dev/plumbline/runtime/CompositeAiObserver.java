package dev.plumbline.runtime;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.event.internal.FailureLog;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Combines several observers. An exception of one is logged once and reaches neither the others nor the call. */
final class CompositeAiObserver implements TelemetryObserver {
    private final TelemetryObserver[] observers;
    private final FailureLog failures;

    CompositeAiObserver(List<TelemetryObserver> observers, FailureLog failures) {
        this.observers = observers.toArray(TelemetryObserver[]::new);
        this.failures = failures;
    }

    @Override
    public void onEvent(TelemetryEvent event) {
        for (TelemetryObserver observer : observers) {
            try {
                observer.onEvent(event);
            } catch (Throwable e) {
                failed(observer, event.ids(), event.at(), e);
            }
        }
    }

    @Override
    public void onFailure(ExtensionFailure failure) {
        for (TelemetryObserver observer : observers) {
            try {
                observer.onFailure(failure);
            } catch (Throwable e) {
                failed(observer, failure.ids(), failure.at(), e);
            }
        }
    }

    @Override
    public void onAttributes(CallIds ids, long invocation, Map<String, String> attributes) {
        for (TelemetryObserver observer : observers) {
            try {
                observer.onAttributes(ids, invocation, attributes);
            } catch (RuntimeException isolated) {
                // its message may hold content; the observer reports itself with its events
            }
        }
    }

    /** Returns the headers of the first observer that has any. */
    @Override
    public Map<String, String> traceHeaders(CallIds ids, long invocation) {
        for (TelemetryObserver observer : observers) {
            try {
                Map<String, String> headers = observer.traceHeaders(ids, invocation);
                if (!headers.isEmpty()) {
                    return headers;
                }
            } catch (RuntimeException isolated) {
                // the request goes out without the header; the observer reports itself with its events
            }
        }
        return Map.of();
    }

    private void failed(TelemetryObserver observer, CallIds ids, Instant at, Throwable e) {
        failures.onFailure(
                ExtensionFailure.of(ids, at, "observer " + observer.getClass().getName(), e));
    }

    @Override
    public boolean watches(Class<? extends TelemetryEvent> kind) {
        for (TelemetryObserver observer : observers) {
            if (observer.watches(kind)) {
                return true;
            }
        }
        return false;
    }
}
