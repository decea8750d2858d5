package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.awt.event.KeyListener;
import javax.swing.text.JTextComponent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is typed into the field is not a shortcut of the host. */
class TypedLettersTest {
    private final JTextComponent field = ChatPanel.create(text -> {}, () -> {}).messageField();

    private boolean ends(int code, char key, int modifiers) {
        KeyEvent pressed = new KeyEvent(field, KeyEvent.KEY_PRESSED, 0, modifiers, code, key);
        for (KeyListener listener : field.getKeyListeners()) {
            listener.keyPressed(pressed);
        }
        return pressed.isConsumed();
    }

    @Test
    @DisplayName("N11 letters end at the field for the message; commands and arrows do not")
    void n11_letters_endAtTheField() {
        assertThat(ends(KeyEvent.VK_A, 'a', 0)).isTrue();
        assertThat(ends(KeyEvent.VK_A, 'A', InputEvent.SHIFT_DOWN_MASK)).isTrue();
        assertThat(ends(KeyEvent.VK_Z, (char) 26, InputEvent.CTRL_DOWN_MASK)).isFalse();
        assertThat(ends(KeyEvent.VK_F, 'f', InputEvent.ALT_DOWN_MASK)).isFalse();
        assertThat(ends(KeyEvent.VK_BACK_SPACE, '\b', 0)).isFalse();
        assertThat(ends(KeyEvent.VK_LEFT, KeyEvent.CHAR_UNDEFINED, 0)).isFalse();
    }
}
