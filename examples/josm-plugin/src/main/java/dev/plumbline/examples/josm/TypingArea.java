package dev.plumbline.examples.josm;

import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Container;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.swing.Action;
import javax.swing.JPanel;
import org.openstreetmap.josm.actions.JosmAction;
import org.openstreetmap.josm.gui.widgets.DisableShortcutsOnFocusGainedComponent;
import org.openstreetmap.josm.tools.Pair;
import org.openstreetmap.josm.tools.Shortcut;

/**
 * A part of the host's window in which one types: while it has the focus, letters are not the host's shortcuts. In the
 * main window, an {@code a} would begin to draw.
 */
final class TypingArea extends JPanel implements DisableShortcutsOnFocusGainedComponent {
    private static final long serialVersionUID = 1L;

    private final transient List<Pair<Action, Shortcut>> shortcuts = new ArrayList<>();
    private final transient Set<JosmAction> actions = new HashSet<>();

    TypingArea(Container content) {
        super(new BorderLayout());
        add(content);
        listen(content);
    }

    private void listen(Container content) {
        for (Component part : content.getComponents()) {
            part.addFocusListener(this);
            if (part instanceof Container inner) {
                listen(inner);
            }
        }
    }

    @Override
    public List<Pair<Action, Shortcut>> getUnregisteredActionShortcuts() {
        return shortcuts;
    }

    @Override
    public Set<JosmAction> getDisabledMenuActions() {
        return actions;
    }
}
