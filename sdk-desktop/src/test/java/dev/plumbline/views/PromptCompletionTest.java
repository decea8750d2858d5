package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.event.KeyEvent;
import java.awt.event.KeyListener;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Prompts behind a slash, by keys. */
class PromptCompletionTest {
    private final List<String> sent = new ArrayList<>();
    private ChatPanel chat;

    @BeforeEach
    void show() throws Exception {
        SwingUtilities.invokeAndWait(() -> {
            chat = ChatPanel.create(sent::add, () -> {});
            Map<String, String> prompts = new LinkedHashMap<>();
            prompts.put("walls", "Draw walls around all rooms.");
            prompts.put("wash", "Wash.");
            prompts.put("check", "/check is what I am called.");
            chat.offerPrompts(() -> prompts);
        });
    }

    private void type(String text) throws Exception {
        SwingUtilities.invokeAndWait(() -> chat.messageField().setText(text));
        SwingUtilities.invokeAndWait(() -> {}); // what the change has begun is done
    }

    private void press(int key) throws Exception {
        SwingUtilities.invokeAndWait(() -> {
            KeyEvent pressed =
                    new KeyEvent(chat.messageField(), KeyEvent.KEY_PRESSED, 0, 0, key, KeyEvent.CHAR_UNDEFINED);
            for (KeyListener listener : chat.messageField().getKeyListeners()) {
                listener.keyPressed(pressed);
            }
        });
        SwingUtilities.invokeAndWait(() -> {});
    }

    private String typed() throws Exception {
        String[] text = new String[1];
        SwingUtilities.invokeAndWait(() -> text[0] = chat.messageField().getText());
        return text[0];
    }

    @Test
    @DisplayName("D1 a slash offers prompts; keys choose one, whose text is in the field and not sent yet")
    void d1_slash_offersPrompts() throws Exception {
        type("/wa");
        press(KeyEvent.VK_DOWN);
        press(KeyEvent.VK_ENTER);
        assertThat(typed()).isEqualTo("Wash.");
        assertThat(sent).isEmpty();
        press(KeyEvent.VK_ENTER);
        assertThat(sent).containsExactly("Wash.");
    }

    @Test
    @DisplayName("D1 Escape closes the list, and Enter then sends what was typed")
    void d1_escape_closes() throws Exception {
        type("/wa");
        press(KeyEvent.VK_ESCAPE);
        press(KeyEvent.VK_ENTER);
        assertThat(sent).containsExactly("/wa");
    }

    @Test
    @DisplayName("D1 a prompt that begins with a slash is not completed again, and an unknown name is a message")
    void d1_others_areMessages() throws Exception {
        type("/ch");
        press(KeyEvent.VK_ENTER);
        assertThat(typed()).isEqualTo("/check is what I am called.");
        press(KeyEvent.VK_ENTER);
        type("/tmp/plan.txt is full");
        press(KeyEvent.VK_ENTER);
        assertThat(sent).containsExactly("/check is what I am called.", "/tmp/plan.txt is full");
    }
}
