package task.t06;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import javax.swing.JButton;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import task.Seen;

class StreamingWindowTest {
    private final JTextField question = new JTextField();
    private final JTextArea answer = new JTextArea();
    private final JButton stop = new JButton("Stop");
    private final AtomicBoolean elsewhere = new AtomicBoolean();
    private AutoCloseable window = () -> {};

    private static <T> T onEventThread(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        SwingUtilities.invokeLater(task);
        return task.get();
    }

    private void connect(AiProvider model) throws Exception {
        answer.getDocument().addDocumentListener(new DocumentListener() {
            @Override
            public void insertUpdate(DocumentEvent event) {
                elsewhere.compareAndSet(false, !SwingUtilities.isEventDispatchThread());
            }

            @Override
            public void removeUpdate(DocumentEvent event) {
                insertUpdate(event);
            }

            @Override
            public void changedUpdate(DocumentEvent event) {
                insertUpdate(event);
            }
        });
        window = onEventThread(() -> StreamingWindow.connect(model, question, answer, stop));
    }

    private void enter(String text) throws Exception {
        onEventThread(() -> {
            question.setText(text);
            question.postActionEvent();
            return true;
        });
    }

    private void click() throws Exception {
        onEventThread(() -> {
            stop.doClick(0);
            return true;
        });
    }

    private void await(String what, Predicate<String> text, boolean stoppable) {
        Await.until(
                () -> {
                    try {
                        return onEventThread(() -> text.test(answer.getText()) && stop.isEnabled() == stoppable);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                () -> what + "; the area has \"" + answer.getText() + "\", and stop is "
                        + (stop.isEnabled() ? "" : "not ") + "enabled");
    }

    private void awaitAnswer(String text) {
        await("the answer \"" + text + "\" should be complete", text::equals, false);
    }

    @AfterEach
    void close() throws Exception {
        onEventThread(() -> {
            window.close();
            return true;
        });
        assertFalse(elsewhere.get(), "the text was changed outside of the event thread");
    }

    @Test
    void a_conversation() throws Exception {
        ScriptedProvider model = ScriptedProvider.create().says("One ", "wall.").says("Two.");
        connect(model);
        assertFalse(onEventThread(stop::isEnabled), "stop is enabled, and nothing runs");
        enter("How many?");
        awaitAnswer("One wall.");
        enter("");
        enter("And now?");
        awaitAnswer("Two.");
        assertEquals(2, model.calls().size(), "how often the model was asked");
        assertTrue(Seen.sent(model, 1).contains("One wall."), "the model does not know what it said");
    }

    @Test
    void stopped_by_the_user() throws Exception {
        ScriptedProvider model =
                ScriptedProvider.create().blocksUntilCancelled("Half of it").says("Whole.");
        connect(model);
        enter("How many?");
        await("the first piece should be there", "Half of it"::equals, true);
        click();
        await("what had come should stay", text -> text.startsWith("Half of it"), false);
        enter("Again?");
        awaitAnswer("Whole.");
    }

    @Test
    void a_question_while_an_answer_comes() throws Exception {
        ScriptedProvider model =
                ScriptedProvider.create().blocksUntilCancelled("Half of it").says("Second.");
        connect(model);
        enter("First?");
        await("the first piece should be there", "Half of it"::equals, true);
        enter("Second?");
        click();
        awaitAnswer("Second.");
        assertTrue(Seen.sent(model, 1).contains("Second?"), "the second question was not sent");
    }

    @Test
    void the_service_refuses() throws Exception {
        connect(ScriptedProvider.create().fails(AiError.Category.AUTHENTICATION).says("Better."));
        enter("How many?");
        await("there should be a sentence", text -> text.strip().length() > 10, false);
        Seen.assertSentence(onEventThread(answer::getText));
        enter("Again?");
        awaitAnswer("Better.");
    }

    @Test
    void the_service_fails_in_between() throws Exception {
        AiError error = AiError.of(AiError.Category.INVALID_REQUEST, "broken", "for developers");
        connect(ScriptedProvider.create().failsAfter("Half of it", error));
        enter("How many?");
        await("what had come and a sentence", text -> text.startsWith("Half of it") && text.length() > 20, false);
        Seen.assertSentence(onEventThread(answer::getText));
    }

    @Test
    void closing_ends_what_runs() throws Exception {
        ScriptedProvider model = ScriptedProvider.create().blocksUntilCancelled("Half of it");
        AtomicBoolean ended = new AtomicBoolean();
        connect(Seen.after(model, () -> ended.set(true)));
        enter("How many?");
        await("the first piece should be there", "Half of it"::equals, true);
        close();
        Await.until(ended::get, () -> "the call of the model goes on after closing");
    }
}
