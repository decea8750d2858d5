package dev.plumbline.views;

import dev.plumbline.views.MarkdownBlock.Line;
import dev.plumbline.views.MarkdownBlock.Run;
import java.awt.Color;
import java.awt.Cursor;
import java.awt.Font;
import java.awt.event.KeyEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.swing.JTextPane;
import javax.swing.KeyStroke;
import javax.swing.text.AttributeSet;
import javax.swing.text.BadLocationException;
import javax.swing.text.DefaultCaret;
import javax.swing.text.DefaultHighlighter;
import javax.swing.text.SimpleAttributeSet;
import javax.swing.text.StyleConstants;
import javax.swing.text.StyledDocument;

/**
 * Shows lines of text with styles, which can be selected. Nothing is read as HTML. Lines that are shown already are not laid
 * out again.
 */
final class TextBox extends JTextPane {
    private static final long serialVersionUID = 1L;
    private static final Object LINK = "link";
    private static final int INDENT = 22;
    private static final float[] HEADINGS = {1.5f, 1.3f, 1.15f, 1.05f, 1f, 1f};

    private final transient PanelContext context;
    private final Font base;
    private final Color colour;
    private final transient List<Line> lines = new ArrayList<>();
    private final List<Integer> starts = new ArrayList<>();

    TextBox(PanelContext context, Font font, Color colour) {
        this.context = context;
        this.base = font;
        this.colour = colour;
        DefaultCaret caret = new DefaultCaret();
        caret.setUpdatePolicy(DefaultCaret.NEVER_UPDATE); // the panel scrolls, not the caret
        setCaret(caret);
        setFont(font);
        setForeground(colour);
        setEditable(false);
        setOpaque(false);
        setBackground(new Color(0, 0, 0, 0)); // Nimbus paints the background of a field also if it is not opaque
        setBorder(javax.swing.BorderFactory.createEmptyBorder(1, 4, 1, 4));
        getInputMap().put(KeyStroke.getKeyStroke(KeyEvent.VK_TAB, 0), "none");
        MouseAdapter mouse = new MouseAdapter() {
            @Override
            public void mouseClicked(MouseEvent event) {
                String link = linkAt(event);
                if (!link.isEmpty() && event.getButton() == MouseEvent.BUTTON1) {
                    PanelContext.browse(link);
                }
            }

            @Override
            public void mouseMoved(MouseEvent event) {
                String link = linkAt(event);
                setCursor(Cursor.getPredefinedCursor(link.isEmpty() ? Cursor.TEXT_CURSOR : Cursor.HAND_CURSOR));
                setToolTipText(link.isEmpty() ? null : link);
            }
        };
        addMouseListener(mouse);
        addMouseMotionListener(mouse);
    }

    private String linkAt(MouseEvent event) {
        int place = viewToModel2D(event.getPoint());
        AttributeSet style = getStyledDocument().getCharacterElement(place).getAttributes();
        return style.getAttribute(LINK) instanceof String link ? link : "";
    }

    /** Shows those lines; returns the number of characters that were laid out. */
    int show(List<Line> now) {
        int same = 0;
        while (same < Math.min(lines.size(), now.size()) && lines.get(same).equals(now.get(same))) {
            same++;
        }
        int written = 0;
        try {
            written = same == lines.size() && same == now.size() ? 0 : write(now, same);
        } catch (BadLocationException impossible) {
            throw new IllegalStateException(impossible);
        }
        markFound();
        return written;
    }

    private int write(List<Line> now, int same) throws BadLocationException {
        StyledDocument document = getStyledDocument();
        int from = same < starts.size() ? starts.get(same) : document.getLength();
        document.remove(from, document.getLength() - from);
        lines.subList(same, lines.size()).clear();
        starts.subList(same, starts.size()).clear();
        for (Line line : now.subList(same, now.size())) {
            if (!lines.isEmpty()) {
                document.insertString(document.getLength(), "\n", SimpleAttributeSet.EMPTY);
            }
            starts.add(lines.isEmpty() ? 0 : document.getLength() - 1);
            int begin = document.getLength();
            if (!line.marker().isEmpty()) {
                document.insertString(begin, line.marker() + "\t", style(line, Run.plain("")));
            }
            for (Run run : line.runs()) {
                document.insertString(document.getLength(), run.text(), style(line, run));
            }
            document.setParagraphAttributes(begin, 1, paragraph(line, lines.isEmpty()), true);
            lines.add(line);
        }
        return document.getLength() - from;
    }

    private AttributeSet style(Line line, Run run) {
        SimpleAttributeSet style = new SimpleAttributeSet();
        StyleConstants.setFontFamily(style, run.isCode() ? Font.MONOSPACED : base.getFamily());
        StyleConstants.setFontSize(style, base.getSize());
        StyleConstants.setForeground(style, line.kind() == Line.Kind.QUOTE ? Colours.muted() : colour);
        if (line.kind() == Line.Kind.HEADING) {
            StyleConstants.setBold(style, true);
            StyleConstants.setFontSize(style, Math.round(base.getSize() * HEADINGS[Math.max(1, line.level()) - 1]));
        }
        if (run.isBold()) {
            StyleConstants.setBold(style, true);
        }
        if (run.isItalic()) {
            StyleConstants.setItalic(style, true);
        }
        if (run.isCode()) {
            StyleConstants.setBackground(style, Colours.code());
        }
        if (!run.link().isEmpty()) {
            style.addAttribute(LINK, run.link());
            StyleConstants.setForeground(style, Colours.link());
            StyleConstants.setUnderline(style, true);
        }
        return style;
    }

    private static AttributeSet paragraph(Line line, boolean isAtTop) {
        SimpleAttributeSet style = new SimpleAttributeSet();
        if (line.isFirst() && !isAtTop) {
            StyleConstants.setSpaceAbove(style, line.kind() == Line.Kind.HEADING ? 12 : 6);
        }
        boolean isItem = line.kind() == Line.Kind.ITEM;
        if (isItem || line.kind() == Line.Kind.QUOTE) {
            float left = INDENT * line.level();
            StyleConstants.setLeftIndent(style, left);
            if (isItem && !line.marker().isEmpty()) {
                StyleConstants.setFirstLineIndent(style, -INDENT + 4f);
                StyleConstants.setTabSet(
                        style,
                        new javax.swing.text.TabSet(new javax.swing.text.TabStop[] {new javax.swing.text.TabStop(0)}));
                StyleConstants.setSpaceAbove(style, isAtTop ? 0 : 3);
            }
        }
        return style;
    }

    /** Marks what a person looks for. */
    void markFound() {
        getHighlighter().removeAllHighlights();
        String found = context.found().toLowerCase(Locale.ROOT);
        if (!found.isEmpty()) {
            try {
                String text = getStyledDocument()
                        .getText(0, getStyledDocument().getLength())
                        .toLowerCase(Locale.ROOT);
                Color mark = Colours.found();
                for (int at = text.indexOf(found); at >= 0; at = text.indexOf(found, at + found.length())) {
                    getHighlighter()
                            .addHighlight(
                                    at, at + found.length(), new DefaultHighlighter.DefaultHighlightPainter(mark));
                }
            } catch (BadLocationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    /** Returns how high it is at a width. */
    int heightAt(int pixels) {
        setSize(Math.max(1, pixels), Short.MAX_VALUE);
        return getPreferredSize().height;
    }
}
