package dev.plumbline.event;

/**
 * An observer of telemetry events. Events have no text, and an observer never steers. Its exception is logged once and
 * ignored; it should be quick, because a working thread may call it.
 */
@FunctionalInterface
public interface AiObserver {
    /** An observer that ignores all events. */
    AiObserver NONE = new AiObserver() {
        @Override
        public void onEvent(AiEvent event) {}

        @Override
        public boolean watches(Class<? extends AiEvent> kind) {
            return false;
        }
    };

    /** Receives an event. */
    void onEvent(AiEvent event);

    /**
     * Receives an exception that contributed code has thrown. Does nothing by default. It is no telemetry: it has the
     * exception itself, whose message may hold content, so an observer must not store, export or send it unless the
     * user has agreed.
     */
    default void onFailure(ExtensionFailure failure) {}

    /**
     * Returns whether it observes events of that kind now; true by default. {@linkplain AiEvent#isLive Live} events
     * that no observer watches are not created, so an observer that needs only final events should return false for the
     * others. Must be cheap, as it is called often. An observer may still receive such events.
     */
    default boolean watches(Class<? extends AiEvent> kind) {
        return true;
    }
}
