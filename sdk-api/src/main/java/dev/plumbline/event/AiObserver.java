package dev.plumbline.event;

/**
 * Telemetry: sees events, never text, and never steers. What it throws is reported once and forgotten; be quick, for it
 * may be called by the thread that works.
 */
@FunctionalInterface
public interface AiObserver {
    /** An observer that looks away. */
    AiObserver NONE = new AiObserver() {
        @Override
        public void onEvent(AiEvent event) {}

        @Override
        public boolean watches(Class<? extends AiEvent> kind) {
            return false;
        }
    };

    /** Something happened. */
    void onEvent(AiEvent event);

    /**
     * Whether events of that kind are looked at now; true unless overridden. {@linkplain AiEvent#isLive Live} events that
     * nobody looks at are not even made, so an observer that needs only what is over does well to say so. Cheap, and asked
     * often. An observer may receive it all the same.
     */
    default boolean watches(Class<? extends AiEvent> kind) {
        return true;
    }
}
