package dev.plumbline.event;

/**
 * Telemetry: sees events, never text, and never steers. What it throws is reported once and forgotten; be quick, for it
 * may be called by the thread that works.
 */
@FunctionalInterface
public interface AiObserver {
    /** An observer that looks away. */
    AiObserver NONE = event -> {};

    /** Something happened. */
    void onEvent(AiEvent event);
}
