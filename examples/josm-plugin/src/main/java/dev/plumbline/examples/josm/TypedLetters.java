package dev.plumbline.examples.josm;

import java.awt.Component;
import java.awt.Container;
import java.awt.event.FocusEvent;
import java.awt.event.FocusListener;
import java.awt.event.InputEvent;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import javax.swing.text.JTextComponent;
import org.openstreetmap.josm.gui.MainApplication;
import org.openstreetmap.josm.gui.MapFrame;

/**
 * Keeps letters for the field they are typed into: in the main window of the host each is also a shortcut, and an {@code
 * a} would begin to draw. Fields get letters as typed keys; shortcuts are pressed ones, which end here. The map, which
 * sees keys before that, does not listen while the field has the focus, as with the host's own fields.
 */
final class TypedLetters extends KeyAdapter implements FocusListener {
    private static final int SHORTCUT =
            InputEvent.CTRL_DOWN_MASK | InputEvent.ALT_DOWN_MASK | InputEvent.META_DOWN_MASK;

    /** Keeps them for every field in there. */
    static void keepIn(Container content) {
        for (Component part : content.getComponents()) {
            if (part instanceof JTextComponent) {
                TypedLetters letters = new TypedLetters();
                part.addKeyListener(letters);
                part.addFocusListener(letters);
            } else if (part instanceof Container inner) {
                keepIn(inner);
            }
        }
    }

    @Override
    public void keyPressed(KeyEvent event) {
        if ((event.getModifiersEx() & SHORTCUT) == 0 && isLetter(event.getKeyChar())) {
            event.consume();
        }
    }

    /** Not those that edit, and not those that are none. */
    private static boolean isLetter(char key) {
        return !Character.isISOControl(key) && key != KeyEvent.CHAR_UNDEFINED;
    }

    @Override
    public void focusGained(FocusEvent event) {
        mapListens(false);
    }

    @Override
    public void focusLost(FocusEvent event) {
        mapListens(true);
    }

    private static void mapListens(boolean listens) {
        MapFrame map = MainApplication.getMap();
        if (map != null) {
            map.keyDetector.setEnabled(listens);
        }
    }
}
