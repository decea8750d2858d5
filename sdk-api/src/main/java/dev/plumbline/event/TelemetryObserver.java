package dev.plumbline.event;

import dev.plumbline.json.JsonException;
import java.nio.file.FileSystemException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An observer of telemetry events. Events have no text, and an observer never steers. Its exception is logged once and
 * ignored; it should be quick, because a working thread may call it.
 */
@FunctionalInterface
public interface TelemetryObserver {
    /** An observer that ignores all events. */
    TelemetryObserver NONE = new TelemetryObserver() {
        @Override
        public void onEvent(TelemetryEvent event) {}

        @Override
        public boolean watches(Class<? extends TelemetryEvent> kind) {
            return false;
        }
    };

    /** Receives an event. */
    void onEvent(TelemetryEvent event);

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
     * Returns whether it observes events of that kind now; true by default. {@linkplain TelemetryEvent#isLive Live} events
     * that no observer watches are not created, so an observer that needs only final events should return false for the
     * others. Must be cheap, as it is called often. An observer may still receive such events.
     */
    default boolean watches(Class<? extends TelemetryEvent> kind) {
        return true;
    }

    /**
     * An exception that contributed code has thrown: a tool, a policy, a hook, a context source, a view, a plugin. It is for
     * the author of that code and stays in the program: it is no telemetry, because its message may hold content of the
     * conversation.
     *
     * @param ids the call, with empty ids if there was none
     * @param at when it was caught
     * @param extension what has thrown it, such as {@code tool draw_wall} or {@code policy plan-style}
     * @param cause the exception itself
     * @param thread the name of the thread
     */
    record ExtensionFailure(CallIds ids, Instant at, String extension, Throwable cause, String thread) {
        /** Stands for the name of a virtual thread without one. */
        private static final String UNNAMED = "unnamed";

        /** The number of causes that are copied: causes may form a cycle. */
        private static final int MOST_CAUSES = 16;

        /** Checks that nothing is missing. */
        public ExtensionFailure {
            Objects.requireNonNull(ids, "ids");
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(extension, "extension");
            Objects.requireNonNull(cause, "cause");
            Objects.requireNonNull(thread, "thread");
        }

        /** Returns the failure of an extension on the current thread. */
        public static ExtensionFailure of(CallIds ids, Instant at, String extension, Throwable cause) {
            String thread = Thread.currentThread().getName();
            return new ExtensionFailure(ids, at, extension, cause, thread.isEmpty() ? UNNAMED : thread);
        }

        /** Returns a copy of the exception for logs, {@linkplain #withoutMessages(Throwable) without messages}. */
        public Throwable withoutMessages() {
            return withoutMessages(cause);
        }

        /**
         * Returns a copy of an exception for logs: with its class, its stack frames and its causes, and without a message,
         * unless it names only code or files. Stack frames name classes, methods and lines; they hold no content.
         */
        public static Throwable withoutMessages(Throwable thrown) {
            return new Frames(thrown, MOST_CAUSES);
        }

        /** Shows the extension, the class of the exception and the thread, and no message that may hold content. */
        @Override
        public String toString() {
            return extension + " threw " + named(cause) + " on thread " + thread;
        }

        /**
         * Returns the class of an exception, and its message where that names code or files and never content: missing
         * classes and members, failed access to files with path and reason, and broken rules of JSON.
         */
        private static String named(Throwable thrown) {
            boolean namesNoContent = thrown instanceof NoClassDefFoundError
                    || thrown instanceof IncompatibleClassChangeError
                    || thrown instanceof UnsupportedClassVersionError
                    || thrown instanceof ClassNotFoundException
                    || thrown instanceof NoSuchMethodException
                    || thrown instanceof NoSuchFieldException
                    || thrown instanceof FileSystemException
                    || thrown instanceof JsonException;
            String name = thrown.getClass().getName();
            return namesNoContent && thrown.getMessage() != null ? name + ": " + thrown.getMessage() : name;
        }

        /** The class and the stack frames of an exception. */
        @SuppressWarnings("OverrideThrowableToString") // logs print it, and there it stands for the exception itself
        private static final class Frames extends Throwable {
            private static final long serialVersionUID = 1;

            private final String name;

            Frames(Throwable thrown, int causes) {
                this(named(thrown), thrown, causes);
            }

            /** Has the name as its message, too: some libraries for logs print the class and the message. */
            private Frames(String name, Throwable thrown, int causes) {
                super(name, cause(thrown, causes), false, true);
                this.name = name;
                setStackTrace(thrown.getStackTrace());
            }

            private static @Nullable Throwable cause(Throwable thrown, int causes) {
                Throwable cause = thrown.getCause();
                return cause == null || causes == 0 ? null : new Frames(cause, causes - 1);
            }

            @Override
            public String toString() {
                return name;
            }
        }
    }
}
