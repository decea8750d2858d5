package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime.CloseReport;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import java.awt.Component;
import java.awt.Container;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.swing.JButton;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The program of docs/desktop.md, used as a host does: by buttons, and on the UI thread. */
class DesktopDocTest {
    private final List<String> revisionThreads = new CopyOnWriteArrayList<>();

    static final class MapTools {
        @Tool(value = "Deletes a node.", destructive = true)
        String delete(String id) {
            return id + " is deleted, on the UI thread: " + SwingUtilities.isEventDispatchThread();
        }
    }

    private static <T> T onUi(Callable<T> action) throws Exception {
        FutureTask<T> task = new FutureTask<>(action);
        SwingUtilities.invokeAndWait(task);
        return task.get();
    }

    private static Stream<Component> all(Component of) {
        return Stream.concat(
                Stream.of(of),
                of instanceof Container container
                        ? Stream.of(container.getComponents()).flatMap(DesktopDocTest::all)
                        : Stream.of());
    }

    private static String shown(Assistant assistant) {
        try {
            return onUi(() -> all(assistant.component())
                    .filter(JTextComponent.class::isInstance)
                    .map(text -> ((JTextComponent) text).getText())
                    .toList()
                    .toString());
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private static void await(Assistant assistant, String text) {
        Await.until(() -> shown(assistant).contains(text), () -> "not shown: " + text + " in " + shown(assistant));
    }

    private static void press(Assistant assistant, String button) {
        all(assistant.component())
                .filter(part -> part instanceof JButton each && each.getText().equals(button))
                .map(JButton.class::cast)
                .findFirst()
                .orElseThrow()
                .doClick(0);
    }

    private static void say(Assistant assistant, String text) {
        all(assistant.component())
                .filter(part -> "message".equals(part.getName()))
                .map(JTextComponent.class::cast)
                .forEach(field -> field.setText(text));
        press(assistant, "Send");
    }

    private Assistant open(AiProvider model) {
        return new Assistant(model, new MapTools(), () -> {
            revisionThreads.add(SwingUtilities.isEventDispatchThread() ? "UI" : "another");
            return "2/0";
        });
    }

    @Test
    @DisplayName("N11 the assistant of the page takes a message before it is ready, asks, and closes on the UI thread")
    void n11_assistant_answersAsksAndCloses() throws Exception {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("delete", Map.of("id", "n1"))
                .nextRound()
                .says("It is gone.")
                .blocksUntilCancelled("I look");
        Assistant assistant = onUi(() -> {
            Assistant made = open(model);
            say(made, "Delete the node");
            return made;
        });
        await(assistant, "Removes or overwrites.");
        onUi(() -> {
            press(assistant, "Yes");
            return true;
        });
        await(assistant, "It is gone.");
        assertThat(revisionThreads).containsOnly("UI");

        onUi(() -> {
            say(assistant, "Look");
            return true;
        });
        await(assistant, "I look");
        CloseReport report = onUi(() -> assistant.close().get(1, TimeUnit.MINUTES));
        assertThat(report.isClean()).isTrue();
    }

    @Test
    @DisplayName("N11 the assistant of the page may be closed before it is ready, and says why it cannot start")
    void n11_assistant_thatIsNotReady() throws Exception {
        CloseReport report = onUi(() -> {
            Assistant assistant = open(ScriptedProvider.create());
            say(assistant, "Delete the node");
            return assistant.close().get(1, TimeUnit.MINUTES);
        });
        assertThat(report.isClean()).isTrue();

        Assistant broken = onUi(() -> new Assistant(ScriptedProvider.create(), new Object(), () -> "2/0"));
        await(broken, "The assistant cannot start: java.lang.Object has no method annotated @Tool");
        assertThat(broken.close().get(1, TimeUnit.MINUTES).isClean()).isTrue();
    }
}
