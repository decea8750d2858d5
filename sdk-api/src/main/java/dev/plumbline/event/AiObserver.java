package dev.plumbline.event;

import java.util.Map;

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
     * Receives content of a call that is running, redacted, if the host has switched that on; nothing by default. It may
     * become attributes of the call's span, and nothing else.
     *
     * @param content JSON texts by the names of OpenTelemetry's conventions for generative AI, e.g. {@code
     *     gen_ai.input.messages}
     */
    default void onContent(CallIds ids, Map<String, String> content) {}

    /**
     * Returns the headers by which a request to a provider, or one that a tool makes, becomes part of the observer's
     * trace: {@code traceparent} of W3C Trace Context. None by default. Called for each of them, on its thread.
     *
     * @param ids the ids of the call, or of the round of a tool
     * @param invocation the number of the tool's invocation in its events; 0 for a call
     */
    default Map<String, String> traceHeaders(CallIds ids, long invocation) {
        return Map.of();
    }

    /**
     * Returns whether it observes events of that kind now; true by default. {@linkplain AiEvent#isLive Live} events
     * that no observer watches are not created, so an observer that needs only final events should return false for the
     * others. Must be cheap, as it is called often. An observer may still receive such events.
     */
    default boolean watches(Class<? extends AiEvent> kind) {
        return true;
    }
}
