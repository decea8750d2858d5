package dev.plumbline.examples.freeplane;

import java.awt.event.ActionEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.swing.JOptionPane;
import org.freeplane.core.ui.AFreeplaneAction;
import org.freeplane.core.ui.components.UITools;
import org.freeplane.core.ui.menubuilders.generic.Entry;
import org.freeplane.core.ui.menubuilders.generic.EntryAccessor;
import org.freeplane.core.ui.menubuilders.generic.PhaseProcessor.Phase;
import org.freeplane.features.map.IMapLifeCycleListener;
import org.freeplane.features.map.MapModel;
import org.freeplane.features.mode.Controller;
import org.freeplane.features.mode.ModeController;
import org.jspecify.annotations.Nullable;

/**
 * The item in the menu Tools. It opens a window for the map that is shown; each map has its own, which is closed with the
 * map. Used on the UI thread.
 */
final class AskAction extends AFreeplaneAction {
    private static final long serialVersionUID = 1L;
    private static final String KEY = "PlumblineAskAction";

    private final transient Map<MapModel, AskWindow> windows = new HashMap<>();

    AskAction() {
        super(KEY, "Ask AI...", null);
    }

    /** Adds the item, and listens for maps that are closed. */
    void install(ModeController controller) {
        controller.addAction(this);
        controller.getUserInputListenerFactory().addBuildPhaseListener((phase, entry) -> {
            if (phase == Phase.ACTIONS && entry.getParent() == null) {
                addTo(entry.findEntry("extras"));
            }
        });
        controller.getMapController().addMapLifeCycleListener(new IMapLifeCycleListener() {
            @Override
            public void onRemove(MapModel map) {
                AskWindow window = windows.remove(map);
                if (window != null) {
                    window.close();
                }
            }
        });
    }

    private void addTo(@Nullable Entry tools) {
        if (tools != null && tools.getChild(KEY) == null) {
            new EntryAccessor().addChildAction(tools, this);
        }
    }

    @Override
    public void actionPerformed(ActionEvent event) {
        MapModel map = Controller.getCurrentController().getMap();
        if (map == null) {
            return;
        }
        try {
            AskWindow window = windows.get(map);
            if (window == null || window.isClosed()) {
                window = AskWindow.of(UITools.getFrame(), map);
                windows.put(map, window);
            }
            window.show();
        } catch (LinkageError broken) {
            JOptionPane.showMessageDialog(UITools.getFrame(), "Ask AI does not work: start Freeplane again.");
        }
    }

    void closeAll() {
        List.copyOf(windows.values()).forEach(AskWindow::close);
        windows.clear();
    }
}
