package dev.plumbline.views;

import dev.plumbline.views.ChatPanel.ChatLabel;
import java.awt.BorderLayout;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.swing.BorderFactory;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;

/**
 * Looks for words in the rows, from one find to the next. It looks through so much text at a time that the program still
 * reacts. Used on the event dispatch thread.
 */
final class FindBar {
    private static final int MOST_AT_ONCE = 300_000;

    private final JPanel bar = new JPanel(new BorderLayout(6, 0));
    private final JTextField field = new JTextField();
    private final JLabel result = QuestionButtons.plain(new JLabel());
    private final JLabel name = QuestionButtons.plain(new JLabel());
    private final PanelContext context;
    private final Supplier<List<ShownRow>> rows;
    private Optional<ShownRow> at = Optional.empty();
    private int search;

    FindBar(PanelContext context, Supplier<List<ShownRow>> rows, Runnable closed) {
        this.context = context;
        this.rows = rows;
        field.setName("find");
        field.addKeyListener(new KeyAdapter() {
            @Override
            public void keyPressed(KeyEvent event) {
                if (event.getKeyCode() == KeyEvent.VK_ESCAPE) {
                    closed.run(); // before the field with the focus is hidden, which would move it on
                    SwingUtilities.invokeLater(FindBar.this::close);
                } else if (event.getKeyCode() == KeyEvent.VK_ENTER) {
                    event.consume();
                    find(event.isShiftDown() ? -1 : 1);
                }
            }
        });
        bar.setBorder(BorderFactory.createEmptyBorder(0, 4, 4, 4));
        bar.add(name, BorderLayout.WEST);
        bar.add(field, BorderLayout.CENTER);
        bar.add(result, BorderLayout.EAST);
        bar.setVisible(false);
    }

    void labels() {
        name.setText(context.texts().of(ChatLabel.FIND));
        name.setLabelFor(field);
    }

    /** Shows it in that place. */
    void open(JPanel place) {
        place.add(bar, BorderLayout.NORTH);
        bar.setVisible(true);
        bar.revalidate();
        field.selectAll();
        field.requestFocusInWindow();
    }

    private void close() {
        search++;
        bar.setVisible(false);
        bar.getParent().revalidate();
        at = Optional.empty();
        mark("");
    }

    private void mark(String words) {
        context.found(words);
        context.pane().markFound();
    }

    private void find(int step) {
        mark(field.getText());
        result.setText("");
        List<ShownRow> all = rows.get();
        if (!field.getText().isEmpty() && !all.isEmpty()) {
            Pattern words =
                    Pattern.compile(Pattern.quote(field.getText()), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
            int from = at.map(all::indexOf).orElse(step > 0 ? -1 : all.size());
            look(new Search(++search, all, words, step), from + step, all.size());
        }
    }

    /** A search that goes on until it is replaced. */
    private record Search(int number, List<ShownRow> rows, Pattern words, int step) {}

    private void look(Search now, int from, int left) {
        int index = from;
        int rest = left;
        int seen = 0;
        while (rest > 0 && seen < MOST_AT_ONCE) {
            ShownRow row = now.rows().get(Math.floorMod(index, now.rows().size()));
            if (row.contains(now.words())) {
                at = Optional.of(row);
                row.reveal(now.words());
                return;
            }
            seen += row.length() + 1;
            index += now.step();
            rest--;
        }
        int next = index;
        int more = rest;
        if (rest > 0) {
            SwingUtilities.invokeLater(() -> {
                if (now.number() == search) {
                    look(now, next, more);
                }
            });
        } else {
            result.setText(context.texts().of(ChatLabel.NOT_FOUND));
        }
    }
}
