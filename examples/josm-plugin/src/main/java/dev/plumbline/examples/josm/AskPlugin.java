package dev.plumbline.examples.josm;

import org.openstreetmap.josm.gui.MapFrame;
import org.openstreetmap.josm.gui.preferences.PreferenceSetting;
import org.openstreetmap.josm.plugins.Plugin;
import org.openstreetmap.josm.plugins.PluginInformation;

/** What the host loads: it touches nothing but the host until somebody opens the dialog. */
public final class AskPlugin extends Plugin {

    /** Made by the host. */
    public AskPlugin(PluginInformation information) {
        super(information);
    }

    @Override
    public void mapFrameInitialized(MapFrame before, MapFrame now) {
        if (now != null) { // null when the last layer was removed
            now.addToggleDialog(new AskDialog());
        }
    }

    @Override
    public PreferenceSetting getPreferenceSetting() {
        return new AskPreference();
    }
}
