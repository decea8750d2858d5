package dev.plumbline.examples.sweethome3d;

import java.awt.Color;
import java.util.HashMap;
import java.util.Map;
import javax.swing.JTextPane;
import javax.swing.text.BadLocationException;
import javax.swing.text.Position;
import javax.swing.text.SimpleAttributeSet;
import javax.swing.text.StyleConstants;
import javax.swing.text.StyledDocument;

/** What was said and done, as one reads it: appended piece by piece, never laid out anew as a whole. */
final class TranscriptPane extends JTextPane {
    private static final long serialVersionUID = 1L;
    private static final Color QUIET = new Color(0x60, 0x60, 0x60);
    private static final Color WRONG = new Color(0xB0, 0x20, 0x20);

    private final transient Map<String, Position> calls = new HashMap<>();
    private int round;

    TranscriptPane() {
        setName("conversation");
        setEditable(false);
    }

    void user(String words) {
        append((length() == 0 ? "" : "\n\n") + words + "\n", style(Color.BLACK, true));
    }

    /** The place {@link #takeBack} goes back to. */
    void roundBegins() {
        round = length();
    }

    void assistant(String piece) {
        boolean first = length() == round && !endsLine();
        append((first ? "\n" : "") + piece, style(Color.BLACK, false));
    }

    void takeBack() {
        replace(round, length() - round, "", style(Color.BLACK, false));
    }

    void toolCalled(String id, String name) {
        if (!endsLine()) {
            append("\n", style(QUIET, false));
        }
        int at = length();
        append("… " + name.replace('_', ' '), style(QUIET, false));
        calls.put(id, position(at));
    }

    void toolFinished(String id, boolean ok) {
        Position mark = calls.remove(id);
        if (mark != null) {
            replace(mark.getOffset(), 1, ok ? "✓" : "✗", style(ok ? QUIET : WRONG, false));
        }
    }

    /** The words that end a turn that has no answer. */
    void trouble(String sentence) {
        append("\n" + sentence, style(WRONG, false));
    }

    private boolean endsLine() {
        return getText().endsWith("\n");
    }

    private int length() {
        return getDocument().getLength();
    }

    private void append(String text, SimpleAttributeSet style) {
        replace(length(), 0, text, style);
        setCaretPosition(length());
    }

    private void replace(int from, int count, String text, SimpleAttributeSet style) {
        try {
            StyledDocument document = getStyledDocument();
            document.insertString(from + count, text, style);
            document.remove(from, count);
        } catch (BadLocationException e) {
            throw new IllegalStateException("the transcript is only changed here", e);
        }
    }

    private Position position(int offset) {
        try {
            return getDocument().createPosition(offset);
        } catch (BadLocationException e) {
            throw new IllegalStateException("the transcript is only changed here", e);
        }
    }

    private static SimpleAttributeSet style(Color color, boolean bold) {
        SimpleAttributeSet style = new SimpleAttributeSet();
        StyleConstants.setForeground(style, color);
        StyleConstants.setBold(style, bold);
        return style;
    }
}
