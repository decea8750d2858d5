package dev.plumbline.integration.docs;

import dev.plumbline.event.AiException;
import dev.plumbline.keyring.SystemKeyring;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import java.awt.FlowLayout;
import java.awt.Window;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javax.swing.*;

public final class KeyWindow {
    public static void main(String[] args) {
        SystemKeyring keyring; // a plug-in closes it after its runtime
        try {
            keyring = SystemKeyring.open("Wall planner");
        } catch (AiException e) { // there is none
            JOptionPane.showMessageDialog(null, e.error().userMessage());
            return;
        }
        OpenAiResponses openAi = OpenAiResponses.builder()
                .apiKey(keyring.secret("openai")) // read at each call, so a new key counts at once
                .build();
        AiRuntime ai = AiRuntime.of(openAi); // the rest of the program asks it
        SwingUtilities.invokeLater(() -> {
            JFrame window = new JFrame("Key of OpenAI");
            window.setContentPane(panel(openAi, key -> keyring.store("openai", key)));
            window.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE); // a plug-in calls ai.close() instead
            window.pack();
            window.setVisible(true);
        });
    }

    static JPanel panel(AiProvider provider, Consumer<char[]> store) {
        JPasswordField key = new JPasswordField(40);
        JButton save = new JButton("Save");
        JLabel state = new JLabel("The key is kept in the keyring of your system.");
        save.addActionListener(event -> {
            char[] typed = key.getPassword();
            key.setText(""); // it is never shown again
            state.setText("Asking the service…");
            CompletableFuture.supplyAsync(() -> saved(provider, store, typed)) // waits, so not on the event thread
                    .thenAccept(result -> SwingUtilities.invokeLater(() -> show(state, result)));
        });
        JPanel panel = new JPanel(new FlowLayout());
        panel.add(key);
        panel.add(save);
        panel.add(state);
        return panel;
    }

    /** Shows a sentence, in a window that is wide enough for it. */
    private static void show(JLabel state, String result) {
        state.setText(result);
        Optional.ofNullable(SwingUtilities.getWindowAncestor(state)).ifPresent(Window::pack);
    }

    private static String saved(AiProvider provider, Consumer<char[]> store, char[] typed) {
        try {
            store.accept(typed); // the system may ask the user to unlock the keyring
            return "The key is right. Models: " + provider.fetchModels().size(); // asks for a list, which costs nothing
        } catch (AiException e) {
            return e.error().userMessage(); // the key stays: perhaps the service cannot be reached now
        } finally {
            Arrays.fill(typed, ' ');
        }
    }
}
