package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.plugin.Plugin;
import com.eteks.sweethome3d.plugin.PluginAction;
import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantDocument;
import dev.plumbline.assistant.AssistantPanel;
import java.awt.Window;
import javax.swing.JComponent;
import javax.swing.JDialog;
import javax.swing.JOptionPane;
import javax.swing.SwingUtilities;
import org.jspecify.annotations.Nullable;

/**
 * What the host loads, once for each home. It touches nothing but the host and the JDK until somebody opens the desk: a
 * plugin that fails while it is loaded keeps the whole program from starting.
 */
public final class AiDeskPlugin extends Plugin {
    private static @Nullable Assistant assistant; // one for all homes

    private @Nullable AssistantDocument document;
    private @Nullable JDialog agents;

    /** Made by the host. */
    public AiDeskPlugin() {}

    @Override
    public PluginAction[] getActions() {
        return new PluginAction[] {
            new DeskAction("Ask AI...", "Say what the plan should look like", this::open),
            new DeskAction("Agents...", "Let agents of other programs use this home", this::openAgents)
        };
    }

    @Override
    public void destroy() {
        if (assistant != null) {
            assistant.close(this);
        }
        if (agents != null) {
            agents.dispose();
        }
    }

    private void open() {
        if (assistant == null) {
            assistant = HomeAssistant.make();
        }
        HomePlan plan = HomePlan.of(this);
        if (document == null) {
            document = HomeAssistant.document(plan);
        }
        AssistantDocument shown = document;
        AssistantPanel panel = assistant.show(this, window(), () -> shown);
        panel.chat().errorText(error -> HomeAssistant.sentence(error, plan.locale()));
    }

    private void openAgents() {
        if (agents == null || !agents.isDisplayable()) {
            JComponent view =
                    (JComponent) getHomeController().getPlanController().getView();
            agents = HomeAssistant.agents(HomePlan.of(this), view).dialog(window());
        }
        agents.setVisible(true);
    }

    private Window window() {
        return SwingUtilities.getWindowAncestor((JComponent) getHomeController().getView());
    }

    /** An item of the menu. */
    private static final class DeskAction extends PluginAction {
        private final Runnable opening;

        DeskAction(String name, String description, Runnable opening) {
            this.opening = opening;
            putPropertyValue(Property.NAME, name);
            putPropertyValue(Property.SHORT_DESCRIPTION, description);
            putPropertyValue(Property.MENU, "AI");
            setEnabled(true);
        }

        @Override
        @SuppressWarnings("CatchAndPrintStackTrace") // nothing: the host must go on whatever is missing or broken here
        public void execute() {
            try {
                opening.run();
            } catch (Throwable broken) {
                JOptionPane.showMessageDialog(
                        null,
                        "The AI desk cannot be opened (" + broken.getClass().getSimpleName()
                                + "). Start Sweet Home 3D again; if that does not help, install the plug-in again.",
                        "AI desk",
                        JOptionPane.ERROR_MESSAGE);
            }
        }
    }
}
