package dev.plumbline.examples.josm;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantDocument;
import dev.plumbline.assistant.AssistantSettings;
import java.io.File;
import java.util.Objects;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.gui.MainApplication;
import org.openstreetmap.josm.gui.layer.OsmDataLayer;
import org.openstreetmap.josm.spi.preferences.Config;

/** The assistant of this plug-in, with the host's settings, and a data set as its document. */
final class MapDocument {
    private static final String INSTRUCTIONS = """
            You edit a map in JOSM. Points are [latitude, longitude] in degrees; tags are those of OpenStreetMap.
            The fact "map" says what is selected; that is what the user means by "this" and "these".
            Work with the tools, then say in a sentence what you did. The user uploads; you cannot.""";

    private MapDocument() {}

    static Assistant assistant() {
        File folder = new File(Config.getDirs().getUserDataDirectory(true), "plumbline");
        return Assistant.builder("Ask AI in JOSM")
                .settings(AssistantSettings.of(
                        name -> Config.getPref().get("plumbline." + name),
                        (name, text) -> Config.getPref().put("plumbline." + name, text)))
                .instructions(INSTRUCTIONS)
                .conversations(folder.toPath())
                .build();
    }

    static AssistantDocument of(DataSet data) {
        TurnCommands turns = new TurnCommands(data);
        MapTools tools = new MapTools(data, turns);
        MapContext context = new MapContext(data, tools::selected);
        return AssistantDocument.of(() -> id(data), context::revision, tools)
                .withFact("map", context::read)
                .withUndo(turns)
                .withBeforeMessage(tools::takeSelection);
    }

    /** The path of its file; empty for a layer without one. */
    private static String id(DataSet data) {
        return MainApplication.getLayerManager().getLayersOfType(OsmDataLayer.class).stream()
                .filter(layer -> layer.getDataSet() == data)
                .map(OsmDataLayer::getAssociatedFile)
                .filter(Objects::nonNull)
                .map(File::getPath)
                .findFirst()
                .orElse("");
    }
}
