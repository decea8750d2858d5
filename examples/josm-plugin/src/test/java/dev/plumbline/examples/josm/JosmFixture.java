package dev.plumbline.examples.josm;

import org.openstreetmap.josm.data.UndoRedoHandler;
import org.openstreetmap.josm.data.preferences.JosmBaseDirectories;
import org.openstreetmap.josm.data.projection.ProjectionRegistry;
import org.openstreetmap.josm.data.projection.Projections;
import org.openstreetmap.josm.spi.preferences.Config;
import org.openstreetmap.josm.spi.preferences.MemoryPreferences;

/** As much of the host as its model needs without a screen. */
final class JosmFixture {

    private JosmFixture() {}

    static void begin() {
        Config.setPreferencesInstance(new MemoryPreferences());
        Config.setBaseDirectoriesProvider(JosmBaseDirectories.getInstance());
        ProjectionRegistry.setProjection(Projections.getProjectionByCode("EPSG:3857"));
        UndoRedoHandler.getInstance().clean();
    }
}
