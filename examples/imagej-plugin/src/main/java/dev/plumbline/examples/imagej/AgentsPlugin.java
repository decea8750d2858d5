package dev.plumbline.examples.imagej;

import dev.plumbline.assistant.AgentsPanel;
import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantDocument;
import dev.plumbline.assistant.AssistantPanel;
import dev.plumbline.mcp.McpOptions;
import ij.IJ;
import ij.plugin.PlugIn;
import java.awt.Frame;
import javax.swing.SwingUtilities;
import org.jspecify.annotations.Nullable;

/** The items of the menu: an assistant, and a window in which agents are let in. */
public final class AgentsPlugin implements PlugIn {
    private static @Nullable Assistant assistant; // one for the program; used on the UI thread

    /** Made by the host. */
    public AgentsPlugin() {}

    @Override
    public void run(String argument) {
        SwingUtilities.invokeLater(() -> {
            try {
                open(argument, new ImageSteps());
            } catch (RuntimeException | LinkageError broken) {
                IJ.error("Agents", "The window cannot be opened: " + broken.getMessage());
            }
        });
    }

    private static void open(String argument, ImageSteps steps) {
        Frame owner = IJ.getInstance();
        if (argument.equals("ask")) {
            if (assistant == null) {
                assistant = Assistant.builder("Ask AI in ImageJ")
                        .instructions("You measure images in ImageJ with tools. Say in a sentence what you did.")
                        .build();
            }
            AssistantPanel unused = assistant.show("images", owner, () -> document(steps));
        } else {
            AgentsPanel.create(document(steps), options(steps)).dialog(owner).setVisible(true);
        }
    }

    /** The image in front, whichever it is. */
    static AssistantDocument document(ImageSteps steps) {
        return AssistantDocument.of(() -> "images", steps::title, new ImageTools(steps));
    }

    static McpOptions.Builder options(ImageSteps steps) {
        return McpOptions.builder("ImageJ", "1.54").changes(steps);
    }
}
