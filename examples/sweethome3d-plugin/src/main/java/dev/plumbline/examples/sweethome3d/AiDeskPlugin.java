package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.plugin.Plugin;
import com.eteks.sweethome3d.plugin.PluginAction;
import javax.swing.JOptionPane;
import org.jspecify.annotations.Nullable;

/**
 * What the host loads, once for each home. It touches nothing but the host and the JDK until somebody opens the desk: a
 * plugin that fails while it is loaded keeps the whole program from starting.
 */
public final class AiDeskPlugin extends Plugin {
    private @Nullable AiDesk desk;
    private @Nullable AgentsWindow agents;

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
        if (desk != null) {
            desk.close();
            desk = null;
        }
        if (agents != null) {
            agents.close();
            agents = null;
        }
    }

    private void open() {
        if (desk == null || desk.isClosed()) {
            desk = AiDesk.of(this);
        }
        desk.show();
    }

    private void openAgents() {
        if (agents == null || agents.isClosed()) {
            agents = AgentsWindow.of(this);
        }
        agents.show();
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
