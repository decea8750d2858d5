package dev.plumbline.examples.freeplane;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantPanel;
import dev.plumbline.runtime.AiRuntime.CloseReport;
import java.awt.event.ActionEvent;
import java.util.concurrent.CompletableFuture;
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

    private transient @Nullable Assistant assistant;

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
                if (assistant != null) {
                    assistant.close(map);
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
            if (assistant == null) {
                assistant = MapNodes.assistant();
            }
            AssistantPanel unused = assistant.show(map, UITools.getFrame(), new MapNodes(map)::document);
        } catch (LinkageError broken) {
            JOptionPane.showMessageDialog(UITools.getFrame(), "Ask AI does not work: start Freeplane again.");
        }
    }

    void closeAll() {
        if (assistant != null) {
            CompletableFuture<CloseReport> unused = assistant.close();
        }
    }
}
