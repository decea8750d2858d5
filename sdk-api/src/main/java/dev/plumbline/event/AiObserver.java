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
     * Receives attributes of the span of a call or tool that is running, and does nothing with them by default. They
     * may become attributes of that span, and nothing else. Content is among them, redacted, if the host has switched
     * that on.
     *
     * @param ids the ids of the call, or of the round of a tool
     * @param invocation the number of the tool's invocation in its events; 0 for a call
     * @param attributes values by the names of OpenTelemetry's conventions, e.g. {@code mcp.method.name}
     */
    default void onAttributes(CallIds ids, long invocation, Map<String, String> attributes) {}

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
