package dev.plumbline.runtime;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import java.lang.System.Logger;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Several observers as one: what one of them throws is reported once and reaches neither the others nor the call. */
final class IsolatedObservers implements AiObserver {
    private final AiObserver[] observers;
    private final Set<AiObserver> reported = ConcurrentHashMap.newKeySet();

    IsolatedObservers(List<AiObserver> observers) {
        this.observers = observers.toArray(AiObserver[]::new);
    }

    @Override
    public void onEvent(AiEvent event) {
        for (AiObserver observer : observers) {
            send(observer, event);
        }
    }

    private void send(AiObserver observer, AiEvent event) {
        try {
            observer.onEvent(event);
        } catch (Throwable e) {
            report(observer, e);
        }
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

    private void report(AiObserver observer, Throwable e) {
        if (reported.add(observer)) {
            System.getLogger("dev.plumbline.runtime")
                    .log(
                            Logger.Level.WARNING,
                            "telemetry " + observer.getClass().getName() + " threw "
                                    + e.getClass().getName() + "; it is skipped for that event, and this is said once");
        }
    }
}
