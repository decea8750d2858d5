package dev.plumbline.ui;

import dev.plumbline.time.Subscription;
import java.awt.AWTEvent;
import java.awt.Dialog;
import java.awt.EventQueue;
import java.awt.GraphicsEnvironment;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.event.AWTEventListener;
import java.awt.event.InputEvent;
import java.awt.event.MouseEvent;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import javax.swing.JComponent;
import javax.swing.MenuSelectionManager;

/**
 * A host for Swing. It learns from events which mouse buttons are held, because Swing has no query for them: every
 * mouse event has the state of all buttons, so the next move corrects a lost release.
 */
final class SwingHostApplication implements HostApplication {
    private static final int BUTTONS =
            InputEvent.BUTTON1_DOWN_MASK | InputEvent.BUTTON2_DOWN_MASK | InputEvent.BUTTON3_DOWN_MASK;

    private volatile boolean held;

    @Override
    public void execute(Runnable task) {
        EventQueue.invokeLater(task);
    }

    @Override
    public boolean isUiThread() {
        return EventQueue.isDispatchThread();
    }

    @Override
    public Locale locale() {
        return JComponent.getDefaultLocale();
    }

    @Override
    public boolean canEditNow() {
        return !held && !isMenuOpen() && Arrays.stream(Window.getWindows()).noneMatch(SwingHostApplication::isModal);
    }

    @Override
    public Optional<String> busyWith() {
        return Arrays.stream(Window.getWindows())
                .filter(SwingHostApplication::isModal)
                .map(dialog -> "the dialog \"" + ((Dialog) dialog).getTitle() + "\"")
                .reduce((outer, inner) -> inner);
    }

    private static boolean isMenuOpen() {
        return MenuSelectionManager.defaultManager().getSelectedPath().length > 0;
    }

    private static boolean isModal(Window window) {
        return window instanceof Dialog dialog && dialog.isShowing() && dialog.isModal();
    }

    @Override
    public Subscription attach() {
        if (GraphicsEnvironment.isHeadless()) {
            return () -> {};
        }
        AWTEventListener listener = this::seen;
        Toolkit toolkit = Toolkit.getDefaultToolkit();
        toolkit.addAWTEventListener(listener, AWTEvent.MOUSE_EVENT_MASK | AWTEvent.MOUSE_MOTION_EVENT_MASK);
        return () -> toolkit.removeAWTEventListener(listener);
    }

    private void seen(AWTEvent event) {
        if (event instanceof MouseEvent mouse) {
            held = (mouse.getModifiersEx() & BUTTONS) != 0;
        }
    }
}
