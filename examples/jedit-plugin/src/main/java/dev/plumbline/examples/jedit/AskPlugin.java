package dev.plumbline.examples.jedit;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantPanel;
import dev.plumbline.assistant.AssistantSettings;
import dev.plumbline.runtime.AiRuntime.CloseReport;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import javax.swing.JOptionPane;
import org.gjt.sp.jedit.Buffer;
import org.gjt.sp.jedit.EditBus;
import org.gjt.sp.jedit.EditBus.EBHandler;
import org.gjt.sp.jedit.EditPlugin;
import org.gjt.sp.jedit.View;
import org.gjt.sp.jedit.jEdit;
import org.gjt.sp.jedit.msg.BufferUpdate;
import org.jspecify.annotations.Nullable;

/** What the host loads: an item in the menu Plugins, and a page in its options. Used on the UI thread. */
public final class AskPlugin extends EditPlugin {
    private static @Nullable Assistant assistant; // one for the program, as the host has one plug-in

    /** Made by the host. */
    public AskPlugin() {}

    /** The action of the item in the menu. */
    public static void open(View view) {
        try {
            Buffer buffer = view.getBuffer();
            AssistantPanel unused =
                    assistant().show(buffer, view, () -> new BufferTools(buffer, view.getTextArea()).document());
        } catch (LinkageError broken) {
            JOptionPane.showMessageDialog(view, "Ask AI does not work: start jEdit again.");
        }
    }

    static Assistant assistant() {
        if (assistant == null) {
            assistant = Assistant.builder("Ask AI in jEdit")
                    .settings(AssistantSettings.of(
                            name -> jEdit.getProperty("plumbline." + name),
                            (name, text) -> jEdit.setProperty("plumbline." + name, text)))
                    .instructions(BufferTools.INSTRUCTIONS)
                    .conversations(Path.of(jEdit.getSettingsDirectory(), "ask-ai"))
                    .build();
        }
        return assistant;
    }

    @Override
    public void start() {
        EditBus.addToBus(this);
    }

    /** Called by the host when something happens to a buffer. */
    @EBHandler
    public void bufferChanged(BufferUpdate update) {
        if (assistant != null && update.getWhat() == BufferUpdate.CLOSED) {
            assistant.close(update.getBuffer());
        }
    }

    @Override
    public void stop() {
        EditBus.removeFromBus(this);
        if (assistant != null) {
            CompletableFuture<CloseReport> unused = assistant.close();
            assistant = null;
        }
    }
}
