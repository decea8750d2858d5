package dev.plumbline.event;

import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Logs each {@link ExtensionFailure} once: what has thrown, the class of the exception, its stack frames, thread and
 * ids, and never a message. A failure with the same extension, class and first frame is the same one. The logger is
 * {@value #LOGGER}. Thread-safe.
 */
public final class FailureLog {
    /** The name of the logger. */
    public static final String LOGGER = "dev.plumbline.failures";

    private static final int REMEMBERED = 1_000;

    private final Level level;
    private final Map<String, Boolean> logged = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    });

    private FailureLog(Level level) {
        this.level = level;
    }

    /** Returns a log that writes at that level; with {@code OFF} it writes nothing. */
    public static FailureLog of(Level level) {
        return new FailureLog(level);
    }

    /** Logs a failure, unless it was logged before. */
    public void log(ExtensionFailure failure) {
        if (level != Level.OFF && logged.put(key(failure), true) == null) {
            System.getLogger(LOGGER).log(level, text(failure), failure.withoutMessages());
        }
    }

    private static String key(ExtensionFailure failure) {
        StackTraceElement[] frames = failure.cause().getStackTrace();
        return failure.extension()
                + ' '
                + failure.cause().getClass().getName()
                + ' '
                + (frames.length == 0 ? "" : frames[0]);
    }

    private static String text(ExtensionFailure failure) {
        CallIds ids = failure.ids();
        String where = ids.session().isEmpty()
                ? ""
                : " (session " + ids.session()
                        + (ids.turn().isEmpty() ? "" : ", turn " + ids.turn() + ", round " + ids.round()) + ")";
        return failure + where + "; its message is not logged, and neither are repeats";
    }
}
