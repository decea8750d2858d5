package dev.plumbline.examples.sweethome3d.baseline;

import com.eteks.sweethome3d.plugin.Plugin;
import com.eteks.sweethome3d.plugin.PluginAction;

/** A menu item that opens the window. */
public final class BaselinePlugin extends Plugin {

    /** Made by the host. */
    public BaselinePlugin() {}

    @Override
    public PluginAction[] getActions() {
        PluginAction action = new PluginAction() {
            @Override
            public void execute() {
                new BaselineWindow(System.getProperty("plumbline.desk.url")).show();
            }
        };
        action.putPropertyValue(PluginAction.Property.NAME, "Ask the floor...");
        action.putPropertyValue(PluginAction.Property.MENU, "AI");
        action.setEnabled(true);
        return new PluginAction[] {action};
    }
}
