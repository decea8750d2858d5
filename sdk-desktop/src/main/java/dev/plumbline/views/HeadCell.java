package dev.plumbline.views;

import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Component;
import java.awt.Cursor;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.event.FocusAdapter;
import java.awt.event.FocusEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.time.format.FormatStyle;
import javax.accessibility.AccessibleContext;
import javax.accessibility.AccessibleRole;
import javax.swing.AbstractAction;
import javax.swing.BorderFactory;
import javax.swing.Box;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.KeyStroke;

/** The head of a row: who or what it is, when, and its menu. It has the focus when its row is the current one. */
final class HeadCell extends Cell {
    private static final int NARROW = 260;

    private Head head = new Head();

    HeadCell(ShownRow row) {
        super(row);
    }

    @Override
    int estimate(int pixels) {
        return row().estimate(1, pixels) + 4;
    }

    @Override
    int length() {
        return row().words().title().length();
    }

    @Override
    JComponent create() {
        head = new Head();
        head.refresh();
        return head;
    }

    @Override
    int measure(int pixels) {
        component();
        head.time.setVisible(pixels >= NARROW);
        return head.getPreferredSize().height;
    }

    /** Shows the words of its row as they are now. */
    void refresh() {
        if (hasComponent()) {
            head.refresh();
        }
    }

    /** The component of a head. */
    private final class Head extends JPanel {
        private static final long serialVersionUID = 1L;
        private final JLabel title = QuestionButtons.plain(new JLabel());
        private final JLabel fold = QuestionButtons.plain(new JLabel());
        private final JLabel time = QuestionButtons.plain(new JLabel());
        private final JLabel menu = QuestionButtons.plain(new JLabel("⋯"));

        Head() {
            super(new BorderLayout(6, 0));
            setOpaque(false);
            setBorder(BorderFactory.createEmptyBorder(4, 4, 1, 4));
            setFocusable(true);
            Box more = Box.createHorizontalBox();
            more.add(fold);
            more.add(Box.createHorizontalStrut(8));
            more.add(time);
            more.add(Box.createHorizontalStrut(8));
            more.add(menu);
            add(title, BorderLayout.CENTER);
            add(more, BorderLayout.EAST);
            title.setMinimumSize(new Dimension());
            menu.setName("row-menu");
            fold.setName("row-fold");
            keys();
            mouse();
        }

        private void keys() {
            bind("SPACE", () -> row().open(!row().isOpen()));
            bind("RIGHT", () -> row().open(true));
            bind("LEFT", () -> row().open(false));
            for (String key : new String[] {"CONTEXT_MENU", "shift F10", "ENTER"}) {
                bind(key, () -> row().context().menus().open(row(), this, 0, getHeight()));
            }
            addFocusListener(new FocusAdapter() {
                @Override
                public void focusGained(FocusEvent event) {
                    repaint();
                }

                @Override
                public void focusLost(FocusEvent event) {
                    repaint();
                }
            });
        }

        private void bind(String key, Runnable action) {
            getInputMap(WHEN_FOCUSED).put(KeyStroke.getKeyStroke(key), key);
            getActionMap().put(key, new AbstractAction() {
                private static final long serialVersionUID = 1L;

                @Override
                public void actionPerformed(java.awt.event.ActionEvent event) {
                    action.run();
                }
            });
        }

        private void mouse() {
            MouseAdapter click = new MouseAdapter() {
                @Override
                public void mousePressed(MouseEvent event) {
                    Component at = event.getComponent();
                    if (event.isPopupTrigger() || at == menu) {
                        row().context().menus().open(row(), at, event.getX(), event.getY());
                    } else if (at == fold) {
                        row().open(!row().isOpen());
                    }
                }

                @Override
                public void mouseReleased(MouseEvent event) {
                    if (event.isPopupTrigger()) {
                        row().context().menus().open(row(), event.getComponent(), event.getX(), event.getY());
                    }
                }
            };
            for (JComponent part : new JComponent[] {this, title, fold, time, menu}) {
                part.addMouseListener(click);
            }
            fold.setCursor(Cursor.getPredefinedCursor(Cursor.HAND_CURSOR));
            menu.setCursor(Cursor.getPredefinedCursor(Cursor.HAND_CURSOR));
        }

        void refresh() {
            RowText words = row().words();
            ChatTexts texts = row().context().texts();
            Font font = row().context().font();
            boolean isQuiet = words.tone() == RowText.Tone.TOOL || words.tone() == RowText.Tone.NOTE;
            title.setFont(font.deriveFont(isQuiet ? Font.PLAIN : Font.BOLD));
            title.setForeground(isQuiet ? Colours.muted() : Colours.textOf(words.tone()));
            if (words.tone() == RowText.Tone.QUESTION) {
                title.setForeground(Colours.text());
            }
            for (JLabel small : new JLabel[] {fold, time, menu}) {
                small.setFont(row().context().smallFont());
                small.setForeground(Colours.muted());
            }
            title.setText(words.title());
            String heading = words.tone() == RowText.Tone.MODEL
                    ? texts.of(ChatPanel.ChatLabel.REASONING)
                    : texts.of(ChatPanel.ChatLabel.DETAILS);
            fold.setText((row().isOpen() ? "▾ " : "▸ ") + heading);
            fold.setVisible(row().hasFolds());
            time.setText(words.time(FormatStyle.SHORT, texts));
            String when = words.time(FormatStyle.FULL, texts);
            setToolTipText(when.isEmpty() ? null : when);
            title.setToolTipText(getToolTipText());
            AccessibleContext spoken = getAccessibleContext();
            spoken.setAccessibleName(words.spoken());
            spoken.setAccessibleDescription((when + "\n" + words.firstWords()).strip());
        }

        @Override
        protected void paintComponent(Graphics graphics) {
            super.paintComponent(graphics);
            if (isFocusOwner()) {
                Graphics2D pen = (Graphics2D) graphics.create();
                pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
                Color accent = Colours.accent();
                pen.setColor(accent);
                pen.drawRoundRect(0, 0, getWidth() - 1, getHeight() - 1, 8, 8);
                pen.dispose();
            }
        }

        @Override
        public AccessibleContext getAccessibleContext() {
            if (accessibleContext == null) {
                accessibleContext = new AccessibleJPanel() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public AccessibleRole getAccessibleRole() {
                        return AccessibleRole.LIST_ITEM;
                    }
                };
            }
            return accessibleContext;
        }
    }
}
