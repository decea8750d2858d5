package dev.plumbline.examples.josm;

import dev.plumbline.assistant.Assistant;
import org.jspecify.annotations.Nullable;
import org.openstreetmap.josm.gui.MapFrame;
import org.openstreetmap.josm.gui.preferences.PreferenceSetting;
import org.openstreetmap.josm.plugins.Plugin;
import org.openstreetmap.josm.plugins.PluginInformation;

/** What the host loads: it touches nothing but the host until somebody opens the dialog or its page of the preferences. */
public final class AskPlugin extends Plugin {
    private @Nullable Assistant assistant;

    /** Made by the host. */
    public AskPlugin(PluginInformation information) {
        super(information);
    }

    @Override
    public void mapFrameInitialized(MapFrame before, MapFrame now) {
        if (now != null) { // null when the last layer was removed
            now.addToggleDialog(new AskDialog(this::assistant));
        }
    }

    @Override
    public PreferenceSetting getPreferenceSetting() {
        return new AskPreference(this::assistant);
    }

    private Assistant assistant() {
        if (assistant == null) {
            assistant = MapDocument.assistant();
        }
        return assistant;
    }
}
