package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.ui.InputReply;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.UserPrompter;
import java.awt.Component;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextField;
import org.junit.jupiter.api.Test;

/** The field and the buttons of a question for a value. */
class QuestionButtonsTest {

    private static <T> InputReply<T> asked(InputRequest<T> request, Consumer<Question> person) {
        UserPrompter prompter = new UserPrompter(Optional.of(person), Runnable::run, VirtualClock.create());
        return prompter.ask(
                request,
                new UserPrompter.QuestionContext(
                        "namer", CallIds.NONE, Optional.empty(), Cancellation.create(), shown -> {}, thrown -> {
                            throw new AssertionError(thrown);
                        }),
                AiObserver.NONE);
    }

    private static <C extends Component> List<C> parts(Question question, JPanel[] kept, Class<C> kind) {
        if (kept[0] == null) {
            kept[0] = (JPanel) new QuestionButtons(question).component();
        }
        return Arrays.stream(kept[0].getComponents())
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    @Test
    void m6_field_sendsAValue_andSaysWhatDoesNotFit() {
        InputReply<Double> reply = asked(InputRequest.number("Metres?", 0, 10).withDefault(3.0), question -> {
            JPanel[] panel = new JPanel[1];
            JTextField field = parts(question, panel, JTextField.class).get(0);
            JButton send = parts(question, panel, JButton.class).get(0);
            assertThat(field.getText()).startsWith("3");
            field.setText("11");
            send.doClick(0);
            assertThat(parts(question, panel, JLabel.class).get(0).getText()).contains("from 0.0 to 10.0");
            field.setText("4");
            send.doClick(0);
        });

        assertThat(reply.isAnswered()).isTrue();
        assertThat(reply.orThrow()).isEqualTo(4.0);
    }

    @Test
    void m6_choice_hasAButtonForEachOption_andNoField() {
        InputReply<String> reply = asked(InputRequest.choice("Which?", List.of("oak", "ash")), question -> {
            JPanel[] panel = new JPanel[1];
            assertThat(parts(question, panel, JTextField.class)).isEmpty();
            parts(question, panel, JButton.class).get(1).doClick(0);
        });

        assertThat(reply.orThrow()).isEqualTo("ash");
    }

    @Test
    void m6_row_hasTheSchemaAndTheSuggestion() {
        asked(InputRequest.text("Name?").withDefault("plan"), question -> {
            Json row = new ViewRow.OpenQuestion("approval.1", question).toJson();
            assertThat(row.at("/input/schema/type").asText()).isEqualTo("string");
            assertThat(row.at("/input/suggestion").asText()).isEqualTo("plan");
            assertThat(row.at("/options/0/id").asText()).isEqualTo("send");
            question.answer(question.fallback());
        });
    }
}
