package dev.plumbline.views;

import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import javax.swing.DefaultListCellRenderer;
import javax.swing.JList;
import javax.swing.JPopupMenu;
import javax.swing.JScrollPane;
import javax.swing.ListSelectionModel;
import javax.swing.SwingUtilities;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;
import javax.swing.text.JTextComponent;

/**
 * Offers prompts by their names when a message begins with a slash: a list above the field, chosen by the arrow keys and Enter,
 * or by a click; Escape closes it. The focus stays in the field. Used on the event dispatch thread.
 */
final class PromptCompletion extends KeyAdapter implements DocumentListener {
    private static final int MOST_ROWS = 8;
    private static final int MOST_CHARACTERS = 60;

    private final JTextComponent field;
    private final JPopupMenu popup = new JPopupMenu();
    private final JList<String> names = new JList<>();
    private Supplier<Map<String, String>> prompts = Map::of;
    private boolean isOpen;
    private boolean isChoosing;

    PromptCompletion(JTextComponent field) {
        this.field = field;
        names.setName("prompt-names");
        names.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        names.setFocusable(false);
        DefaultListCellRenderer label = new DefaultListCellRenderer();
        names.setCellRenderer((list, name, index, isSelected, hasFocus) ->
                label.getListCellRendererComponent(list, shown(name), index, isSelected, false));
        names.addMouseListener(new MouseAdapter() {
            @Override
            public void mousePressed(MouseEvent event) {
                choose();
            }
        });
        popup.setFocusable(false);
        popup.add(new JScrollPane(names));
        field.getDocument().addDocumentListener(this);
    }

    /**
     * Sets what is offered.
     *
     * @param all the texts by their names, read at each slash
     */
    void offer(Supplier<Map<String, String>> all) {
        prompts = all;
    }

    private String shown(String name) {
        String text = prompts.get().getOrDefault(name, "").replace('\n', ' ');
        return "/" + name + "   " + (text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) + "…" : text);
    }

    private void refresh() {
        String typed = field.getText();
        boolean isName = typed.startsWith("/") && typed.chars().noneMatch(Character::isWhitespace);
        String begun = isName ? typed.substring(1).toLowerCase(Locale.ROOT) : "";
        List<String> found = isName && !isChoosing
                ? prompts.get().keySet().stream()
                        .filter(name -> name.toLowerCase(Locale.ROOT).startsWith(begun))
                        .toList()
                : List.of();
        close();
        if (!found.isEmpty()) {
            isOpen = true;
            names.setListData(found.toArray(String[]::new));
            names.setSelectedIndex(0);
            names.setVisibleRowCount(Math.min(found.size(), MOST_ROWS));
            if (field.isShowing()) {
                popup.pack();
                popup.show(field, 0, -popup.getPreferredSize().height);
            }
        }
    }

    private void close() {
        isOpen = false;
        popup.setVisible(false);
    }

    @Override
    public void keyPressed(KeyEvent event) {
        if (!isOpen) {
            return;
        }
        switch (event.getKeyCode()) {
            case KeyEvent.VK_DOWN -> move(1);
            case KeyEvent.VK_UP -> move(-1);
            case KeyEvent.VK_ENTER -> choose();
            case KeyEvent.VK_ESCAPE -> close();
            default -> {
                return; // it is typed
            }
        }
        event.consume();
    }

    private void move(int by) {
        int count = names.getModel().getSize();
        names.setSelectedIndex(Math.floorMod(names.getSelectedIndex() + by, count));
        names.ensureIndexIsVisible(names.getSelectedIndex());
    }

    /** Puts the text of the selected prompt into the field, where it can be changed before it is sent. */
    private void choose() {
        String text = prompts.get().getOrDefault(names.getSelectedValue(), "");
        isChoosing = true; // a text that begins with a slash is not completed again
        close();
        field.setText(text);
        SwingUtilities.invokeLater(() -> isChoosing = false);
    }

    @Override
    public void insertUpdate(DocumentEvent change) {
        SwingUtilities.invokeLater(this::refresh);
    }

    @Override
    public void removeUpdate(DocumentEvent change) {
        SwingUtilities.invokeLater(this::refresh);
    }

    @Override
    public void changedUpdate(DocumentEvent change) {
        // of attributes, which a plain text has not
    }
}
