package dev.plumbline.examples.sweethome3d;

import dev.plumbline.event.AiError;
import dev.plumbline.views.RowChange;
import dev.plumbline.views.ViewRow;
import java.awt.Color;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import javax.swing.JTextPane;
import javax.swing.text.AttributeSet;
import javax.swing.text.BadLocationException;
import javax.swing.text.SimpleAttributeSet;
import javax.swing.text.StyleConstants;
import javax.swing.text.StyledDocument;

/** What was said and done, as one reads it: each row a piece of the text, which is never laid out anew as a whole. */
final class TranscriptPane extends JTextPane {
    private static final long serialVersionUID = 1L;
    private static final AttributeSet PLAIN = style(Color.BLACK, false);
    private static final AttributeSet BOLD = style(Color.BLACK, true);
    private static final AttributeSet QUIET = style(new Color(0x60, 0x60, 0x60), false);
    private static final AttributeSet WRONG = style(new Color(0xB0, 0x20, 0x20), false);

    private final transient Function<AiError, String> sentences;

    /** How long the piece of each row is, in order. */
    private final transient Map<String, Integer> lengths = new LinkedHashMap<>();

    /**
     * An empty one.
     *
     * @param sentences what to say of a failure
     */
    TranscriptPane(Function<AiError, String> sentences) {
        this.sentences = sentences;
        setName("conversation");
        setEditable(false);
    }

    /** Does what a change says. */
    void show(RowChange change) {
        if (change instanceof RowChange.Appended more) {
            if (!more.reasoning()) {
                put(more.key(), lengthOf(more.key()), more.piece(), PLAIN);
            }
        } else if (change instanceof RowChange.Added added) {
            add(added.row());
        } else if (change instanceof RowChange.Changed changed) {
            change(changed.row());
        } else {
            put(change.key(), 0, "", PLAIN);
            lengths.remove(change.key());
        }
    }

    /** The words of a conversation that did not begin. */
    void trouble(String sentence) {
        String key = "trouble " + lengths.size();
        lengths.put(key, 0);
        put(key, 0, "\n" + sentence, WRONG);
    }

    private void add(ViewRow row) {
        lengths.put(row.key(), 0);
        put(row.key(), 0, words(row), style(row));
    }

    /** What is the same is not touched: a long answer is drawn once. */
    private void change(ViewRow row) {
        if (!textOf(row.key()).equals(words(row))) {
            put(row.key(), 0, words(row), style(row));
        }
    }

    private String words(ViewRow row) {
        if (row instanceof ViewRow.UserMessage) {
            return (row.key().equals(first()) ? "" : "\n\n") + row.text();
        }
        if (row instanceof ViewRow.ToolCallRow tool) {
            return "\n" + mark(tool) + " " + tool.call().name().replace('_', ' ');
        }
        return "\n" + (row instanceof ViewRow.ErrorNotice notice ? sentences.apply(notice.error()) : row.text());
    }

    private static String mark(ViewRow.ToolCallRow tool) {
        return switch (tool.status()) {
            case PENDING, EXECUTING -> "…";
            case COMPLETED -> "✓";
            case FAILED -> "✗";
        };
    }

    private static AttributeSet style(ViewRow row) {
        if (row instanceof ViewRow.UserMessage) {
            return BOLD;
        }
        if (row instanceof ViewRow.ToolCallRow tool) {
            return tool.status() == ViewRow.ToolCallRow.Status.FAILED ? WRONG : QUIET;
        }
        return row instanceof ViewRow.ErrorNotice ? WRONG : PLAIN;
    }

    private String first() {
        return lengths.keySet().iterator().next();
    }

    private int lengthOf(String key) {
        return lengths.getOrDefault(key, 0);
    }

    private int start(String key) {
        int start = 0;
        for (Map.Entry<String, Integer> row : lengths.entrySet()) {
            if (row.getKey().equals(key)) {
                return start;
            }
            start += row.getValue();
        }
        return start;
    }

    private String textOf(String key) {
        try {
            return getDocument().getText(start(key), lengthOf(key));
        } catch (BadLocationException e) {
            throw new IllegalStateException("the transcript is only changed here", e);
        }
    }

    /** Puts text in the place of the end of a row's, from there on. */
    private void put(String key, int from, String text, AttributeSet style) {
        int at = start(key) + from;
        int count = lengthOf(key) - from;
        insert(at + count, text, style);
        remove(at, count);
        lengths.merge(key, text.length() - count, Integer::sum);
        setCaretPosition(getDocument().getLength());
    }

    private void insert(int at, String text, AttributeSet style) {
        try {
            StyledDocument document = getStyledDocument();
            document.insertString(at, text, style);
        } catch (BadLocationException e) {
            throw new IllegalStateException("the transcript is only changed here", e);
        }
    }

    private void remove(int at, int count) {
        try {
            getDocument().remove(at, count);
        } catch (BadLocationException e) {
            throw new IllegalStateException("the transcript is only changed here", e);
        }
    }

    private static AttributeSet style(Color color, boolean bold) {
        SimpleAttributeSet style = new SimpleAttributeSet();
        StyleConstants.setForeground(style, color);
        StyleConstants.setBold(style, bold);
        return style;
    }
}
