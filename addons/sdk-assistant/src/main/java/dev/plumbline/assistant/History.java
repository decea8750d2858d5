package dev.plumbline.assistant;

import dev.plumbline.assistant.StoredConversations.Item;
import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JComponent;
import javax.swing.JDialog;
import javax.swing.JLabel;
import javax.swing.JOptionPane;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTable;
import javax.swing.JTextField;
import javax.swing.ListSelectionModel;
import javax.swing.SwingUtilities;
import javax.swing.WindowConstants;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;
import javax.swing.table.DefaultTableModel;
import org.jspecify.annotations.Nullable;

/** The list of stored conversations: search, open, rename, delete. Used on the UI thread. */
final class History {
    private final StoredConversations store;
    private final String documentId;
    private final AssistantWords words;
    private final Consumer<String> opener;
    private final Function<String, CompletableFuture<?>> released;
    private final JPanel panel = new JPanel(new BorderLayout(4, 4));
    private final JTextField search = named(new JTextField(20), "search");
    private final JCheckBox all = named(new JCheckBox(), "all-documents");
    private final JLabel state = named(new JLabel(" "), "history-state");
    private final DefaultTableModel rows;
    private final JTable table;
    private List<Item> items = List.of();
    private volatile List<String> unreadable = List.of();
    private List<Item> shown = List.of();
    private @Nullable JDialog dialog;

    /**
     * @param opener opens a conversation by its id
     * @param released leaves a conversation that is to be deleted, and completes when it is not open here
     */
    History(
            StoredConversations store,
            String documentId,
            AssistantWords words,
            Consumer<String> opener,
            Function<String, CompletableFuture<?>> released) {
        this.store = store;
        this.documentId = documentId;
        this.words = words;
        this.opener = opener;
        this.released = released;
        this.rows = new DefaultTableModel(
                Stream.of("name", "time", "model", "cost")
                        .map(column -> words.say("history.column." + column))
                        .toArray(),
                0);
        this.table = named(new JTable(rows), "conversations");
        table.setDefaultEditor(Object.class, null); // a title is changed by its button
        int column = 0;
        for (int width : List.of(240, 140, 120, 100)) {
            table.getColumnModel().getColumn(column++).setPreferredWidth(width);
        }
        all.setText(words.say("history.all"));
        all.addActionListener(pressed -> filter());
        search.getAccessibleContext().setAccessibleName(words.say("history.search"));
        search.getDocument().addDocumentListener(new DocumentListener() {
            @Override
            public void insertUpdate(DocumentEvent event) {
                filter();
            }

            @Override
            public void removeUpdate(DocumentEvent event) {
                filter();
            }

            @Override
            public void changedUpdate(DocumentEvent event) {
                // a change of style
            }
        });
        table.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        table.getAccessibleContext().setAccessibleName(words.say("history.title"));
        table.addMouseListener(new MouseAdapter() {
            @Override
            public void mouseClicked(MouseEvent event) {
                if (event.getClickCount() == 2) {
                    open();
                }
            }
        });
        keys();
        layOut();
        load();
    }

    static History show(
            Component owner,
            StoredConversations store,
            String documentId,
            AssistantWords words,
            Consumer<String> opener,
            Function<String, CompletableFuture<?>> released) {
        History history = new History(store, documentId, words, opener, released);
        JDialog window = new JDialog(SwingUtilities.getWindowAncestor(owner), words.say("history.title"));
        window.setDefaultCloseOperation(WindowConstants.DISPOSE_ON_CLOSE);
        window.setContentPane(history.panel);
        window.pack();
        window.setLocationRelativeTo(owner);
        window.setVisible(true);
        history.dialog = window;
        return history;
    }

    void close() {
        if (dialog != null) {
            dialog.dispose();
        }
    }

    JComponent component() {
        return panel;
    }

    private static <C extends Component> C named(C component, String name) {
        component.setName(name);
        return component;
    }

