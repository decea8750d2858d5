package dev.plumbline.examples.josm;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantPanel;
import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.event.KeyEvent;
import java.util.List;
import java.util.function.Supplier;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.text.JTextComponent;
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
import org.openstreetmap.josm.tools.Shortcut;

/**
 * The toggle dialog beside the map. It shows the conversation about the layer that is edited; each data layer has its own,
 * from the first time the dialog shows it until the layer is removed. Used on the UI thread.
 */
final class AskDialog extends ToggleDialog implements ActiveLayerChangeListener, LayerChangeListener {
    private static final long serialVersionUID = 1L;

    private final transient Supplier<Assistant> assistant;
    private final transient MapFocus focus = new MapFocus();
    private final JPanel content = new JPanel(new BorderLayout());

    AskDialog(Supplier<Assistant> assistant) {
        super(
                "Ask AI",
                "plumbline",
                "Say what should be drawn, found or tagged",
                Shortcut.registerShortcut(
                        "subwindow:plumbline", "Windows: Ask AI", KeyEvent.CHAR_UNDEFINED, Shortcut.NONE),
                320,
                false,
                AskPreference.class);
        this.assistant = assistant;
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
        AssistantPanel panel = assistant.get().panel(data, () -> MapDocument.of(data));
        JTextComponent field = panel.chat().messageField();
        field.removeFocusListener(focus); // it is there if the panel was shown before
        field.addFocusListener(focus);
        return panel.component();
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
            assistant.get().close(layer.getDataSet());
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
    public void destroy() {
        MainApplication.getLayerManager().removeLayerChangeListener(this);
        MainApplication.getLayerManager().removeActiveLayerChangeListener(this);
        super.destroy();
    }
}
