package dev.plumbline.ui;

import dev.plumbline.time.Subscription;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * The program the SDK lives in: its UI thread, and whether it may be edited now. Safe for any number of threads.
 */
public interface HostApplication {

    /** A host of that UI thread, e.g. for JavaFX {@code HostApplication.of(Platform::runLater, Platform::isFxApplicationThread)}. */
    static HostApplication of(Executor uiThread, BooleanSupplier isUiThread) {
        return new HostApplication() {
            @Override
            public void execute(Runnable task) {
                uiThread.execute(task);
            }

            @Override
            public boolean isUiThread() {
                return isUiThread.getAsBoolean();
            }
        };
    }

    /**
     * Swing's event dispatch thread. Nothing may be edited while a modal dialog is open, a menu is down or a mouse button
     * is held. Needs the module {@code java.desktop}.
     */
    static HostApplication swing() {
        return new SwingHostApplication();
    }

    /** Runs it soon on the UI thread; returns at once. */
    void execute(Runnable task);

    /** Whether the caller is on the UI thread. */
    boolean isUiThread();

    /** Whether the document may be edited; asked on the UI thread before each tool, false puts it off. */
    default boolean canEditNow() {
        return true;
    }

    /** Begins whatever {@link #canEditNow} has to watch; called by each runtime, which closes it when it is closed. */
    default Subscription attach() {
        return () -> {};
    }
}
