package dev.plumbline.examples.sweethome3d;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.Question.CallRisk;
import dev.plumbline.ui.UserPrompter;
import java.awt.Component;
import java.awt.Container;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the desk shows of a question. */
class QuestionBarTest {
    private static final Question.Option NO = new Question.Option("deny", "No");
    private static final CallRisk RISK =
            new CallRisk(CallRisk.Effect.DESTRUCTIVE, false, Optional.empty(), Optional.empty(), Optional.empty());
    private static final String TEXT =
            "The tool says: <html>Delete it?\nwipe with 1 value:\n    id (string, 2 characters): \"w1\"";

    private static Stream<Component> all(Component inside) {
        return Stream.concat(
                Stream.of(inside),
                inside instanceof Container holder
                        ? Stream.of(holder.getComponents()).flatMap(QuestionBarTest::all)
                        : Stream.of());
    }

    private static <C extends Component> C find(QuestionBar bar, Class<C> type, String name) {
        return all(bar).filter(part -> name.equals(part.getName()))
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("S5")
    @DisplayName("S5 the desk shows the lines of the question as they are, and all of them on request")
    void question_isShownLineByLine_andWholeOnRequest() {
        VirtualClock clock = VirtualClock.create();
        QuestionBar bar = new QuestionBar();
        AtomicReference<String> first = new AtomicReference<>();
        AtomicReference<String> then = new AtomicReference<>();
        AtomicReference<String> risk = new AtomicReference<>();
        UserPrompter person = new UserPrompter(
                Optional.of(question -> {
                    bar.show(question);
                    JTextArea text = find(bar, JTextArea.class, "question-text");
                    first.set(text.getText());
                    find(bar, JButton.class, "show-all").doClick();
                    then.set(text.getText());
                    risk.set(find(bar, JLabel.class, "question-risk").getText());
                    find(bar, JButton.class, "answer-deny").doClick();
                }),
                Runnable::run,
                clock);
        UserPrompter.Reply reply = person.ask(
                new UserPrompter.QuestionText(
                        "Run wipe?", TEXT, List.of(NO), NO, List.of(), Optional.of("all of it"), Optional.of(RISK)),
                new UserPrompter.QuestionContext(
                        "wipe", CallIds.NONE, Optional.empty(), Cancellation.create(clock), asked -> {}, thrown -> {}),
                Duration.ofMinutes(1));
        assertThat(reply.option()).isEqualTo(NO);
        assertThat(first.get()).isEqualTo(TEXT);
        assertThat(then.get()).isEqualTo("all of it");
        assertThat(risk.get()).isEqualTo("removes or overwrites; not approved before");
    }

    @Test
    @DisplayName("M6 the desk has a field for a value, and says what does not fit")
    void m6_value_isTyped() {
        VirtualClock clock = VirtualClock.create();
        QuestionBar bar = new QuestionBar();
        UserPrompter person = new UserPrompter(
                Optional.of(question -> {
                    bar.show(question);
                    JTextField field = find(bar, JTextField.class, "question-value");
                    String first = "answer-" + question.options().get(0).id();
                    field.setText("11");
                    find(bar, JButton.class, first).doClick();
                    assertThat(find(bar, JLabel.class, "question-fault").getText())
                            .contains("10");
                    field.setText("4");
                    find(bar, JButton.class, first).doClick();
                }),
                Runnable::run,
                clock);
        InputRequest.Reply<Double> reply = person.ask(
                InputRequest.number("Metres?", 0, 10),
                new UserPrompter.QuestionContext(
                        "wall", CallIds.NONE, Optional.empty(), Cancellation.create(clock), asked -> {}, thrown -> {}),
                TelemetryObserver.NONE);
        assertThat(reply.orThrow()).isEqualTo(4.0);
    }

    @Test
    @DisplayName("N14 a closed question does not hide the next one, and the place for a question is made at once")
    void n14_closedQuestion_leavesTheNextOne() {
        QuestionBar bar = new QuestionBar();
        List<Boolean> places = new ArrayList<>();
        bar.onShownOrHidden(() -> places.add(bar.isVisible()));
        asked(first -> {
            bar.show(first);
            asked(second -> {
                bar.show(second);
                first.answer(NO);
                onScreen(() -> assertThat(bar.isVisible()).isTrue());
                find(bar, JButton.class, "answer-deny").doClick();
            });
        });
        onScreen(() -> assertThat(bar.isVisible()).isFalse());

        assertThat(places).containsExactly(true, true, false);
    }

    /** Has a question shown by that handler, which answers it. */
    private static void asked(Consumer<Question> handler) {
        VirtualClock clock = VirtualClock.create();
        new UserPrompter(Optional.of(handler), Runnable::run, clock)
                .ask(
                        new UserPrompter.QuestionText("Run wipe?", TEXT, List.of(NO), NO),
                        new UserPrompter.QuestionContext(
                                "wipe",
                                CallIds.NONE,
                                Optional.empty(),
                                Cancellation.create(clock),
                                shown -> {},
                                thrown -> {}),
                        Duration.ofMinutes(1));
    }

    /** Runs it after all that was posted before. */
    private static void onScreen(Runnable look) {
        try {
            SwingUtilities.invokeAndWait(look);
        } catch (InterruptedException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
