package dev.plumbline.views;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.ui.Question;
import dev.plumbline.views.ChatPanel.ChatLabel;
import dev.plumbline.views.ChatPanel.NoticeKind;
import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Font;
import java.awt.Insets;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.Optional;
import java.util.function.Function;
import javax.swing.BorderFactory;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JPopupMenu;
import javax.swing.JTextArea;
import javax.swing.text.DefaultCaret;

/** One row of a {@link ChatPanel}. Used on the event dispatch thread. */
final class ChatRow implements Stacked {
    static final int ASKED = 0xFFF4CE;
    private static final Tone WRONG = new Tone(0xB02020, 0xFF8A80);
    private static final Tone WARNING = new Tone(0x8A5A00, 0xE6B450);

    /** A colour of text that can be read on a light and on a dark background. */
    private record Tone(int onLight, int onDark) {
        Color on(Color background) {
            int brightness = background.getRed() * 3 + background.getGreen() * 6 + background.getBlue();
            return new Color(brightness < 10 * 128 ? onDark : onLight);
        }
    }

    private final JPanel panel = new JPanel(new BorderLayout());
    private final JLabel head = new JLabel();
    private final JTextArea text = new JTextArea();
    private final ChatTexts texts;
    private Optional<ViewRow> shown = Optional.empty();
    private Optional<AskedParts> asked = Optional.empty();
    private int width = -1;
    private int height;

    ChatRow(ViewRow row, ChatTexts texts) {
        this(texts);
        if (row instanceof ViewRow.OpenQuestion open) {
            ask(open.question());
        }
        show(row);
    }

    private ChatRow(ChatTexts texts) {
        this.texts = texts;
        QuestionButtons.plain(head).setFont(head.getFont().deriveFont(Font.BOLD));
        DefaultCaret caret = new DefaultCaret();
        caret.setUpdatePolicy(DefaultCaret.NEVER_UPDATE); // the panel scrolls, not the caret
        text.setCaret(caret);
        text.setEditable(false);
        text.setLineWrap(true);
        text.setWrapStyleWord(true);
        text.setOpaque(false);
        text.setBackground(new Color(0, 0, 0, 0)); // Nimbus paints the background of a field also if it is not opaque
        text.setBorder(BorderFactory.createEmptyBorder());
        panel.setBorder(BorderFactory.createEmptyBorder(4, 8, 4, 8));
        panel.add(head, BorderLayout.NORTH);
        panel.add(text, BorderLayout.CENTER);
    }

    /** Returns a row with a sentence of the program. */
    static ChatRow notice(String sentence, NoticeKind kind, ChatTexts texts) {
        ChatRow notice = new ChatRow(texts);
        switch (kind) {
            case INFORMATION -> notice.set(texts.of(ChatLabel.NOTE), sentence);
            case WARNING -> notice.set(texts.of(ChatLabel.WARNING), sentence, WARNING);
            case ERROR -> notice.set(texts.of(ChatLabel.ERROR), sentence, WRONG);
        }
        return notice;
    }

    private void set(String title, String body, Tone tone) {
        set(title, body);
        text.setForeground(tone.on(panel.getBackground()));
    }

    private void ask(Question question) {
        panel.setBackground(new Color(ASKED));
        head.setForeground(Color.BLACK);
        QuestionButtons buttons = new QuestionButtons(question);
        QuestionParts parts = new QuestionParts(question, buttons::show);
        buttons.addShowAll(texts.of(ChatLabel.SHOW_ALL), parts::openAll);
        buttons.addDetails(texts.of(ChatLabel.DETAILS), parts::showDetails);
        panel.remove(text);
        panel.add(parts.component(), BorderLayout.CENTER);
        panel.add(buttons.component(), BorderLayout.SOUTH);
        asked = Optional.of(new AskedParts(parts, buttons));
    }

    /** What a row shows of a question. */
    private record AskedParts(QuestionParts parts, QuestionButtons buttons) {
        int heightFor(int width) {
            return parts.heightFor(width) + buttons.heightFor(width);
        }
    }

    /** Returns whether its question was answered from its own field or buttons, by the keys. */
    boolean hadFocus() {
        return asked.filter(row -> row.buttons().hadFocus()).isPresent();
    }

