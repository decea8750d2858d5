package dev.plumbline.examples.josm;

import java.awt.event.ActionEvent;
import java.util.concurrent.CompletableFuture;
import javax.swing.JOptionPane;
import org.openstreetmap.josm.actions.JosmAction;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.gui.MainApplication;
import org.openstreetmap.josm.gui.Notification;

/** Asks for a wish and says what came of it. */
final class AskAction extends JosmAction {
    private static final long serialVersionUID = 1L;

    AskAction() {
        super("Ask AI...", (String) null, "Say what should be drawn", null, false);
    }

    @Override
    public void actionPerformed(ActionEvent event) {
        DataSet data = MainApplication.getLayerManager().getEditDataSet();
        String wish = data == null
                ? null
                : JOptionPane.showInputDialog(MainApplication.getMainFrame(), "What should be drawn?");
        if (wish != null) {
            try {
                CompletableFuture<Void> unused = EditRequest.on(data).ask(wish, said -> new Notification(said).show());
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