    private void keys() {
        Map<Integer, Runnable> actions =
                Map.of(KeyEvent.VK_ENTER, this::open, KeyEvent.VK_F2, this::rename, KeyEvent.VK_DELETE, this::delete);
        table.addKeyListener(new KeyAdapter() {
            @Override
            public void keyPressed(KeyEvent event) {
                Runnable action = actions.get(event.getKeyCode());
                if (action != null) {
                    event.consume();
                    action.run();
                }
            }
        });
    }

    private void layOut() {
        panel.setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        JPanel top = new JPanel(new BorderLayout(4, 0));
        top.add(new JLabel(words.say("history.search")), BorderLayout.WEST);
        top.add(search, BorderLayout.CENTER);
        top.add(all, BorderLayout.EAST);
        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.TRAILING, 4, 0));
        buttons.add(button("open", this::open));
        buttons.add(button("rename", this::rename));
        buttons.add(button("delete", this::delete));
        JPanel below = new JPanel(new BorderLayout());
        below.add(state, BorderLayout.CENTER);
        below.add(buttons, BorderLayout.EAST);
        JScrollPane scroller = new JScrollPane(table);
        scroller.setPreferredSize(new Dimension(620, 260));
        panel.add(top, BorderLayout.NORTH);
        panel.add(scroller, BorderLayout.CENTER);
        panel.add(below, BorderLayout.SOUTH);
    }

    private JButton button(String name, Runnable action) {
        JButton button = new JButton(words.say("history." + name));
        button.setName("history-" + name);
        button.addActionListener(pressed -> action.run());
        return button;
    }

    private void load() {
        change(() -> store);
    }

    /** Changes something beside the UI thread, and shows the list again. */
    private void change(Supplier<?> work) {
        Background.run(
                () -> {
                    Object unused = work.get();
                    unreadable = store.unreadable();
                    return store.list();
                },
                (found, failure) -> {
                    if (failure != null) {
                        state.setText(
                                failure instanceof IllegalStateException
                                        ? words.say("open-elsewhere")
                                        : Faults.sentence(failure, words));
                    } else if (found != null) {
                        items = found;
                        filter();
                    }
                });
    }

    private void filter() {
        shown = items.stream()
                .filter(item -> all.isSelected() || item.documentId().equals(documentId))
                .filter(item -> item.matches(search.getText()))
                .toList();
        rows.setRowCount(0);
        shown.forEach(item -> rows.addRow(cells(item)));
        String count = words.say("history.count", rows.getRowCount());
        List<String> faults = unreadable;
        state.setText(
                faults.isEmpty()
                        ? count
                        : count + "  " + words.say("history.unreadable", faults.size(), faults.get(0)));
    }

    private Optional<Item> selected() {
        int row = table.getSelectedRow();
        return row < 0 ? Optional.empty() : Optional.of(shown.get(row));
    }

    private void open() {
        selected().ifPresent(item -> {
            opener.accept(item.id());
            close();
        });
    }

    private void rename() {
        selected().ifPresent(item -> {
            Object title = JOptionPane.showInputDialog(
                    panel,
                    words.say("history.new-title"),
                    words.say("history.rename"),
                    JOptionPane.PLAIN_MESSAGE,
                    null,
                    null,
                    item.title());
            if (title != null) {
                rename(item, title.toString());
            }
        });
    }

    void rename(Item item, String title) {
        change(() -> {
            store.rename(item.id(), title);
            return item;
        });
    }

    private void delete() {
        selected().ifPresent(item -> {
            int answer = JOptionPane.showConfirmDialog(
                    panel,
                    words.say("history.delete-this", item.title()),
                    words.say("history.delete"),
                    JOptionPane.OK_CANCEL_OPTION);
            if (answer == JOptionPane.OK_OPTION) {
                delete(item);
            }
        });
    }

    void delete(Item item) {
        CompletableFuture<?> left = released.apply(item.id());
        change(() -> {
            Object unused = left.join();
            store.delete(item.id());
            return item;
        });
    }

    private Object[] cells(Item item) {
        return new Object[] {
            item.title(),
            DateTimeFormatter.ofLocalizedDateTime(FormatStyle.SHORT)
                    .withLocale(words.locale())
                    .format(item.last().atZone(ZoneId.systemDefault())),
            item.model(),
            item.cost().map(Object::toString).orElse("")
        };
    }
}
