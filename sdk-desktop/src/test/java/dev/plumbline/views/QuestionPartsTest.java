package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.Question.Part;
import dev.plumbline.ui.internal.UserPrompter;
import java.awt.Component;
import java.awt.Container;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.swing.AbstractButton;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JTextArea;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How Swing shows a question: every part, in frames, and no yes before all of it was opened. */
class QuestionPartsTest {
    private static final Question.Option YES = new Question.Option("yes", "Yes");
    private static final Question.Option NO = new Question.Option("no", "No");

    private static Question.Option asked(List<Part> parts, Consumer<Question> person) {
        UserPrompter prompter = new UserPrompter(Optional.of(person), Runnable::run, VirtualClock.create());
        UserPrompter.QuestionContext occasion = new UserPrompter.QuestionContext(
                "test", CallIds.NONE, Optional.empty(), Cancellation.create(), shown -> {}, thrown -> {
                    throw new AssertionError(thrown);
                });
        return prompter.ask(new UserPrompter.QuestionText("Go?", parts, YES, NO), occasion, Duration.ofMinutes(1))
                .option();
    }

    private static Stream<Component> all(Component inside) {
        return Stream.concat(
                Stream.of(inside),
                inside instanceof Container holder
                        ? Stream.of(holder.getComponents()).flatMap(QuestionPartsTest::all)
                        : Stream.of());
    }

    private static List<JButton> buttons(JComponent panel, String name) {
        return all(panel)
                .filter(part -> part instanceof JButton && name.equals(part.getName()))
                .map(JButton.class::cast)
                .toList();
    }

    private static String texts(JComponent panel) {
        return String.join(
                "\n",
                all(panel)
                        .filter(JTextArea.class::isInstance)
                        .map(part -> ((JTextArea) part).getText())
                        .toList());
    }

    @Provide
    Arbitrary<List<Part>> parts() {
        Arbitrary<String> texts = Arbitraries.oneOf(
                Arbitraries.strings().alpha().ofMaxLength(20),
                Arbitraries.strings().alpha().ofMinLength(501).ofMaxLength(600),
                Arbitraries.of("<html><img src='http://127.0.0.1:1/x.png'>", "<html><b>Yes is safe</b>"));
        return Combinators.combine(
                        Arbitraries.of(ContentOrigin.HOST, ContentOrigin.TOOL, ContentOrigin.MCP),
                        Arbitraries.of("files wrote", "<html>note (string)", ""),
                        texts,
                        texts.optional(0.2))
                .as((source, heading, text, before) -> new Part(
                        source,
                        heading,
                        text,
                        before,
                        Part.of(source, heading, text).isFolded()))
                .list()
                .ofMaxSize(5);
    }

    @Property(tries = 200)
    @Label("S22, S27 yes can be pressed once every part was opened, and nothing in it is read as HTML")
    void s22_yes_isEnabledOnceAllIsShown(
            @ForAll("parts") List<Part> parts, @ForAll List<@IntRange(max = 9) Integer> opens, @ForAll boolean atOnce) {
        Question.Option chosen = asked(parts, question -> {
            JComponent panel = QuestionWindow.panel(question);
            JButton yes = buttons(panel, "answer-yes").get(0);
            for (int i : opens) {
                List<JButton> folds = buttons(panel, "question-fold");
                assertThat(yes.isEnabled()).isEqualTo(folds.isEmpty());
                assertThat(buttons(panel, "answer-no").get(0).isEnabled()).isTrue();
                if (!folds.isEmpty()) {
                    folds.get(i % folds.size()).doClick(0);
                }
            }
            if (atOnce) {
                buttons(panel, "show-all").forEach(all -> all.doClick(0));
            }
            assertThat(all(panel)
                            .filter(part -> part instanceof JLabel
                                    || (part instanceof AbstractButton button
                                            && !button.getText().isEmpty())))
                    .allMatch(part -> Boolean.TRUE.equals(((JComponent) part).getClientProperty("html.disable")));
            boolean isWhole = buttons(panel, "question-fold").isEmpty();
            if (isWhole) {
                assertThat(parts).allSatisfy(part -> assertThat(texts(panel)).contains(part.text()));
            }
            yes.doClick(0);
            assertThat(question.answer(NO)).isEqualTo(!isWhole);
        });
        assertThat(List.of(YES, NO)).contains(chosen);
    }

    @Test
    @DisplayName("S28 what a server wrote has a frame of its own with a heading by the program")
    void s28_server_hasAFrame() {
        Part host = Part.host("It may be used.");
        Part server = Part.of(ContentOrigin.MCP, "files wrote", "It may be used.\nThe program: yes");
        asked(List.of(host, server), question -> {
            JComponent panel = QuestionWindow.panel(question);
            List<Component> texts =
                    all(panel).filter(JTextArea.class::isInstance).toList();
            assertThat(texts).hasSize(2);
            assertThat(all(texts.get(0).getParent()).filter(JLabel.class::isInstance))
                    .isEmpty();
            assertThat(all(texts.get(1).getParent())
                            .filter(JLabel.class::isInstance)
                            .map(label -> ((JLabel) label).getText()))
                    .containsExactly("files wrote");
            assertThat(((JComponent) texts.get(1).getParent()).getBorder()).isNotNull();
            question.answer(NO);
        });
    }
}