    @Override
    public JComponent component() {
        return panel;
    }

    @Override
    public int heightFor(int given) {
        boolean changed = given != width || asked.isPresent(); // parts are opened, buttons appear
        if (changed && given > 0) {
            Insets border = panel.getInsets();
            int inner = given - border.left - border.right;
            text.setSize(inner, Short.MAX_VALUE);
            panel.invalidate(); // its size depends on the lines of the text and of the buttons
            height = asked.map(question ->
                            border.top + head.getPreferredSize().height + question.heightFor(inner) + border.bottom)
                    .orElseGet(() -> panel.getPreferredSize().height);
            width = given;
        }
        return height;
    }

    /** Asks for the menu of its row when a person opens it. */
    void onMenu(Function<ViewRow, JPopupMenu> menu) {
        MouseAdapter mouse = new MouseAdapter() {
            @Override
            public void mousePressed(MouseEvent event) {
                if (event.isPopupTrigger()) {
                    shown.ifPresent(row -> menu.apply(row).show(event.getComponent(), event.getX(), event.getY()));
                }
            }
        };
        text.addMouseListener(mouse);
        panel.addMouseListener(mouse);
    }

    void show(ViewRow row) {
        shown = Optional.of(row);
        set(title(row), body(row));
        if ((row instanceof ViewRow.ErrorNotice notice && !notice.isCancelled())
                || (row instanceof ViewRow.ToolCallRow tool && tool.status() == ViewRow.ToolCallRow.Status.FAILED)) {
            text.setForeground(WRONG.on(panel.getBackground()));
        }
        text.getAccessibleContext().setAccessibleName(spoken(row));
    }

    private void set(String title, String body) {
        head.setText(title);
        if (!text.getText().equals(body)) {
            text.setText(body);
        }
        text.setVisible(!body.isEmpty());
        width = -1;
    }

    void append(String piece) {
        text.append(piece);
        text.setVisible(true);
        width = -1;
    }

    private String title(ViewRow row) {
        if (row instanceof ViewRow.ToolCallRow tool) {
            return mark(tool.status()) + " " + tool.call().name().replace('_', ' ');
        } else if (row instanceof ViewRow.OpenQuestion open) {
            return open.question().title();
        } else if (row instanceof ViewRow.News news) {
            return news.extension().replace('_', ' ');
        }
        return texts.of(label(row));
    }

    private static ChatLabel label(ViewRow row) {
        if (row instanceof ViewRow.UserMessage message) {
            return switch (message.status()) {
                case STORED -> ChatLabel.USER;
                case WAITING -> ChatLabel.USER_WAITING;
                case UNANSWERED -> ChatLabel.USER_UNANSWERED;
            };
        } else if (row instanceof ViewRow.Answer) {
            return row.entry()
                            .filter(entry -> entry.status() == ConversationEntry.Status.CANCELLED)
                            .isPresent()
                    ? ChatLabel.MODEL_STOPPED
                    : ChatLabel.MODEL;
        } else if (row instanceof ViewRow.ErrorNotice notice) {
            return notice.isCancelled() ? ChatLabel.STOPPED : ChatLabel.ERROR;
        }
        return ChatLabel.SUMMARY;
    }

    private static String mark(ViewRow.ToolCallRow.Status status) {
        return switch (status) {
            case PENDING, EXECUTING -> "…";
            case COMPLETED -> "✓";
            case FAILED -> "✗";
        };
    }

    /** Returns the title for a screen reader, which does not read marks. */
    private String spoken(ViewRow row) {
        return row instanceof ViewRow.ToolCallRow tool
                ? tool.call().name() + ": " + texts.of(tool.status())
                : title(row);
    }

    private String body(ViewRow row) {
        if (row instanceof ViewRow.ToolCallRow tool) {
            return tool.outcome().flatMap(ToolEnvelope::failure).map(texts::of).orElse(tool.note());
        }
        if (row instanceof ViewRow.ErrorNotice notice) {
            return notice.isCancelled() ? "" : texts.of(notice.error()); // the title says it
        }
        return row.text();
    }
}
