package dev.plumbline.assistant;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.server.ScriptedServer;
import java.awt.Component;
import java.awt.Container;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;
import javax.swing.AbstractButton;
import javax.swing.JLabel;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;

/** A host for tests: its settings, its keyring, and what its windows show. */
final class Desk implements AutoCloseable {
    final Map<String, String> settings = new ConcurrentHashMap<>();
    final Map<String, char[]> keyring = new ConcurrentHashMap<>();
    boolean hasKeyring = true;
    private final List<Assistant> made = new ArrayList<>();

    /** A host whose settings name a server of chat completions. */
    static Desk at(ScriptedServer server) {
        Desk desk = new Desk();
        desk.settings.put("url", server.address().toString());
        desk.settings.put("model", "m-1");
        return desk;
    }

    Assistant assistant(UnaryOperator<Assistant.Builder> change) {
        Assistant assistant = change.apply(Assistant.builder("Desk")
                        .settings(AssistantSettings.of(settings::get, settings::put))
                        .keys(keys())
                        .instructions("You draw."))
                .build();
        made.add(assistant);
        return assistant;
    }

    Assistant assistant(Path folder) {
        return assistant(builder -> builder.conversations(folder));
    }

    Keys keys() {
        return new Keys(this::vault, name -> Optional.empty());
    }

    private Keys.Vault vault() {
        if (!hasKeyring) {
            throw new AiException(AiError.of(AiError.Category.CONFIGURATION, "no-keyring", "none"));
        }
        return new Keys.Vault() {
            @Override
            public Optional<char[]> read(String name) {
                return Optional.ofNullable(keyring.get(name)).map(char[]::clone);
            }

            @Override
            public void store(String name, char[] key) {
                keyring.put(name, key.clone());
            }

            @Override
            public void delete(String name) {
                keyring.remove(name);
            }

            @Override
            public void close() {}
        };
    }

    static <T> T onUi(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        try {
            SwingUtilities.invokeAndWait(task);
            return task.get();
        } catch (InterruptedException | InvocationTargetException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    static void ui(Runnable work) {
        Object unused = onUi(() -> {
            work.run();
            return "";
        });
    }

    /** Waits until a component shows a text. */
    static void awaitText(Component root, String text) {
        Await.until(
                () -> onUi(() -> texts(root)).contains(text), () -> text + " is not in: " + onUi(() -> texts(root)));
    }

    static String texts(Component root) {
        StringBuilder all = new StringBuilder();
        walk(root, all);
        return all.toString();
    }

    private static void walk(Component part, StringBuilder all) {
        if (!part.isVisible()) {
            return;
        }
        if (part instanceof JTextComponent text && !"message".equals(part.getName())) {
            all.append(text.getText()).append('\n');
        } else if (part instanceof JLabel label) {
            all.append(label.getText()).append('\n');
        } else if (part instanceof AbstractButton button) {
            all.append('[').append(button.getText()).append("]\n");
        }
        if (part instanceof Container container) {
            for (Component each : container.getComponents()) {
                walk(each, all);
            }
        }
    }

    static <C extends Component> C find(Component root, String name, Class<C> type) {
        return search(root, name, type).orElseThrow(() -> new AssertionError("there is no " + name));
    }

    static <C extends Component> Optional<C> search(Component root, String name, Class<C> type) {
        if (name.equals(root.getName()) && type.isInstance(root)) {
            return Optional.of(type.cast(root));
        }
        if (root instanceof Container container) {
            for (Component each : container.getComponents()) {
                Optional<C> found = search(each, name, type);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    static void press(Component root, String name) {
        Await.until(
                () -> onUi(() -> search(root, name, AbstractButton.class).isPresent()),
                () -> name + " is not in: " + onUi(() -> texts(root)));
        ui(() -> find(root, name, AbstractButton.class).doClick());
    }

    /** Presses the first button with that text. */
    static void pressText(Component root, String text) {
        if (root instanceof AbstractButton button && text.equals(button.getText()) && button.isEnabled()) {
            button.doClick();
        } else if (root instanceof Container container) {
            for (Component each : container.getComponents()) {
                pressText(each, text);
            }
        }
    }

    @Override
    public void close() {
        made.forEach(assistant -> onUi(assistant::close).join());
    }
}
