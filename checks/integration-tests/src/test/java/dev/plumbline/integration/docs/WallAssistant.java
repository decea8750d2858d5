package dev.plumbline.integration.docs;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantDocument;
import dev.plumbline.assistant.AssistantPanel;
import dev.plumbline.tool.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.swing.*;

public final class WallAssistant {
    static final class Walls {
        final List<String> drawn = new ArrayList<>();

        @Tool("Draws a wall. The length is in centimetres.")
        String draw(int length) {
            drawn.add(length + " cm");
            return drawn.size() + " walls";
        }
    }

    static AssistantPanel open(Assistant assistant, Walls walls) {
        return assistant.open(AssistantDocument.of(() -> "walls", walls.drawn::toString, walls));
    }

    static Assistant assistant(Path folder) {
        return Assistant.builder("Wall planner")
                .instructions("You draw walls with tools.")
                .conversations(folder)
                .build();
    }

    public static void main(String[] args) {
        Path folder = Path.of(System.getProperty("user.home"), ".wall-planner");
        SwingUtilities.invokeLater(() -> {
            JFrame window = new JFrame("Ask AI");
            window.setContentPane(open(assistant(folder), new Walls()).component());
            window.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE); // a plug-in calls panel.close() instead
            window.pack();
            window.setVisible(true);
        });
    }
}
