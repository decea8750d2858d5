package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import java.awt.Component;
import java.awt.ComponentOrientation;
import java.awt.Container;
import java.awt.Rectangle;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextField;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import net.jqwik.api.constraints.UniqueElements;
import org.junit.jupiter.api.Test;

/** The field and the buttons of a question for a value. */
class QuestionButtonsTest {

    private static <T> InputRequest.Reply<T> asked(InputRequest<T> request, Consumer<Question> person) {
        UserPrompter prompter = new UserPrompter(Optional.of(person), Runnable::run, VirtualClock.create());
        return prompter.ask(
                request,
                new UserPrompter.QuestionContext(
                        "namer",
                        CallIds.NONE,
                        Optional.empty(),
                        Cancellation.create(),
                        Words.english(),
                        shown -> {},
                        thrown -> {
                            throw new AssertionError(thrown);
                        }),
                TelemetryObserver.NONE);
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
        InputRequest.Reply<Double> reply =
                asked(InputRequest.number("Metres?", 0, 10).withDefault(3.0), question -> {
                    JPanel[] panel = new JPanel[1];
                    JTextField field = parts(question, panel, JTextField.class).get(0);
                    JButton send = parts(question, panel, JButton.class).get(0);
                    assertThat(field.getText()).startsWith("3");
                    field.setText("11");
                    send.doClick(0);
                    assertThat(parts(question, panel, JLabel.class).get(0).getText())
                            .contains("from 0.0 to 10.0");
                    field.setText("4");
                    send.doClick(0);
                });

        assertThat(reply.isAnswered()).isTrue();
        assertThat(reply.orThrow()).isEqualTo(4.0);
    }

    @Test
    void m6_choice_hasAButtonForEachOption_andNoField() {
        InputRequest.Reply<String> reply = asked(InputRequest.choice("Which?", List.of("oak", "ash")), question -> {
            JPanel[] panel = new JPanel[1];
            assertThat(parts(question, panel, JTextField.class)).isEmpty();
            parts(question, panel, JButton.class).get(1).doClick(0);
        });

        assertThat(reply.orThrow()).isEqualTo("ash");
    }

    private static QuestionCell cell(Question question) {
        ViewRow.OpenQuestion row = new ViewRow.OpenQuestion("approval.1", question);
        PanelContext context = new PanelContext(ChatTexts.of(Locale.ENGLISH), (shown, part, x, y) -> {});
        return new ShownRow(context, row).question().orElseThrow();
    }

    /** Lays a row out as the panel does, and returns its parts that one sees. */
    private static List<Component> laidOut(QuestionCell row, int width) {
        Container shown = row.component();
        shown.setSize(width, row.height(width));
        shown.doLayout();
        JPanel bar = (JPanel) shown.getComponent(shown.getComponentCount() - 1);
        bar.doLayout();
        assertThat(new Rectangle(shown.getSize()))
                .as("the row at %d pixels has its bar in it", width)
                .matches(all -> all.contains(bar.getBounds()));
        List<Component> parts =
                Arrays.stream(bar.getComponents()).filter(Component::isVisible).toList();
        assertThat(parts)
                .allSatisfy(part -> assertThat(new Rectangle(bar.getSize()))
                        .as("the bar at %d pixels has %s in it", width, part)
                        .matches(all -> all.contains(part.getBounds())));
        return parts;
    }

    @Property(tries = 200)
    void n11_buttons_areVisibleAtEveryWidth_alsoAfterAResize(
            @ForAll @UniqueElements @Size(min = 1, max = 8)
                    List<@AlphaChars @StringLength(min = 1, max = 60) String> labels,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 120, max = 900) Integer> widths,
            @ForAll boolean fromTheRight) {
        asked(InputRequest.choice("Which?", labels), question -> {
            QuestionCell row = cell(question);
            row.component()
                    .applyComponentOrientation(
                            fromTheRight ? ComponentOrientation.RIGHT_TO_LEFT : ComponentOrientation.LEFT_TO_RIGHT);
            for (int width : widths) {
                List<Component> parts = laidOut(row, width);
                assertThat(parts).hasSizeGreaterThanOrEqualTo(labels.size()).allSatisfy(part -> {
                    assertThat(part.getWidth()).isGreaterThan(20);
                    assertThat(parts)
                            .filteredOn(other -> other.getBounds().intersects(part.getBounds()))
                            .containsExactly(part);
                });
            }
            question.answer(question.fallback());
        });
    }

    @Test
    void n11_field_andWhatDoesNotFit_areVisibleInANarrowPanel() {
        asked(InputRequest.number("Metres?", 0, 10).withDefault(3.0), question -> {
            QuestionCell row = cell(question);
            List<Component> before = laidOut(row, 250);
            JTextField field = (JTextField) before.get(0);
            field.setText("11");
            ((JButton) before.get(1)).doClick(0);
            assertThat(laidOut(row, 250))
                    .hasSize(before.size() + 1)
                    .last()
                    .satisfies(fault -> assertThat(((JLabel) fault).getText()).contains("from 0.0 to 10.0"));
            question.answer(question.fallback());
        });
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
