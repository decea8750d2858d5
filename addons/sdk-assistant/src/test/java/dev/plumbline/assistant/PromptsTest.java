package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Component;
import java.awt.Container;
import java.awt.Rectangle;
import java.util.List;
import java.util.Locale;
import javax.swing.AbstractButton;
import javax.swing.JComponent;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptsTest {
    private static final int NARROW = 260;

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr"})
    @DisplayName("A2 all buttons of the question about an earlier answer are in sight in a narrow window")
    void a2_buttons_areInSight(String language) {
        AssistantWords words = AssistantWords.of(Locale.forLanguageTag(language));
        Desk.ui(() -> {
            Prompts prompts = new Prompts();
            prompts.show(List.of(new Prompts.Prompt("again", words.say("again.repeat"))
                    .with("take-back", words.say("again.take-back"), () -> {})
                    .with("keep", words.say("again.keep"), () -> {})
                    .with("cancel", words.say("button.cancel"), () -> {})));
            JComponent list = prompts.component();
            for (int i = 0; i < 3; i++) { // the height of a text follows its width
                list.setSize(NARROW, list.getPreferredSize().height);
                layOut(list);
            }
            for (String name : List.of("take-back", "keep", "cancel")) {
                AbstractButton button = Desk.find(list, "prompt-" + name, AbstractButton.class);
                Rectangle place = SwingUtilities.convertRectangle(button.getParent(), button.getBounds(), list);
                assertThat(new Rectangle(list.getSize()).contains(place))
                        .as(name + " at " + place)
                        .isTrue();
                assertThat(place.isEmpty()).isFalse();
            }
        });
    }

    private static void layOut(Component part) {
        part.doLayout();
        if (part instanceof Container container) {
            for (Component each : container.getComponents()) {
                layOut(each);
            }
        }
    }
}
