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

    /** Made by the host. */
    public AiDeskPlugin() {}

    @Override
    public PluginAction[] getActions() {
        return new PluginAction[] {new AskAction()};
    }

    @Override
    public void destroy() {
        if (desk != null) {
            desk.close();
            desk = null;
        }
    }

    private void open() {
        if (desk == null || desk.isClosed()) {
            desk = AiDesk.of(this);
        }
        desk.show();
    }

    /** The item of the menu. */
    private final class AskAction extends PluginAction {
        AskAction() {
            putPropertyValue(Property.NAME, "Ask AI...");
            putPropertyValue(Property.SHORT_DESCRIPTION, "Say what the plan should look like");
            putPropertyValue(Property.MENU, "AI");
            setEnabled(true);
        }

        @Override
        @SuppressWarnings("CatchAndPrintStackTrace") // nothing: the host must go on whatever is missing or broken here
        public void execute() {
            try {
                open();
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
