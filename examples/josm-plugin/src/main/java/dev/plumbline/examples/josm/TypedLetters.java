package dev.plumbline.examples.josm;

import java.awt.event.FocusEvent;
import java.awt.event.FocusListener;
import java.awt.event.InputEvent;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import javax.swing.text.JTextComponent;
import org.openstreetmap.josm.gui.MainApplication;

/**
 * Keeps letters for the field they are typed into: in JOSM's window each is also a shortcut, and an {@code a} would
 * begin to draw. Fields get letters as typed keys; shortcuts are pressed ones, which end here. The map, which sees keys
 * before that, does not listen while the field has the focus, as with JOSM's own fields.
 */
final class TypedLetters extends KeyAdapter implements FocusListener {
    private static final int COMMAND = InputEvent.CTRL_DOWN_MASK | InputEvent.ALT_DOWN_MASK | InputEvent.META_DOWN_MASK;

    /** Keeps them for that field. */
    static void keepIn(JTextComponent field) {
        TypedLetters letters = new TypedLetters();
        field.addKeyListener(letters);
        field.addFocusListener(letters);
    }

    @Override
    public void keyPressed(KeyEvent event) {
        char key = event.getKeyChar();
        boolean isLetter = key != KeyEvent.CHAR_UNDEFINED && !Character.isISOControl(key); // Enter is none
        if (isLetter && (event.getModifiersEx() & COMMAND) == 0) {
            event.consume();
        }
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
        if (MainApplication.getMap() != null) {
            MainApplication.getMap().keyDetector.setEnabled(listens);
        }
    }
}
