package dev.plumbline.examples.josm;

import java.awt.event.ActionEvent;
import org.jspecify.annotations.Nullable;
import org.openstreetmap.josm.actions.JosmAction;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.gui.MainApplication;
import org.openstreetmap.josm.gui.Notification;

/** Opens a window in which one says what should be drawn. */
final class AskAction extends JosmAction {
    private static final long serialVersionUID = 1L;

    private transient @Nullable AskWindow window;

    AskAction() {
        super("Ask AI...", (String) null, "Say what should be drawn", null, false);
    }

    @Override
    public void actionPerformed(ActionEvent event) {
        DataSet data = MainApplication.getLayerManager().getEditDataSet();
        if (data != null) {
            try {
                if (window == null || !window.isFor(data)) {
                    window = AskWindow.of(MainApplication.getMainFrame(), data);
                }
                window.show();
            } catch (LinkageError broken) {
                new Notification("Ask AI does not work: start JOSM again.").show();
            }
        }
    }

    @Override
    protected void updateEnabledState() {
        setEnabled(getLayerManager().getEditDataSet() != null);
    }
}
