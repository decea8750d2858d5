package dev.plumbline.event.internal;

import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs each {@link ExtensionFailure} once: what has thrown, the class of the exception, its stack frames, thread and
 * ids, and never a message. A failure with the same extension, class and first frame is the same one. Errors of a
 * program that no exception caused, and the reasons of hooks that stop, are logged once, too. The logger is {@value #LOGGER}. As an observer of a tool
 * executor it logs what tools throw. Thread-safe.
 */
public final class FailureLog implements TelemetryObserver {
    /** The name of the logger. */
    public static final String LOGGER = "dev.plumbline.failures";

    /** The number of failures that are remembered; then it starts over. */
    private static final int REMEMBERED = 1_000;

    private final Level level;
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    private FailureLog(Level level) {
        this.level = level;
    }

    /** Returns a log that writes at that level; with {@code OFF} it writes nothing. */
    public static FailureLog of(Level level) {
        return new FailureLog(level);
    }

    /** Ignores events. */
    @Override
    public void onEvent(TelemetryEvent event) {}

    /** Returns false: it needs no events. */
    @Override
    public boolean watches(Class<? extends TelemetryEvent> kind) {
        return false;
    }

    /** Logs a failure, unless it was logged before. */
    @Override
    public void onFailure(ExtensionFailure failure) {
        if (isNew(key(failure))) {
            System.getLogger(LOGGER).log(level, text(failure), failure.withoutMessages());
        }
    }

    /**
     * Logs an INTERNAL or EXTENSION error with its message for developers, and that of a hook that stopped with its
     * reason, unless it was logged before; an error that an exception caused is left to {@link #onFailure}, and so are
     * other errors to the program.
     *
     * @param ids the turn that it ended
     */
    public void onError(CallIds ids, AiError error) {
        String text = isRefusal(error) ? error + ": " + error.details().get(AiError.REASON) : error.toString();
        boolean own = error.category() == AiError.Category.INTERNAL || error.category() == AiError.Category.EXTENSION;
        if ((own || isRefusal(error)) && error.causeClass().isEmpty() && isNew(text)) {
            System.getLogger(LOGGER).log(level, text + where(ids) + "; repeats are not logged");
        }
    }

    /** Returns whether a developer's code refused and said why. */
    private static boolean isRefusal(AiError error) {
        return error.category() == AiError.Category.POLICY_DENIED
                && error.extensionId().isPresent()
                && error.details().containsKey(AiError.REASON);
    }

    private boolean isNew(String key) {
        if (logged.size() >= REMEMBERED) {
            logged.clear();
        }
        return level != Level.OFF && logged.add(key);
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
        return failure + where(failure.ids())
                + "; a message that may hold content is not logged, and neither are repeats";
    }

    private static String where(CallIds ids) {
        return ids.session().isEmpty()
                ? ""
                : " (session " + ids.session()
                        + (ids.turn().isEmpty() ? "" : ", turn " + ids.turn() + ", round " + ids.round()) + ")";
    }
}
