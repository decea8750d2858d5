package dev.plumbline.examples.tutorial;

import dev.plumbline.testkit.Await;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import javax.swing.AbstractButton;
import javax.swing.JPanel;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;

/** The drawing program with a plug-in, without a screen. What a person would do is done on the event thread. */
final class OpenProgram implements AutoCloseable {
    final Drawing drawing = new Drawing();
    private final DrawingPlugin plugin;
    private final JPanel content;

    OpenProgram(DrawingPlugin plugin) throws Exception {
        this.plugin = plugin;
        content = onUi(() -> {
            JPanel made = DrawingProgram.content(drawing, plugin);
            made.setSize(new Dimension(800, 400));
            layOut(made);
            return made;
        });
    }

    static <T> T onUi(Callable<T> task) throws Exception {
        FutureTask<T> run = new FutureTask<>(task);
        SwingUtilities.invokeAndWait(run);
        return run.get();
    }

    private static void layOut(Component component) {
        component.doLayout();
        if (component instanceof Container container) {
            for (Component child : container.getComponents()) {
                layOut(child);
            }
        }
    }

    private static List<Component> all(Container container) {
        List<Component> found = new ArrayList<>();
        for (Component child : container.getComponents()) {
            found.add(child);
            if (child instanceof Container inner) {
                found.addAll(all(inner));
            }
        }
        return found;
    }

    private Component find(Predicate<Component> wanted) {
        return all(content).stream().filter(wanted).findFirst().orElseThrow();
    }

    /** Types a question into the field of the first steps, also while an answer is made. */
    void asks(String question) throws Exception {
        onUi(() -> {
            JTextField field = (JTextField) find(JTextField.class::isInstance);
            field.setText(question);
            field.postActionEvent();
            return field;
        });
    }

    /** Types a message into the panel of the library, and sends it. */
    void sends(String message) throws Exception {
        onUi(() -> {
            ((JTextArea) find(component -> "message".equals(component.getName()))).setText(message);
            return message;
        });
        presses("Send");
    }

    /** Waits for a button. */
    Predicate<Component> offers(String label) {
        Predicate<Component> wanted = component ->
                component instanceof AbstractButton button && label.equals(button.getText()) && button.isEnabled();
        awaits(() -> onUi(() -> all(content).stream().anyMatch(wanted)), "no button " + label);
        return wanted;
    }

    /** Waits for a button and presses it. */
    void presses(String label) throws Exception {
        Predicate<Component> wanted = offers(label);
        onUi(() -> {
            ((AbstractButton) find(wanted)).doClick(0);
            return label;
        });
    }

    /** Returns all texts that are shown. */
    String text() throws Exception {
        return onUi(() -> all(content).stream()
                .filter(JTextComponent.class::isInstance)
                .map(component -> ((JTextComponent) component).getText())
                .collect(Collectors.joining("\n")));
    }

    /** Waits until a text is shown. */
    void shows(String text) throws Exception {
        awaits(() -> text().contains(text), "not shown: " + text);
    }

    /** Waits for a condition. */
    void awaits(Callable<Boolean> condition, String otherwise) {
        Await.until(
                () -> {
                    try {
                        return condition.call();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                () -> otherwise);
    }

    /** Writes a picture of the program to {@code target/tutorial}. */
    void picture(String name) throws Exception {
        BufferedImage image = onUi(() -> {
            layOut(content);
            BufferedImage painted =
                    new BufferedImage(content.getWidth(), content.getHeight(), BufferedImage.TYPE_INT_RGB);
            Graphics2D on = painted.createGraphics();
            content.printAll(on);
            on.dispose();
            return painted;
        });
        write(image, Path.of("target/tutorial", name + ".png"));
    }

    private static void write(BufferedImage image, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        ImageIO.write(image, "png", to.toFile());
    }

    /** Closes the plug-in on this thread, so that it waits until everything is released. */
    @Override
    public void close() {
        plugin.close();
    }
}
