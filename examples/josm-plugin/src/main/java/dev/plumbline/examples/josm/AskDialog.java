package dev.plumbline.examples.josm;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantPanel;
import dev.plumbline.runtime.AiRuntime.CloseReport;
import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.event.KeyEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
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
import org.openstreetmap.josm.tools.Shortcut;

/**
 * The toggle dialog beside the map. It shows the conversation about the layer that is edited; each data layer has its own,
 * from the first time the dialog shows it until the layer is removed. Used on the UI thread.
 */
final class AskDialog extends ToggleDialog implements ActiveLayerChangeListener, LayerChangeListener {
    private static final long serialVersionUID = 1L;

    private final transient Map<DataSet, AssistantPanel> panels = new HashMap<>();
    private final transient Supplier<Assistant> assistant;
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
        return data == null
                ? new JLabel("Open or create a data layer first.")
                : panels.computeIfAbsent(data, this::open).component();
    }

    private AssistantPanel open(DataSet data) {
        AssistantPanel panel = assistant.get().open(MapDocument.of(data));
        TypedLetters.keepIn(panel.chat().messageField());
        return panel;
    }

    @Override
    public void activeOrEditLayerChanged(ActiveLayerChangeEvent event) {
        if (isDialogShowing()) {
            showNotify();
        }
    }

    @Override
    public void layerRemoving(LayerRemoveEvent event) {
        if (event.getRemovedLayer() instanceof OsmDataLayer layer && panels.containsKey(layer.getDataSet())) {
            CompletableFuture<CloseReport> unused =
                    panels.remove(layer.getDataSet()).close();
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
