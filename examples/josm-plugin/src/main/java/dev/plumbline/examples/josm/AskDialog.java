package dev.plumbline.examples.josm;

import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.event.KeyEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.swing.JLabel;
import javax.swing.JPanel;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.gui.MainApplication;
import org.openstreetmap.josm.gui.dialogs.ToggleDialog;
import org.openstreetmap.josm.gui.layer.LayerManager.LayerAddEvent;
import org.openstreetmap.josm.gui.layer.LayerManager.LayerChangeListener;
import org.openstreetmap.josm.gui.layer.LayerManager.LayerOrderChangeEvent;
import org.openstreetmap.josm.gui.layer.LayerManager.LayerRemoveEvent;
import org.openstreetmap.josm.gui.layer.MainLayerManager.ActiveLayerChangeEvent;
import org.openstreetmap.josm.gui.layer.MainLayerManager.ActiveLayerChangeListener;
import org.openstreetmap.josm.gui.layer.OsmDataLayer;
import org.openstreetmap.josm.spi.preferences.PreferenceChangeEvent;
import org.openstreetmap.josm.tools.Shortcut;

/**
 * The toggle dialog beside the map. It shows the conversation about the layer that is edited; each data layer has its own,
 * from the first time the dialog shows it until the layer is removed. Used on the UI thread.
 */
final class AskDialog extends ToggleDialog implements ActiveLayerChangeListener, LayerChangeListener {
    private static final long serialVersionUID = 1L;

    private final transient Map<DataSet, AskPanel> panels = new HashMap<>();
    private final JPanel content = new JPanel(new BorderLayout());

    AskDialog() {
        super(
                "Ask AI",
                "plumbline",
                "Say what should be drawn, found or tagged",
                Shortcut.registerShortcut(
                        "subwindow:plumbline", "Windows: Ask AI", KeyEvent.CHAR_UNDEFINED, Shortcut.NONE),
                320,
                false,
                AskPreference.class);
        createLayout(content, false, List.of());
        MainApplication.getLayerManager().addLayerChangeListener(this);
        MainApplication.getLayerManager().addActiveLayerChangeListener(this);
    }

    @Override
    public void showNotify() {
        content.removeAll();
        content.add(shown());
        content.revalidate();
        content.repaint();
    }

    private Component shown() {
        DataSet data = MainApplication.getLayerManager().getEditDataSet();
        if (data == null) {
            return new JLabel("Open or create a data layer first.");
        }
        try {
            return panels.computeIfAbsent(data, AskPanel::of).component();
        } catch (LinkageError broken) { // the plug-in's file was replaced meanwhile
            return new JLabel("Ask AI does not work: start JOSM again.");
        }
    }

    @Override
    public void activeOrEditLayerChanged(ActiveLayerChangeEvent event) {
        if (isDialogShowing()) {
            showNotify();
        }
    }

    @Override
    public void layerRemoving(LayerRemoveEvent event) {
        if (event.getRemovedLayer() instanceof OsmDataLayer layer) {
            AskPanel panel = panels.remove(layer.getDataSet());
            if (panel != null) {
                panel.close();
            }
        }
    }

    @Override
    public void layerAdded(LayerAddEvent event) {
        // it has a conversation when it becomes the active one
    }

    @Override
    public void layerOrderChanged(LayerOrderChangeEvent event) {
        // the active layer is the same
    }

    @Override
    public void preferenceChanged(PreferenceChangeEvent event) {
        super.preferenceChanged(event);
        if (AskSettings.KEYS.contains(event.getKey())) {
            panels.values().forEach(AskPanel::close); // the next message reads the settings again
        }
    }

    @Override
    public void destroy() {
        MainApplication.getLayerManager().removeLayerChangeListener(this);
        MainApplication.getLayerManager().removeActiveLayerChangeListener(this);
        panels.values().forEach(AskPanel::close);
        panels.clear();
        super.destroy();
    }
}
