package dev.plumbline.runtime;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.AiObserver.ExtensionFailure;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.internal.FailureLog;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Combines several observers. An exception of one is logged once and reaches neither the others nor the call. */
final class CompositeAiObserver implements AiObserver {
    private final AiObserver[] observers;
    private final FailureLog failures;

    CompositeAiObserver(List<AiObserver> observers, FailureLog failures) {
        this.observers = observers.toArray(AiObserver[]::new);
        this.failures = failures;
    }

    @Override
    public void onEvent(AiEvent event) {
        for (AiObserver observer : observers) {
            try {
                observer.onEvent(event);
            } catch (Throwable e) {
                failed(observer, event.ids(), event.at(), e);
            }
        }
    }

    @Override
    public void onFailure(ExtensionFailure failure) {
        for (AiObserver observer : observers) {
            try {
                observer.onFailure(failure);
            } catch (Throwable e) {
                failed(observer, failure.ids(), failure.at(), e);
            }
        }
    }

    @Override
    public void onAttributes(CallIds ids, long invocation, Map<String, String> attributes) {
        for (AiObserver observer : observers) {
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
        for (AiObserver observer : observers) {
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

    private void failed(AiObserver observer, CallIds ids, Instant at, Throwable e) {
        failures.onFailure(
                ExtensionFailure.of(ids, at, "observer " + observer.getClass().getName(), e));
    }

    @Override
    public boolean watches(Class<? extends AiEvent> kind) {
        for (AiObserver observer : observers) {
            if (observer.watches(kind)) {
                return true;
            }
        }
        return false;
    }
}
