package dev.plumbline.examples.josm;

import java.awt.event.FocusEvent;
import java.awt.event.FocusListener;
import org.openstreetmap.josm.gui.MainApplication;

/** Keeps letters for the field that has the focus: the map, which sees keys before all others, does not listen then. */
final class MapFocus implements FocusListener {
    @Override
    public void focusGained(FocusEvent event) {
        mapListens(false);
    }

    @Override
    public void focusLost(FocusEvent event) {
        mapListens(true);
    }

    private static void mapListens(boolean listens) {
        if (MainApplication.getMap() != null) {
            MainApplication.getMap().keyDetector.setEnabled(listens);
        }
    }
}
