package dev.plumbline.examples.josm;

import org.openstreetmap.josm.gui.MainApplication;
import org.openstreetmap.josm.gui.MainMenu;
import org.openstreetmap.josm.plugins.Plugin;
import org.openstreetmap.josm.plugins.PluginInformation;

/** What the host loads: it touches nothing but the host until somebody asks. */
public final class AskPlugin extends Plugin {

    /** Made by the host. */
    public AskPlugin(PluginInformation information) {
        super(information);
        MainMenu.add(MainApplication.getMenu().toolsMenu, new AskAction());
    }
}
