package dev.plumbline.ui;

import dev.plumbline.time.Subscription;
import java.awt.Window;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * The program that embeds the SDK: its UI thread, and whether its document may be edited now. Thread-safe.
 */
public interface HostApplication {

    /**
     * Returns a host of that UI thread, e.g. for JavaFX {@code HostApplication.of(Platform::runLater,
     * Platform::isFxApplicationThread)}.
     */
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
     * Returns a host for Swing's event dispatch thread. Editing is not allowed while a modal dialog is open, a menu is
     * down or a mouse button is held. Needs the module {@code java.desktop}.
     */
    static HostApplication swing() {
        return new SwingHostApplication();
    }

    /** Runs the task soon on the UI thread; returns at once. */
    void execute(Runnable task);

    /** Returns whether the caller is on the UI thread. */
    boolean isUiThread();

    /** Returns whether the document may be edited; called on the UI thread before each tool, false defers the tool. */
    default boolean canEditNow() {
        return true;
    }

    /**
     * Returns what keeps the program from running tools for an unknown time, e.g. {@code the dialog "Save"}; empty if
     * nothing does. A server answers the calls of agents with it at once, instead of letting them wait. Called on any
     * thread; must return at once.
     */
    default Optional<String> busyWith() {
        return Optional.empty();
    }

    /**
     * Returns the language in which people are asked, and in which they read what happens to calls; by default that of the
     * JVM for user interfaces. A session can have another one: {@code SessionOptions.locale}.
     */
    default Locale locale() {
        return Locale.getDefault(Locale.Category.DISPLAY);
    }

    /** Returns the words of the program in its language, which replace those of the SDK; empty by default. */
    default Optional<ResourceBundle> words() {
        return Optional.empty();
    }

    /** Returns this program with another language: English, German or French, or one for which it brings the words. */
    default HostApplication withLocale(Locale language) {
        return new HostLanguage(this, language, words());
    }

    /**
     * Returns this program with the language and the words of that bundle, for a language that the SDK does not have, or for
     * other words: {@code swing().withWords(ResourceBundle.getBundle("my.words", Locale.ITALIAN))}. The keys are those of {@code
     * dev/plumbline/internal/words.properties} in the jar; a key that is missing stays as it is in the SDK.
     */
    default HostApplication withWords(ResourceBundle bundle) {
        return new HostLanguage(this, bundle.getLocale(), Optional.of(bundle));
    }

    /**
     * Starts observing what {@link #canEditNow} needs; each runtime calls it, and closes the subscription when it
     * closes.
     */
    default Subscription attach() {
        return () -> {};
    }

    /**
     * Runs an action when a window of AWT or Swing has closed, e.g. to close the session it showed. Needs the module {@code
     * java.desktop}.
     */
    final class WindowCloseListener {

        private WindowCloseListener() {}

        /**
         * Runs the action once on the UI thread when that window has closed; closing the subscription cancels it.
         *
         * @param action must not block: {@code session::close} does not
         */
        @SuppressWarnings("exports") // only a program with java.desktop can have a window
        public static Subscription of(Window window, Runnable action) {
            WindowAdapter listener = new WindowAdapter() {
                @Override
                public void windowClosed(WindowEvent event) {
                    window.removeWindowListener(this);
                    action.run();
                }
            };
            window.addWindowListener(listener);
            return () -> window.removeWindowListener(listener);
        }
    }
}
