package dev.plumbline.views;

import java.awt.Component;
import java.awt.KeyboardFocusManager;
import java.awt.event.ActionEvent;
import java.awt.event.FocusAdapter;
import java.awt.event.FocusEvent;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.swing.AbstractAction;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.KeyStroke;
import javax.swing.LayoutFocusTraversalPolicy;
import javax.swing.SwingUtilities;

/**
 * The keys of a panel: the rows are one stop of Tab, with the arrows between them; buttons of questions are stops of their
 * own. Used on the event dispatch thread.
 */
final class RowKeys {
    private final RowsPane pane;
    private final Supplier<List<ShownRow>> rows;
    private Optional<ShownRow> current = Optional.empty();

    RowKeys(RowsPane pane, Supplier<List<ShownRow>> rows) {
        this.pane = pane;
        this.rows = rows;
    }

    void addTo(JPanel panel) {
        JComponent list = pane.list();
        list.setFocusable(true);
        list.addFocusListener(new FocusAdapter() {
            @Override
            public void focusGained(FocusEvent event) {
                move(0);
            }
        });
        list.getInputMap().put(KeyStroke.getKeyStroke("ENTER"), "DOWN"); // without a key it is not a stop of Tab
        panel.setFocusTraversalPolicyProvider(true);
        panel.setFocusTraversalPolicy(new OneStop());
        put(list, "UP", () -> move(-1));
        put(list, "DOWN", () -> move(1));
        put(list, "HOME", () -> move(-rows.get().size()));
        put(list, "END", () -> move(rows.get().size()));
        put(list, "PAGE_UP", () -> pane.scrollBy(-list.getHeight() * 9 / 10));
        put(list, "PAGE_DOWN", () -> pane.scrollBy(list.getHeight() * 9 / 10));
        put(list, "shift F10", this::openMenu);
        put(list, "CONTEXT_MENU", this::openMenu);
    }

    /** Runs something at that key with Ctrl, or Command on a Mac, wherever the focus is in the panel. */
    void bind(JComponent panel, String key, Runnable action) {
        put(panel, "ctrl " + key, action);
        put(panel, "meta " + key, action);
    }

    private static void put(JComponent part, String key, Runnable action) {
        part.getInputMap(JComponent.WHEN_ANCESTOR_OF_FOCUSED_COMPONENT).put(KeyStroke.getKeyStroke(key), key);
        part.getActionMap().put(key, new AbstractAction() {
            private static final long serialVersionUID = 1L;

            @Override
            public void actionPerformed(ActionEvent event) {
                action.run();
            }
        });
    }

    /** Forgets all rows. */
    void forget() {
        current = Optional.empty();
    }

    void forget(ShownRow gone) {
        current = current.filter(row -> row != gone);
    }

    /** Puts the focus on the row that is so many after the current one; the last one if there is none. */
    private void move(int by) {
        List<ShownRow> all = rows.get();
        if (!all.isEmpty()) {
            int last = all.size() - 1;
            int from = current.map(all::indexOf).filter(index -> index >= 0).orElse(last);
            ShownRow next = all.get(Math.max(0, Math.min(last, from + by)));
            current = Optional.of(next);
            pane.show(next.firstCell());
            next.head().ifPresent(head -> {
                pane.show(head);
                head.component().requestFocusInWindow();
            });
        }
    }

    private void openMenu() {
        Component owner = KeyboardFocusManager.getCurrentKeyboardFocusManager().getFocusOwner();
        if (owner != null) {
            pane.rowOf(owner)
                    .or(() -> current)
                    .ifPresent(row -> row.context().menus().open(row, owner, 0, 0));
        }
    }

    /** The order of Tab, in which the rows are one stop. */
    private final class OneStop extends LayoutFocusTraversalPolicy {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean accept(Component part) {
            Component owner =
                    KeyboardFocusManager.getCurrentKeyboardFocusManager().getFocusOwner();
            boolean isInside = owner != null && SwingUtilities.isDescendingFrom(owner, pane.list());
            boolean isOfRow = part.getParent() == pane.list() || part instanceof TextBox;
            return super.accept(part)
                    && !isOfRow
                    && !(part == pane.list() && (isInside || rows.get().isEmpty()));
        }
    }
}
