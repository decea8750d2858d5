package dev.plumbline.examples.uidriver;

import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Frame;
import java.awt.KeyboardFocusManager;
import java.awt.Window;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.swing.AbstractButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenu;
import javax.swing.JMenuItem;
import javax.swing.MenuElement;
import javax.swing.MenuSelectionManager;
import javax.swing.text.JTextComponent;
import org.jspecify.annotations.Nullable;

/** What is on the screen. Used on the UI thread. */
final class ScreenInspector {

    private ScreenInspector() {}

    /** The last window that is shown and whose title matches. */
    static @Nullable Window window(String title) {
        List<Window> found =
                windows().filter(window -> titleOf(window).matches(title)).toList();
        return found.isEmpty() ? null : found.get(found.size() - 1);
    }

    private static Stream<Window> windows() {
        return Arrays.stream(Window.getWindows()).filter(Window::isShowing);
    }

    static List<String> titles() {
        return windows().map(ScreenInspector::titleOf).toList();
    }

    static String titleOf(@Nullable Window window) {
        if (window instanceof Frame frame) {
            return frame.getTitle();
        }
        return window instanceof Dialog dialog ? String.valueOf(dialog.getTitle()) : "";
    }

    static @Nullable Component menu(String title, String menu) {
        return window(title) instanceof JFrame frame && frame.getJMenuBar() != null
                ? first(frame.getJMenuBar(), it -> it instanceof JMenu found && menu.equals(found.getText()))
                : null;
    }

    /** An item of the menus that are open and can be chosen: its text begins so, or it is called so. */
    static @Nullable Component openItem(String text) {
        MenuElement[] path = MenuSelectionManager.defaultManager().getSelectedPath();
        return Arrays.stream(path)
                .flatMap(open -> Arrays.stream(open.getSubElements()))
                .map(MenuElement::getComponent)
                .filter(it -> it instanceof JMenuItem item && item.isEnabled() && item.isShowing())
                .filter(it -> ((JMenuItem) it).getText().startsWith(text) || isCalled(it, text))
                .findFirst()
                .orElse(null);
    }

    /** Words that are shown and nobody can change, wherever they are. */
    static @Nullable Component label(String text) {
        return windows()
                .map(window -> first(window, it -> it.isShowing() && wordsOf(it).matches("(?s)" + text)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The field that would get what is typed now. */
    static @Nullable Component focused() {
        Component owner = KeyboardFocusManager.getCurrentKeyboardFocusManager().getFocusOwner();
        return owner instanceof JTextComponent ? owner : null;
    }

    static String wordsOf(@Nullable Component component) {
        if (component instanceof JTextComponent field) {
            return field.getText();
        }
        return component instanceof JLabel label ? String.valueOf(label.getText()) : "";
    }

    /** The words of something that is shown; of a list, those of all its parts, a line each. */
    static String allWordsOf(@Nullable Component component) {
        if (component instanceof Container list && !(component instanceof JTextComponent)) {
            return wordsOf(list)
                    + Arrays.stream(list.getComponents())
                            .filter(Component::isVisible)
                            .map(part -> allWordsOf(part))
                            .filter(words -> !words.isEmpty())
                            .collect(Collectors.joining("\n"));
        }
        return wordsOf(component);
    }

    /**
     * Something that is shown, by its name, its tip or the text on it; what is in a later window goes first. With {@code >}
     * between two names it is the second, inside of the first.
     */
    static @Nullable Component find(String name) {
        int inside = name.indexOf('>');
        if (inside > 0) {
            return find(name.substring(0, inside)) instanceof Container outer
                    ? first(outer, it -> it.isShowing() && isCalled(it, name.substring(inside + 1)))
                    : null;
        }
        List<Window> all = windows().toList();
        for (int i = all.size(); i-- > 0; ) {
            Component found = first(all.get(i), it -> it.isShowing() && isCalled(it, name));
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static boolean isCalled(Component it, String name) {
        return name.equals(it.getName())
                || (it instanceof AbstractButton button
                        && (name.equals(button.getText()) || name.equals(button.getToolTipText())))
                || it.getClass().getSimpleName().equals(name);
    }

    private static @Nullable Component first(Container in, Predicate<Component> wanted) {
        for (Component child : in.getComponents()) {
            if (wanted.test(child)) {
                return child;
            }
            if (child instanceof Container inner) {
                Component found = first(inner, wanted);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }
}
